/** What entries lose with an entry that was deleted elsewhere: their relations to it (B5). */
import type { Fields } from './record-state.ts';
import type { Step } from './sync-request.ts';

type Relations = Readonly<Record<string, Fields>>;

export type LostRelations = { id: string; before: Fields; after: Fields };

/**
 * Entries that stay, and whose relations to an entry are shown no longer because that goes. What both sides agreed on is
 * no sign that the other machine knew them: it may have deleted the entry before their file reached it.
 */
export const findLostRelations = (
  steps: readonly Step[],
  stored: ReadonlyMap<string, Fields>,
): LostRelations[] => {
  const going = new Set(
    steps.filter(({ decision }) => decision.database === 'remove').map(({ id }) => id),
  );
  if (going.size === 0) return [];
  const decided = new Map(steps.map(({ id, decision }) => [id, decision.state?.fields]));
  return [...stored].flatMap(([id, known]) => {
    if (going.has(id)) return [];
    // What this look takes out of the entry itself is told as its change.
    const before = decided.get(id) ?? known;
    const relations = Object.entries((before['relations'] ?? {}) as Relations);
    const left = relations.filter(([, { to }]) => !going.has(String(to)));
    if (left.length === relations.length) return [];
    return [{ id, before, after: { ...before, relations: Object.fromEntries(left) } }];
  });
};
