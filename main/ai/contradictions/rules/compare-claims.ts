/** Holds what the texts of a book state against each other. Pure. */
import type { Span } from '#main/base/prose/span.ts';
import type { RuleKind } from '#shared/domain/contradiction.ts';
import type { Claim } from './claim.ts';
import { areInConflict } from './conflicts.ts';
import type { Act, ReadText } from './read-claims.ts';
import { actOf, deathOf, statementOf } from './statements.ts';

/** A text of the book. `chapter`: its number; null for the description of an entry, which holds from one chapter to another. */
export type BookText = {
  source: 'chapter' | 'entry';
  id: string;
  chapter: number | null;
  from: number | null;
  to: number | null;
  read: ReadText;
};

/** `text`: an index into the texts that were compared. `states`: what is stated there, whatever the words. */
export type FoundPlace = Span & { text: number; states: string };
export type FoundPair = {
  kind: RuleKind;
  topic: string;
  entityId: string | null;
  places: [FoundPlace, FoundPlace];
};

/** One slip of the pen is told once, not beside everything it disagrees with. */
const maxOfTopic = 3;

type Stated = { claim: Claim; text: number };

/** What is true at different times is no contradiction. */
const holdTogether = (one: BookText, other: BookText): boolean => {
  const range = ({ chapter, from, to }: BookText): [number, number] =>
    chapter === null ? [from ?? 0, to ?? Number.POSITIVE_INFINITY] : [chapter, chapter];
  const [[from, to], [otherFrom, otherTo]] = [range(one), range(other)];
  if (one.chapter !== null && other.chapter !== null) return true;
  return from <= otherTo && otherFrom <= to;
};

/** How many state the same: what most say is held against what few say. */
const agreeing = (stated: Stated, all: readonly Stated[]): number =>
  all.filter((one) => !areInConflict(one.claim.kind, one.claim.value, stated.claim.value)).length;

const pairsOf = (
  topic: string,
  all: readonly Stated[],
  texts: readonly BookText[],
): FoundPair[] => {
  const weight = (one: Stated): number =>
    agreeing(one, all) + (texts[one.text]?.source === 'entry' ? all.length : 0);
  const weighed = all
    .map((one): [Stated, number] => [one, weight(one)])
    .toSorted(([, one], [, other]) => other - one);
  const pairs: FoundPair[] = [];
  const told = new Set<Stated>();
  for (const [first] of weighed) {
    for (const second of all) {
      const [one, other] = [texts[first.text], texts[second.text]];
      if (!one || !other || first === second || told.has(second) || told.has(first)) continue;
      if (!areInConflict(first.claim.kind, first.claim.value, second.claim.value)) continue;
      if (!holdTogether(one, other)) continue;
      told.add(second);
      const { kind, entityId } = first.claim;
      const place = ({ claim, text }: Stated): FoundPlace => ({
        ...{ start: claim.start, end: claim.end, text },
        states: statementOf(claim),
      });
      pairs.push({ kind, topic, entityId, places: [place(first), place(second)] });
      if (pairs.length >= maxOfTopic) return pairs;
    }
  }
  return pairs;
};

/** Who died in one chapter and acts in a later one. */
const deadActs = (texts: readonly BookText[]): FoundPair[] => {
  const ended = new Map<string, FoundPlace>();
  const pairs: FoundPair[] = [];
  const told = new Set<string>();
  for (const [text, { chapter, read }] of texts.entries()) {
    if (chapter === null) continue;
    const place = ({ start, end }: Act, states: string): FoundPlace => ({
      start,
      end,
      text,
      states,
    });
    for (const act of read.acts) {
      const { entityId } = act;
      const before = ended.get(entityId);
      if (!before || told.has(entityId)) continue;
      told.add(entityId);
      const places: [FoundPlace, FoundPlace] = [before, place(act, actOf(act))];
      pairs.push({ kind: 'dead', topic: `dead ${entityId}`, entityId, places });
    }
    for (const death of read.deaths) {
      if (!ended.has(death.entityId)) ended.set(death.entityId, place(death, deathOf(death)));
    }
  }
  return pairs;
};

/** In the order of the book, entries first. */
export const compareClaims = (texts: readonly BookText[]): FoundPair[] => {
  const changing = new Set(texts.flatMap(({ read }) => read.changing));
  const topics = new Map<string, Stated[]>();
  for (const [text, { read }] of texts.entries()) {
    for (const claim of read.claims) {
      if (changing.has(claim.topic)) continue;
      topics.set(claim.topic, [...(topics.get(claim.topic) ?? []), { claim, text }]);
    }
  }
  const pairs = [...topics].flatMap(([topic, all]) => pairsOf(topic, all, texts));
  return [...pairs, ...deadActs(texts)].toSorted((one, other) => {
    const [a, b] = [one.places[1], other.places[1]];
    return a.text - b.text || a.start - b.start;
  });
};
