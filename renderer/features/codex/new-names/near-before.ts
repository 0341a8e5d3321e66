/** The end of what stands before a name, so that the name is seen in a narrow row. Pure. */

/** Characters shown: half as many Han characters as letters. */
const [maxHan, maxLetters] = [12, 24];

/** The rest of a spaced word that is cut in two; none where a word begins. */
const restOfWord = /^[\p{Script=Latin}\p{M}\p{N}’'-]+/u;

/** What ends a word that is not shown says nothing. */
const endOfAnother = /^[.,;:!?)"”’]+(?=\s)/u;

/** Begins with a whole word, and says where something is left out. */
export const nearBefore = (before: string): string => {
  const characters = [...before.replace(/^#+\s*/u, '')];
  const max = /\p{Script=Han}/u.test(before) ? maxHan : maxLetters;
  if (characters.length <= max) return characters.join('').trimStart();
  const shown = characters.slice(-max).join('');
  const isCut = restOfWord.test(characters.at(-max - 1) ?? '');
  const whole = isCut ? shown.replace(restOfWord, '') : shown;
  return `…${whole.replace(endOfAnother, '').trimStart()}`;
};
