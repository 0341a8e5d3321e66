/** Knows a finding again whose sentence was moved and written anew at once. Pure. */
import type { StoredFinding, StoredPlace } from '#main/book/findings/service.ts';
import { sentenceOf } from './draft.ts';

/** What is stated at the two places of a finding. */
export type Statements = readonly [readonly string[], readonly string[]];
/** By the ids of findings. */
export type StatementsOf = ReadonlyMap<string, Statements>;

/** Of findings, with what each states. */
export const joinStatements = (
  ...parts: readonly (readonly [readonly StoredFinding[], readonly Statements[]])[]
): StatementsOf =>
  new Map(
    parts.flatMap(([findings, stated]) =>
      findings.map(({ findingId }, at): [string, Statements] => [
        findingId,
        stated[at] ?? [[], []],
      ]),
    ),
  );

/** Of all pairs of neighbouring letters of two sentences. With less in common it is another sentence on the same matter. */
const minShared = 0.5;

const letterPairs = (place: StoredPlace): Set<string> => {
  const letters = [
    ...sentenceOf(place)
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]+/gu, ''),
  ];
  return new Set(letters.slice(1).map((letter, at) => `${letters[at]}${letter}`));
};

/** Dice's coefficient. */
const similarity = (one: StoredPlace, other: StoredPlace): number => {
  const [first, second] = [letterPairs(one), letterPairs(other)];
  const shared = [...first].filter((pair) => second.has(pair)).length;
  return first.size + second.size === 0 ? 0 : (2 * shared) / (first.size + second.size);
};

type Said = { place: StoredPlace; states: readonly string[] };

/** 0: not the same statement in much the same words. */
const likenessOf = (before: Said, now: Said): number => {
  const { source, id, quote } = now.place;
  if (before.place.source !== source) return 0;
  if (source === 'entry' && before.place.id !== id) return 0;
  const shared = similarity(before.place, now.place);
  if (before.place.quote === quote) return Math.max(shared, minShared);
  if (!before.states.some((one) => now.states.includes(one))) return 0;
  // What an entry says of a matter it says once: in other words it is the same.
  if (source === 'entry') return Math.max(shared, minShared);
  return shared >= minShared ? shared : 0;
};

/** How alike two findings are, in either order of their places; 0 where one of the places is another. */
const alike = (lost: StoredFinding, found: StoredFinding, statements: StatementsOf): number => {
  if (lost.kind !== found.kind || lost.entityId !== found.entityId) return 0;
  const said = ({ findingId, places }: StoredFinding): [Said, Said] => {
    const [first, second] = statements.get(findingId) ?? [[], []];
    return [
      { place: places[0], states: first },
      { place: places[1], states: second },
    ];
  };
  const [a, b] = said(lost);
  const [c, d] = said(found);
  return Math.max(
    Math.min(likenessOf(a, c), likenessOf(b, d)),
    Math.min(likenessOf(a, d), likenessOf(b, c)),
  );
};

/**
 * Which of the `lost`, whose sentences are gone, each of the `found` is: the same statements, in sentences that share most of
 * their words. One stands for one, so that a second sentence of that kind is asked about; the most alike first.
 */
export const findRestated = (
  lost: readonly StoredFinding[],
  found: readonly StoredFinding[],
  statements: StatementsOf,
): Map<string, StoredFinding> => {
  const pairs = found
    .flatMap((one) =>
      lost.map((before) => ({ one, before, likeness: alike(before, one, statements) })),
    )
    .filter(({ likeness }) => likeness > 0)
    .toSorted((one, other) => other.likeness - one.likeness);
  const restated = new Map<string, StoredFinding>();
  const taken = new Set<StoredFinding>();
  for (const { one, before } of pairs) {
    if (taken.has(before) || restated.has(one.findingId)) continue;
    taken.add(before);
    restated.set(one.findingId, before);
  }
  return restated;
};
