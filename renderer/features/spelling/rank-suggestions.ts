/** Puts what may have been meant in the order in which fingers slip: the library's own is hardly one. */

/** What a slip counts; two letters the wrong way round are the likeliest of all. */
const slip = { swapped: 0.6, doubled: 0.7, apostrophe: 0.4, vowel: 0.8, other: 1 } as const;
/** The first letter is seldom wrong, and a name seldom meant by a word in small letters. */
const penalty = { firstLetter: 0.3, capital: 0.8 } as const;

const isVowel = (letter: string): boolean => /[aeiouy]/u.test(letter);

/** What it counts that a letter stands too much or is missing, by what stands before it. */
const extraLetter = (letter: string, before: string | undefined): number => {
  if (letter === "'") return slip.apostrophe;
  return letter === before ? slip.doubled : slip.other;
};

const exchanged = (letter: string, other: string): number => {
  if (letter === other) return 0;
  return isVowel(letter) && isVowel(other) ? slip.vowel : slip.other;
};

/** The least that turns one word into the other: letters left out, added, exchanged, or two swapped. */
export function slipsBetween(written: string, meant: string): number {
  const [from, to] = [written.toLowerCase(), meant.toLowerCase()];
  const table: number[][] = [];
  const cost = (row: number, column: number): number => table[row]?.[column] ?? 0;
  for (let row = 0; row <= from.length; row += 1) {
    const line: number[] = [];
    table.push(line);
    for (let column = 0; column <= to.length; column += 1) {
      const [letter, other] = [from.charAt(row - 1), to.charAt(column - 1)];
      const choices: number[] = [];
      if (row > 0) choices.push(cost(row - 1, column) + extraLetter(letter, from[row - 2]));
      if (column > 0) choices.push((line[column - 1] ?? 0) + extraLetter(other, to[column - 2]));
      if (row > 0 && column > 0) {
        choices.push(cost(row - 1, column - 1) + exchanged(letter, other));
        const isSwapped = row > 1 && letter === to[column - 2] && other === from[row - 2];
        if (isSwapped && column > 1) choices.push(cost(row - 2, column - 2) + slip.swapped);
      }
      line.push(choices.length === 0 ? 0 : Math.min(...choices));
    }
  }
  return cost(from.length, to.length);
}

const scoreOf = (written: string, meant: string): number =>
  slipsBetween(written, meant) +
  (written.charAt(0).toLowerCase() === meant.charAt(0).toLowerCase() ? 0 : penalty.firstLetter) +
  (written === written.toLowerCase() && meant !== meant.toLowerCase() ? penalty.capital : 0);

/** The likeliest first; among equals the order in which they came. */
export const rankSuggestions = (written: string, suggestions: readonly string[]): string[] =>
  suggestions
    .map((suggestion) => ({ suggestion, score: scoreOf(written, suggestion) }))
    .toSorted((left, right) => left.score - right.score)
    .map(({ suggestion }) => suggestion);
