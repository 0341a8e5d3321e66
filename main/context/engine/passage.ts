import type { Language } from '#shared/domain/identifiers.ts';
import type { PassageUse } from '#shared/domain/skill.ts';
import { borderAfter, borderBefore } from '#main/base/text/graphemes.ts';
import { AppError } from '#shared/errors.ts';

/** The part of a chapter a skill works on; UTF-16 code units. */
export type Passage = { start: number; end: number; text: string };

/** Edges move inwards past white space and outwards to whole characters as readers see them (S3-11). */
const tidy = (text: string, from: number, to: number): Passage | null => {
  let start = from;
  let end = to;
  while (start < end && /\s/u.test(text.charAt(start))) start += 1;
  while (end > start && /\s/u.test(text.charAt(end - 1))) end -= 1;
  if (start === end) return null;
  start = borderBefore(text, start);
  end = borderAfter(text, end);
  return { start, end, text: text.slice(start, end) };
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
