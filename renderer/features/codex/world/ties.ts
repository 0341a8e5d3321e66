/** What ties an entry to others, taken together by the other one; pure. */
import type { Entity, Relation } from '#shared/domain/knowledge.ts';

export type Tie = {
  other: Entity;
  /** Each relation in words. */
  lines: string[];
  /** The first chapter from which one of them holds; null where one always held. */
  from: number | null;
  /** Chapters that name both. */
  beside: number;
};

type Words = {
  /** The other one is this to the entry. */
  outgoing(predicate: string): string;
  /** The entry is this to the other one. */
  incoming(predicate: string, other: string): string;
};

/** Those that share most chapters first; `beside` by the other's id. */
export const tiesOf = (
  entityId: string,
  known: { entities: readonly Entity[]; relations: readonly Relation[] },
  beside: ReadonlyMap<string, number>,
  words: Words,
): Tie[] => {
  const ties = new Map<string, Tie>();
  for (const { subjectId, objectId, predicate, validFromChapter } of known.relations) {
    if (subjectId !== entityId && objectId !== entityId) continue;
    const otherId = subjectId === entityId ? objectId : subjectId;
    const other = known.entities.find((entity) => entity.entityId === otherId);
    if (other === undefined) continue;
    const line =
      subjectId === entityId ? words.outgoing(predicate) : words.incoming(predicate, other.name);
    const tie = ties.get(otherId);
    if (tie === undefined) {
      const together = beside.get(otherId) ?? 0;
      ties.set(otherId, { other, lines: [line], from: validFromChapter, beside: together });
      continue;
    }
    tie.lines.push(line);
    tie.from =
      tie.from === null || validFromChapter === null ? null : Math.min(tie.from, validFromChapter);
  }
  return [...ties.values()].sort((one, other) => other.beside - one.beside);
};
