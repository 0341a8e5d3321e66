/** Words of a list and where they stand, the most frequent first. */
import type { Book } from '../book.ts';
import {
  addPlace,
  type DraftLine,
  type MakeSection,
  perTenThousand,
  type Places,
} from '../section.ts';

const linesOf = (places: ReadonlyMap<string, Places>, book: Book): DraftLine[] =>
  [...places]
    .sort(([, one], [, other]) => other.length - one.length)
    .map(([label, found]) => ({
      label,
      figures: { perTenThousand: perTenThousand(found.length / 3, book) },
      places: found,
    }));

const addListed = (
  places: Map<string, Places>,
  chapter: number,
  labels: readonly string[],
  listed: Uint32Array,
): void => {
  for (let at = 0; at < listed.length; at += 3) {
    const label = labels[listed[at] ?? 0] ?? '';
    addPlace(places, label, [chapter, listed[at + 1] ?? 0, listed[at + 2] ?? 0]);
  }
};

/** Adverbs and worn turns. */
export const makeHabits: MakeSection = (book) => {
  const places = new Map<string, Places>();
  for (const [chapter, { prose }] of book.chapters.entries()) {
    addListed(places, chapter, prose.habits.labels.split('\n'), prose.habits.places);
  }
  return { lines: linesOf(places, book) };
};

/** Words of the writer's own list (敏感词). */
export const makeWatched: MakeSection = (book) => {
  const places = new Map<string, Places>();
  for (const [chapter, { watched }] of book.chapters.entries()) {
    addListed(places, chapter, book.watched, watched);
  }
  return { lines: linesOf(places, book) };
};

/** Characters of the codex by chapter: a place for each chapter, where the character is first named. */
export const makePeople: MakeSection = ({ chapters, characters }) => {
  const people = characters.map((label) => ({ label, mentions: 0, places: [] as Places }));
  for (const [chapter, { names }] of chapters.entries()) {
    for (let at = 0; at < names.length; at += 3) {
      const person = people[names[at] ?? 0];
      if (person === undefined) continue;
      person.mentions += 1;
      if (person.places.at(-3) === chapter) continue;
      person.places.push(chapter, names[at + 1] ?? 0, names[at + 2] ?? 0);
    }
  }
  const lines = people
    .filter(({ mentions }) => mentions > 0)
    .sort((one, other) => other.mentions - one.mentions)
    .map(({ label, mentions, places }) => ({ label, figures: { mentions }, places }));
  return { lines };
};
