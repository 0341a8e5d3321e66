/** Gives a new file its id and its name. */
import { AppError } from '#shared/errors.ts';
import { ManifestEntry } from '../entry.ts';
import { foldedKey, pathFor } from '../names.ts';
import type { NewLazyFile } from '../service.ts';
import type { Draft } from '../store/manifests.ts';
import { claimRef, releaseRef } from '../store/refs.ts';
import type { Dependencies } from '../dependencies.ts';

const minIdLength = 5;
/** So many collisions before ids grow (S1-18). */
const attemptsWithShortIds = 3;

/** What is to be placed. */
type NewEntry = {
  conversationId: string;
  file: NewLazyFile;
  content: Pick<ManifestEntry, 'lazy' | 'byteSize' | 'sha256' | 'stored'>;
};

/** CONTEXT_FILE_INVALID: what cannot be read back must not be written, one bad line would spoil the manifest. */
const checkReadable = (entry: ManifestEntry): void => {
  const parsed = ManifestEntry.safeParse(entry);
  if (parsed.success) return;
  throw new AppError('CONTEXT_FILE_INVALID', 'That cannot be said of a context file.', {
    field: parsed.error.issues[0]?.path.map(String).join('.') ?? '',
  });
};

/** The name wished for, else the other one; null where both are taken. CONTEXT_FILE_EXISTS for a fixed name. */
const freePath = (
  { path: wished, otherwise }: ReturnType<typeof pathFor>,
  isFree: (path: string) => boolean,
  conversationId: string,
): string | null => {
  if (isFree(wished)) return wished;
  if (otherwise !== null) return isFree(otherwise) ? otherwise : null;
  const address = `${conversationId}/${wished}`;
  throw new AppError('CONTEXT_FILE_EXISTS', `Context file already exists: ${address}`);
};

/**
 * Finds an id and a name that nothing has yet, in any letter case, claims the id and puts the entry into the draft.
 * Throws CONTEXT_FILE_EXISTS when the name is fixed and taken.
 */
export const placeEntry = (
  dependencies: Dependencies,
  { draft, undo }: { draft: Draft; undo: (step: () => Promise<void>) => void },
  { conversationId, file, content }: NewEntry,
): ManifestEntry => {
  const { tree, clock } = dependencies;
  const folder = tree.folder(conversationId);
  const now = clock.now();
  const ids = new Set(Array.from(draft.keys(), foldedKey));
  const paths = new Set(Array.from(draft.values(), ({ path }) => foldedKey(path)));
  const isFree = (path: string): boolean =>
    !paths.has(foldedKey(path)) &&
    !tree.exists(conversationId, path) &&
    !tree.exists(conversationId, `${path}.gz`);

  for (let attempt = 0; ; attempt += 1) {
    const id = dependencies.newId(minIdLength + Math.max(0, attempt - attemptsWithShortIds));
    if (ids.has(foldedKey(id))) continue;
    const path = freePath(pathFor(file.name, id, now, file.mimeType), isFree, conversationId);
    if (path === null) continue;
    const entry: ManifestEntry = {
      id,
      kind: file.kind,
      path,
      mimeType: file.mimeType ?? null,
      hint: file.hint.slice(0, 2000),
      source: file.source,
      createdAt: now,
      expiresAt: file.expiresAt ?? null,
      ...content,
      pinned: false,
      lastUsedAt: now,
      referredBy: [],
      costTokens: 0,
    };
    checkReadable(entry);
    if (!claimRef(folder, entry)) continue;
    undo(() => releaseRef(folder, id));
    draft.set(id, entry);
    return entry;
  }
};
