/** What ties an entry to others, taken together by the other one; pure. */
import type { Entity, Relation } from '#shared/domain/knowledge.ts';

/** One relation: in words, and in which chapters it holds. */
export type TieLine = Pick<Relation, 'relationId' | 'validFromChapter' | 'validToChapter'> & {
  text: string;
};

export type Tie = {
  other: Entity;
  /** Each relation, those first that hold first. */
  lines: TieLine[];
  /** Chapters that name both. */
  beside: number;
};

type Words = {
  /** The other one is this to the entry. */
  outgoing(predicate: string): string;
  /** The entry is this to the other one. */
  incoming(predicate: string, other: string): string;
};

/** What always held began before everything else. */
const byBegin = (one: TieLine, other: TieLine): number =>
  (one.validFromChapter ?? 0) - (other.validFromChapter ?? 0);

/** Those that share most chapters first; `beside` by the other's id. */
export const tiesOf = (
  entityId: string,
  known: { entities: readonly Entity[]; relations: readonly Relation[] },
  beside: ReadonlyMap<string, number>,
  words: Words,
): Tie[] => {
  const ties = new Map<string, Tie>();
  for (const relation of known.relations) {
    const { relationId, subjectId, objectId, predicate } = relation;
    if (subjectId !== entityId && objectId !== entityId) continue;
    const otherId = subjectId === entityId ? objectId : subjectId;
    const other = known.entities.find((entity) => entity.entityId === otherId);
    if (other === undefined) continue;
    const text =
      subjectId === entityId ? words.outgoing(predicate) : words.incoming(predicate, other.name);
    const { validFromChapter, validToChapter } = relation;
    const line = { relationId, text, validFromChapter, validToChapter };
    const tie = ties.get(otherId) ?? { other, lines: [], beside: beside.get(otherId) ?? 0 };
    ties.set(otherId, { ...tie, lines: [...tie.lines, line].toSorted(byBegin) });
  }
  return [...ties.values()].sort((one, other) => other.beside - one.beside);
};

export const relationsIn = (ties: readonly Tie[]): number =>
  ties.reduce((sum, { lines }) => sum + lines.length, 0);
