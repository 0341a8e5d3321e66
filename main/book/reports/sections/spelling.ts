/** Words that no dictionary has, like beside like; those that stand once before those that are a habit of the writer's. */
import { createKnownWords } from '#shared/spelling/known-words.ts';
import { beginning } from '../spelling/find-misspelt.ts';
import { rightOf } from '../find-typos.ts';
import type { DraftLine, MakeSection, Places } from '../section.ts';

/** A word in all the ways it begins, with its places by them. */
type Found = Record<keyof typeof beginning, Places>;

const placesOf = (found: Found, form: number): Places => {
  if (form === beginning.small) return found.small;
  return form === beginning.own ? found.own : found.ofSentence;
};

/** A name has a capital where no sentence begins, and more often than not. */
const isName = ({ small, ofSentence, own }: Found): boolean =>
  own.length > 0 && own.length + ofSentence.length > small.length;

export const makeSpelling: MakeSection = ({ chapters, names, ownWords }) => {
  const isKnown = createKnownWords(ownWords, names);
  const words = new Map<string, Found>();
  for (const [chapter, { unknown }] of chapters.entries()) {
    const labels = unknown.words.split('\n');
    const stand = labels.map((label) => isKnown(label));
    for (let at = 0; at < unknown.places.length; at += 4) {
      const [of = 0, start = 0, end = 0, form = 0] = unknown.places.subarray(at, at + 4);
      if (stand[of] === true) continue;
      const word = (labels[of] ?? '').toLowerCase();
      const found = words.get(word) ?? { small: [], ofSentence: [], own: [] };
      words.set(word, found);
      placesOf(found, form).push(chapter, start, end);
    }
  }
  const lines = [...words].flatMap(([word, found]): DraftLine[] => {
    const { small, ofSentence, own } = found;
    const places = isName(found) ? [small] : [small, ofSentence, own];
    const inOrder = sorted(places.flat());
    if (inOrder.length === 0) return [];
    return [{ suggestion: rightOf.get(word) ?? '', places: inOrder }];
  });
  return { lines: lines.sort((one, other) => one.places.length - other.places.length) };
};

const sorted = (places: Places): Places => {
  const each = Array.from({ length: places.length / 3 }, (_, at) =>
    places.slice(at * 3, at * 3 + 3),
  );
  return each
    .sort(([chapter = 0, at = 0], [other = 0, there = 0]) => chapter - other || at - there)
    .flat();
};
