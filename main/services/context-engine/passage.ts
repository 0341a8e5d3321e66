import type { Language } from '#shared/domain/identifiers.ts';
import type { PassageUse } from '#shared/domain/skill.ts';
import { AppError } from '#shared/errors.ts';

/** The part of a chapter a skill works on; UTF-16 code units. */
export type Passage = { start: number; end: number; text: string };

const isLow = (unit: number): boolean => unit >= 0xdc00 && unit <= 0xdfff;

/** Edges move outwards to whole characters and inwards past white space. */
const tidy = (text: string, from: number, to: number): Passage | null => {
  let start = isLow(text.charCodeAt(from)) && from > 0 ? from - 1 : from;
  let end = isLow(text.charCodeAt(to)) ? to + 1 : to;
  while (start < end && /\s/u.test(text.charAt(start))) start += 1;
  while (end > start && /\s/u.test(text.charAt(end - 1))) end -= 1;
  return start < end ? { start, end, text: text.slice(start, end) } : null;
};

/**
 * What a skill is to work on: the selection, or the cursor's paragraph when the skill needs a passage.
 * SELECTION_INVALID when the selection lies outside the text, or there is nothing to work on.
 */
export const passageOf = (
  text: string,
  cursor: number,
  selection: { start: number; end: number } | undefined,
  use: PassageUse,
): Passage | null => {
  if (selection && (selection.start > selection.end || selection.end > text.length)) {
    throw new AppError('SELECTION_INVALID', 'The selection does not lie in the text.', {
      length: text.length,
    });
  }
  if (use === 'none') return null;
  const selected = selection ? tidy(text, selection.start, selection.end) : null;
  if (selected || use === 'optional') return selected;
  const from = text.lastIndexOf('\n', Math.max(0, cursor - 1)) + 1;
  const next = text.indexOf('\n', cursor);
  const paragraph = tidy(text, Math.min(from, cursor), next === -1 ? text.length : next);
  if (paragraph) return paragraph;
  throw new AppError('SELECTION_INVALID', 'There is no passage at the cursor to work on.', {
    cursorPosition: cursor,
  });
};

/** How the passage is named in the prompt. */
export const passageHeading: Record<Language, string> = {
  'zh-CN': '所给的段落：',
  en: 'The given passage:',
};
