/** Cuts a text into what is compared: characters in Chinese, whole words in other scripts, and what stands between them. Pure. */

const letter = String.raw`(?:(?!\p{Script=Han})[\p{L}\p{N}\p{M}])`;
const pieces = new RegExp(
  String.raw`\p{Script=Han}\p{M}*|${letter}+(?:['’]${letter}+)*|\s+|.`,
  'gsu',
);

/** Joined they are the text; none is a part of a word, or half a character. */
export const piecesOf = (text: string): string[] => text.match(pieces) ?? [];
