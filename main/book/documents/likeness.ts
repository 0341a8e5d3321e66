/** How much of one text stands in another, counted in the characters of whole sentences. */

/** A sentence that is shorter may stand in any text. */
const shortest = 4;

export type Sentences = ReadonlySet<string>;

export const sentencesOf = (...texts: readonly string[]): Sentences =>
  new Set(
    texts
      .flatMap((text) => text.normalize('NFC').split(/[\n。！？!?；;]|\.\s/u))
      .map((sentence) => sentence.replace(/^[\s#>*”’"』」]+|\s+$/gu, ''))
      .filter((sentence) => sentence.length >= shortest),
  );

const lengthOf = (sentences: Iterable<string>): number => {
  let length = 0;
  for (const sentence of sentences) length += sentence.length;
  return length;
};

/** What two texts have in common: parts of one, of the longer text and of the shorter one, and characters. */
export const compareTexts = (
  one: Sentences,
  other: Sentences,
): { ofLonger: number; ofShorter: number; sharedLength: number } => {
  const [few, many] = one.size < other.size ? [one, other] : [other, one];
  const shared = lengthOf([...few].filter((sentence) => many.has(sentence)));
  if (shared === 0) return { ofLonger: 0, ofShorter: 0, sharedLength: 0 };
  const lengths = [lengthOf(one), lengthOf(other)];
  return {
    ofLonger: shared / Math.max(...lengths),
    ofShorter: shared / Math.min(...lengths),
    sharedLength: shared,
  };
};
