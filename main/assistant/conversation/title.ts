/** Names a conversation by its first question. */
import { beginningWithin } from '#main/base/text/graphemes.ts';

/** UTF-16 units. */
const maxTitleLength = 40;

/** A conversation's name from its first question: its first line, not cut inside a character. */
export const makeTitle = (question: string): string => {
  const line =
    question
      .split(/\r?\n/)
      .map((part) => part.replace(/\s+/g, ' ').trim())
      .find((part) => part !== '') ?? '';
  const short = beginningWithin(line, maxTitleLength);
  return short === line ? line : `${short.trimEnd()}…`;
};
