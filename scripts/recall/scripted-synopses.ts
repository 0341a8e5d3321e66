/** Synopses that no model wrote: of each chapter the sentences whose words are rarest in the book, in their order. */

/** About what a person writes of a chapter. */
const sentenceCount = 4;
/** UTF-16 code units; others are no sentence, or say too much. */
const shortest = 8;
const longest = 160;

const termsOf = (sentence: string): Set<string> => {
  const terms = new Set<string>();
  for (const run of sentence.toLowerCase().match(/\p{Script=Han}+|[\p{L}\p{N}]+/gu) ?? []) {
    if (!/^\p{Script=Han}/u.test(run)) terms.add(run);
    else for (let at = 0; at + 2 <= run.length; at += 1) terms.add(run.slice(at, at + 2));
  }
  return terms;
};

const sentencesOf = (text: string): string[] =>
  text
    .replace(/^#.*$/gmu, '')
    .split(/(?<=[。！？!?])[”’」』]?|(?<=\.)\s|\n\s*\n/u)
    .map((sentence) => sentence.replace(/\s+/gu, ' ').trim())
    .filter(({ length }) => length >= shortest && length <= longest);

/** A synopsis for each text, in the same order: nothing in it was chosen with a question in mind. */
export const scriptSynopses = (texts: readonly string[]): string[] => {
  const chapters = texts.map((text) =>
    sentencesOf(text).map((sentence) => ({ sentence, terms: termsOf(sentence) })),
  );
  const chaptersWith = new Map<string, number>();
  for (const sentences of chapters) {
    for (const term of new Set(sentences.flatMap(({ terms }) => [...terms]))) {
      chaptersWith.set(term, (chaptersWith.get(term) ?? 0) + 1);
    }
  }
  const rarity = (terms: ReadonlySet<string>): number => {
    let sum = 0;
    for (const term of terms) sum += Math.log(texts.length / (chaptersWith.get(term) ?? 1));
    return sum / Math.sqrt(terms.size);
  };
  return chapters.map((sentences) => {
    const ranked = sentences
      .map(({ sentence, terms }, place) => ({ sentence, place, score: rarity(terms) }))
      .sort((left, right) => right.score - left.score)
      .slice(0, sentenceCount);
    return ranked
      .sort((left, right) => left.place - right.place)
      .map(({ sentence }) => sentence)
      .join(' ')
      .slice(0, 4000);
  });
};
