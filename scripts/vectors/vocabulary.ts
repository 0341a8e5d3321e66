import type { CedictEntry } from './cedict.ts';
import { contentStems, stemOfLemma } from './english.ts';
import type { WordNet } from './wordnet.ts';

/** A Chinese word with the glosses that say what it means. */
export type ChineseWord = { word: string; glosses: { stems: string[]; weight: number }[] };

const longestWord = 4;
const maxGlosses = 6;

/** Notes about the entry, not about the meaning. */
export const isNote = (gloss: string): boolean =>
  /^(surname|variant of|old variant|see |also written|also pr\.|abbr\. |abbr\. for|CL:|used in|erhua variant|japanese variant|archaic variant|unofficial variant|popular variant|Taiwan pr\.)/i.test(
    gloss,
  );

/** Places nobody's novel needs, and people. */
const isGazetteer = (gloss: string): boolean =>
  /\b(county|district|township|prefecture|autonomous|subdistrict|banner|county-level|prefecture-level|river in|town in|city in|province of|capital of|\(\d{3,4}|born \d{4}|\d{4}-\d{2,4})/i.test(
    gloss,
  );

/**
 * Words of up to four ideographs with a meaning of their own, in the dictionary's order. Gloss r of entry e counts
 * 1/(1 + r/2)/(1 + 0.3 e).
 */
export const chineseWords = (
  entries: readonly CedictEntry[],
  fold: (text: string) => string,
): ChineseWord[] => {
  const words = new Map<string, ChineseWord & { entries: number }>();
  for (const { simplified, isName, glosses } of entries) {
    if (!/^\p{Script=Han}+$/u.test(simplified) || simplified.length > longestWord) continue;
    if (isName && simplified.length > 2) continue;
    if (simplified.length > 1 && isGazetteer(glosses.join('; '))) continue;
    const told = glosses
      .filter((gloss) => !isNote(gloss))
      .slice(0, maxGlosses)
      .map((gloss) => contentStems(gloss.replace(/\([^)]*\)|\[[^\]]*\]/g, ' ')))
      .filter((stems) => stems.length > 0);
    if (told.length === 0) continue;
    const word = fold(simplified);
    const known = words.get(word) ?? { word, glosses: [], entries: 0 };
    told.forEach((stems, rank) => {
      known.glosses.push({ stems, weight: 1 / (1 + 0.5 * rank) / (1 + 0.3 * known.entries) });
    });
    known.entries++;
    words.set(word, known);
  }
  return [...words.values()];
};

/** Stems of WordNet's single words that anybody uses: tagged, or found in glosses of either dictionary. */
export const englishStems = (
  wordNet: WordNet,
  chinese: readonly ChineseWord[],
): Map<string, { tags: number; uses: number }> => {
  const found = new Map<string, { tags: number; uses: number }>();
  for (const { lemma, tags } of wordNet.senses) {
    const stem = stemOfLemma(lemma);
    if (stem === null) continue;
    const known = found.get(stem) ?? { tags: 0, uses: 0 };
    known.tags += tags;
    found.set(stem, known);
  }
  const use = (stem: string): void => {
    const known = found.get(stem);
    if (known) known.uses++;
  };
  for (const { definition, examples } of wordNet.synsets.values()) {
    for (const text of [definition, ...examples]) contentStems(text).forEach(use);
  }
  for (const { glosses } of chinese) for (const { stems } of glosses) stems.forEach(use);
  for (const [stem, { tags, uses }] of found) if (tags === 0 && uses < 4) found.delete(stem);
  return found;
};
