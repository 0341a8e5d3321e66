/** What entries lose with an entry that was deleted elsewhere: their relations to it (B5). */
import { isSameValue, type Fields } from './record-state.ts';
import type { Step } from './sync-request.ts';

type Relations = Readonly<Record<string, Fields>>;

export type LostRelations = { id: string; before: Fields; after: Fields };

/** Relations that this machine made or changed since both agreed: nobody else knows them. */
const isOwn = (id: string, relation: Fields, agreed: Fields | undefined): boolean => {
  const known = (agreed?.['relations'] as Relations | undefined)?.[id];
  return !known || !isSameValue(known, relation);
};

/** Entries that stay, and lose a relation of their own because the entry at its other end goes. */
export const findLostRelations = (
  steps: readonly Step[],
  stored: ReadonlyMap<string, Fields>,
): LostRelations[] => {
  const going = new Set(
    steps.filter(({ decision }) => decision.database === 'remove').map(({ id }) => id),
  );
  if (going.size === 0) return [];
  const agreed = new Map(steps.map((step) => [step.id, step.agreed?.state.fields]));
  return [...stored].flatMap(([id, before]) => {
    const relations = Object.entries((before['relations'] ?? {}) as Relations);
    const isLost = (relation: Fields): boolean => going.has(String(relation['to']));
    if (going.has(id)) return [];
    if (!relations.some(([key, one]) => isLost(one) && isOwn(key, one, agreed.get(id)))) return [];
    const left = Object.fromEntries(relations.filter(([, one]) => !isLost(one)));
    return [{ id, before, after: { ...before, relations: left } }];
  });
};
