/** Gives an answer the white space that its place needs. */

const endsSpaced = /[\p{Script=Latin}\p{N}.,;:!?)”’"']$/u;
const beginsSpaced = /^[\p{Script=Latin}\p{N}“‘"(]/u;
const opensWithBlankLine = /^[^\S\n]*\n[^\S\n]*\n/u;
/** A sentence is over, and with it what encloses it; or a remark in brackets ends the line. */
const endsSentence =
  /(?:[。！？!?…]|(?<![\p{Lu}])\.)[”’」』）)】\]"'*_]*[^\S\n]*$|(?:^|[\n。！？!?.…”」』])[^\S\n]*(?:[（(【[][^\n（()）]*[）)】\]][^\S\n]*)+$/u;
const isHan = /\p{Script=Han}/u;

/** What stands around an answer's place, and what it takes the place of ('' for nothing). */
export type Place = { before: string; after: string; original: string };

/** How this chapter parts its paragraphs. */
const breakOf = ({ before, after }: Place): string => {
  const around = `${before}${after}`;
  return /\n[^\S\n]*\n/u.test(around) || !around.trim().includes('\n') ? '\n\n' : '\n';
};

/** Whether the place is the end of a paragraph: of a line in Chinese, where other scripts may wrap their lines. */
const isParagraphEnd = ({ before, after }: Place): boolean => {
  if (after.trim() === '' || /^[^\S\n]*\n[^\S\n]*\n/u.test(after)) return true;
  return /^[^\S\n]*\n/u.test(after) && isHan.test(before.slice(-12));
};

/** White space around what is replaced belongs to the text around it. */
const replaced = (answer: string, original: string): string => {
  const [lead = ''] = /^\s*/u.exec(original) ?? [];
  const [trail = ''] = original.trim() === '' ? [''] : (/\s*$/u.exec(original) ?? []);
  return `${lead}${answer.trim()}${trail}`;
};

/**
 * An answer with the white space its place needs and no other: none trailing, a space between two words of a
 * spaced script, a break of its own where it opens with a blank line in the middle of a paragraph, follows a paragraph
 * that is finished, or stands before one.
 */
export const fitIntoPlace = (given: string, place: Place): string => {
  const { before, after, original } = place;
  // A line of nothing but spaces is a blank one.
  const answer = given.replace(/\n[^\S\n]+(?=\n)/gu, '\n');
  if (original !== '') return replaced(answer, original);
  const body = answer.replace(/^(?:[^\S\n]*\n)+/u, '').trimEnd();
  const isMidLine = before !== '' && !before.endsWith('\n');
  const isFinished = isParagraphEnd(place) && endsSentence.test(before);
  if (isMidLine && (isFinished || opensWithBlankLine.test(answer))) {
    const isCutOff = !isParagraphEnd(place);
    return `${breakOf(place)}${body}${isCutOff && endsSpaced.test(body) && beginsSpaced.test(after) ? ' ' : ''}`;
  }
  if (!isMidLine && /^[^\S\n]*\S/u.test(after)) return `${body}${breakOf(place)}`;
  const text = `${endsSpaced.test(before) && beginsSpaced.test(body) ? ' ' : ''}${body}`;
  return endsSpaced.test(text) && beginsSpaced.test(after) ? `${text} ` : text;
};
