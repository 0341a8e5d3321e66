/** Words that a book lets stand whatever a dictionary says: those it was taught, and the names of its codex. */

const straight = (word: string): string => word.normalize('NFC').replaceAll('’', "'");

/** What is left of a word without the ending of a possessive. */
const withoutPossessive = (word: string): string => word.replace(/'s$|(?<=s)'$/iu, '');

const partsOf = (name: string): string[] => straight(name).split(/[^\p{L}\p{M}']+/u);

/**
 * Answers whether a word stands. A word that was taught in small letters stands with a capital too; a name only as it is
 * written.
 */
export function createKnownWords(
  taught: readonly string[],
  names: readonly string[],
): (word: string) => boolean {
  const known = new Set(
    [...taught, ...names].flatMap((name) => [straight(name), ...partsOf(name)]),
  );
  const stands = (word: string): boolean =>
    known.has(word) || known.has(word.charAt(0).toLowerCase() + word.slice(1));
  return (word) => {
    const plain = straight(word);
    return stands(plain) || stands(withoutPossessive(plain));
  };
}
