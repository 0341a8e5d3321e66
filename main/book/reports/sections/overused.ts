/** The words a writer chooses most. */
import { addPlace, type MakeSection, maxLines, perTenThousand, type Places } from '../section.ts';

/** Words that stand less often are no habit. */
const minCount = 5;

export const makeOverused: MakeSection = (book) => {
  const { counts, isChosen, words, chapters } = book;
  const found = [...counts.keys()]
    .filter((word) => isChosen[word] === 1 && (counts[word] ?? 0) >= minCount)
    .sort((one, other) => (counts[other] ?? 0) - (counts[one] ?? 0));
  const listed = new Set(found.slice(0, maxLines));
  const places = new Map<number, Places>();
  for (const [chapter, { tokens, prose }] of chapters.entries()) {
    for (const [at, token] of tokens.entries()) {
      if (!listed.has(token)) continue;
      addPlace(places, token, [chapter, prose.starts[at] ?? 0, prose.ends[at] ?? 0]);
    }
  }
  return {
    lines: found.map((word) => ({
      label: words[word] ?? '',
      figures: { perTenThousand: perTenThousand(counts[word] ?? 0, book) },
      places: places.get(word) ?? [],
    })),
  };
};
