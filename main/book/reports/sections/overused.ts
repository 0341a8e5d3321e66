/** The words a writer chooses most. */
import type { ReportFigures } from '#shared/domain/report.ts';
import type { Book } from '../book.ts';
import { addPlace, type MakeSection, maxLines, perTenThousand, type Places } from '../section.ts';

/** Words that stand less often are no habit. */
const minCount = 5;

const han = /\p{Script=Han}/u;

/**
 * How often the listed words stand inside of longer ones, by their numbers: the dictionary that cuts Chinese has 林黛玉 as a
 * word of its own, in which a search finds 黛玉 as well.
 */
const countWithin = (listed: ReadonlySet<number>, { words, counts }: Book): Map<number, number> => {
  const numbers = new Map(
    [...listed]
      .map((word) => [words[word] ?? '', word] as const)
      .filter(([word]) => han.test(word)),
  );
  const within = new Map<number, number>();
  for (const [longer, word] of words.entries()) {
    for (let start = 0; start < word.length; start += 1) {
      for (let end = start + 2; end <= word.length; end += 1) {
        const inner = end - start < word.length ? numbers.get(word.slice(start, end)) : undefined;
        if (inner === undefined) continue;
        within.set(inner, (within.get(inner) ?? 0) + (counts[longer] ?? 0));
      }
    }
  }
  return within;
};

export const makeOverused: MakeSection = (book) => {
  const { counts, isChosen, words, chapters } = book;
  const found = [...counts.keys()]
    .filter((word) => isChosen[word] === 1 && (counts[word] ?? 0) >= minCount)
    .sort((one, other) => (counts[other] ?? 0) - (counts[one] ?? 0));
  const listed = new Set(found.slice(0, maxLines));
  const within = countWithin(listed, book);
  const places = new Map<number, Places>();
  for (const [chapter, { tokens, prose }] of chapters.entries()) {
    for (const [at, token] of tokens.entries()) {
      if (!listed.has(token)) continue;
      addPlace(places, token, [chapter, prose.starts[at] ?? 0, prose.ends[at] ?? 0]);
    }
  }
  const figuresOf = (word: number): ReportFigures => {
    const inside = within.get(word);
    const rate = { perTenThousand: perTenThousand(counts[word] ?? 0, book) };
    return inside === undefined ? rate : { ...rate, within: inside };
  };
  return {
    lines: found.map((word) => ({
      label: words[word] ?? '',
      figures: figuresOf(word),
      places: places.get(word) ?? [],
    })),
  };
};
