/** Applies edits to a text, each to a passage that stands there once. */
import { Refusal } from '../catch-tool-failure.ts';

export type TextEdit = {
  old_string: string;
  new_string: string;
  replace_all?: boolean | undefined;
};

type Span = { start: number; end: number };

const plain = (text: string): string => text.replace(/\r\n?/g, '\n');

const placesOf = (text: string, wanted: string): Span[] => {
  const places: Span[] = [];
  for (let at = text.indexOf(wanted); at >= 0; at = text.indexOf(wanted, at + wanted.length)) {
    places.push({ start: at, end: at + wanted.length });
  }
  return places;
};

const lineAt = (text: string, position: number): number => {
  let line = 1;
  for (let at = text.indexOf('\n'); at >= 0 && at < position; at = text.indexOf('\n', at + 1)) {
    line += 1;
  }
  return line;
};

/** Stretches of a text that are not shown: the lines in which `shown`, line by line, is another text. */
export const hiddenSpans = (text: string, shown: string): Span[] => {
  if (text === shown) return [];
  const lines = shown.split('\n');
  let start = 0;
  return text.split('\n').flatMap((line, index) => {
    const span = { start, end: start + line.length };
    start = span.end + 1;
    return line === lines[index] ? [] : [span];
  });
};

const withoutSpace = (text: string): string => text.replace(/\s+/gu, '');

/** Why a passage was not found, as far as it helps: the first line of it that is there, or its white space. */
const whyMissing = (shown: string, wanted: string): string => {
  const firstLine = wanted
    .split('\n')
    .map((line) => line.trim())
    .find((line) => line !== '');
  const near = firstLine === undefined ? -1 : shown.indexOf(firstLine);
  if (near >= 0) {
    return ` Its first line stands in line ${lineAt(shown, near)}; what follows differs.`;
  }
  const differsInSpace =
    withoutSpace(wanted) !== '' && withoutSpace(shown).includes(withoutSpace(wanted));
  return differsInSpace ? ' A passage that differs only in white space is there.' : '';
};

const applyOne = (
  text: string,
  edit: TextEdit,
  redact: (text: string) => string,
  which: string,
): string => {
  const wanted = plain(edit.old_string);
  const replacement = plain(edit.new_string);
  if (wanted === replacement) {
    throw new Refusal('EDIT_NOTHING', `${which}old_string and new_string are the same.`);
  }
  if (wanted === '') {
    throw new Refusal('EDIT_EMPTY', `${which}old_string is empty. Use Write for a whole text.`);
  }
  const shown = redact(text);
  const hidden = hiddenSpans(text, shown);
  const places = placesOf(text, wanted).filter(
    ({ start, end }) => !hidden.some((span) => span.start < end && span.end > start),
  );
  const [first, second] = places;
  if (!first) {
    throw new Refusal(
      'EDIT_NOT_FOUND',
      `${which}old_string is not in the file.${whyMissing(shown, wanted)} It must be there to the letter; changes proposed earlier that the writer has not accepted are not in the file.`,
    );
  }
  // A passage that overlaps itself is more than one, too.
  const overlaps = text.indexOf(wanted, first.start + 1) < first.end;
  const isAgain = overlaps && text.indexOf(wanted, first.start + 1) > first.start;
  if ((second || isAgain) && edit.replace_all !== true) {
    const lines = places.slice(0, 10).map(({ start }) => lineAt(text, start));
    throw new Refusal(
      'EDIT_NOT_UNIQUE',
      `${which}old_string is there ${Math.max(2, places.length)} times (lines ${lines.join(', ')}). Give more of the text around it, or set replace_all.`,
    );
  }
  const chosen = edit.replace_all === true ? places : [first];
  let result = '';
  let at = 0;
  for (const { start, end } of chosen) {
    result += text.slice(at, start) + replacement;
    at = end;
  }
  return result + text.slice(at);
};

/**
 * The text after all edits, each made on what the one before left. What a fence hides is not found and not
 * replaced. EDIT_NOT_FOUND, EDIT_NOT_UNIQUE, EDIT_NOTHING, EDIT_EMPTY.
 */
export const applyEdits = (
  text: string,
  edits: readonly TextEdit[],
  redact: (text: string) => string,
): string =>
  edits.reduce(
    (now, edit, index) =>
      applyOne(now, edit, redact, edits.length > 1 ? `Edit ${index + 1}: ` : ''),
    text,
  );
