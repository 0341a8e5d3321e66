/** Places told by their words: a place is the same where the chapter was written in before it. Pure. */
import { type Flipped, type Place, placeKey } from './places.ts';

/** One for each place, in the same order; of places with the same words around, which of these it is. */
const namesOf = (places: readonly Place[]): string[] => {
  const counts = new Map<string, number>();
  return places.map(({ documentId, before, match, after }) => {
    const words = [documentId, before, match, after].join('\n');
    const count = counts.get(words) ?? 0;
    counts.set(words, count + 1);
    return `${count}\n${words}`;
  });
};

const noKeys: Flipped = new Set();

/** The keys of those that have one of the names. */
export const keysOfNames = (places: readonly Place[], names: ReadonlySet<string>): Flipped => {
  if (names.size === 0) return noKeys;
  const all = namesOf(places);
  return new Set(
    places.flatMap((place, at) => (names.has(all[at] ?? '') ? [placeKey(place)] : [])),
  );
};

/** The names of those that have one of the keys. */
export const namesOfKeys = (places: readonly Place[], keys: Flipped): ReadonlySet<string> => {
  const all = namesOf(places);
  return new Set(
    all.filter((_, at) => keys.has(placeKey(places[at] ?? { documentId: '', start: 0 }))),
  );
};
