/** Fields as the folder has them, with the folder's keys of chapters, and as this machine has them, with its ids. */
import type { StoredFence } from '../chapter-reference.ts';
import { inStableOrder } from './merge-fields.ts';
import type { Fields } from './record-state.ts';

/** Every chapter that is named anywhere in a value, by another name. */
const renameChapters = (value: unknown, rename: (id: string) => string): unknown => {
  if (Array.isArray(value)) return value.map((member) => renameChapters(member, rename));
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => [
      key,
      key === 'documentId' && typeof member === 'string'
        ? rename(member)
        : renameChapters(member, rename),
    ]),
  );
};

const withOrderedFence = (fields: Fields): Fields => {
  const fence = fields['fence'] as StoredFence | null | undefined;
  return fence ? { ...fields, fence: inStableOrder(fence) } : fields;
};

/** The same for the same record on every machine. `keyOf`: the folder's key of a chapter. */
export const toPortable = (fields: Fields, keyOf: (id: string) => string): Fields => {
  const renamed = withOrderedFence(renameChapters(fields, keyOf) as Fields);
  const relations = renamed['relations'] as Readonly<Record<string, Fields>> | undefined;
  if (!relations) return renamed;
  const ordered = Object.entries(relations).map(([id, one]) => [id, withOrderedFence(one)]);
  return { ...renamed, relations: Object.fromEntries(ordered) };
};

/** `idOf`: this machine's id of a key; a key that nobody knows here stays, and what waits for it stays closed. */
export const fromPortable = (fields: Fields, idOf: (key: string) => string): Fields =>
  renameChapters(fields, idOf) as Fields;
