/** The open book's backups, as far as the window shows them. */
import { create } from 'zustand';
import type { BookBackup } from '#shared/domain/backup.ts';
import { call } from '#renderer/rpc/index.ts';
import { createReading } from './reading.ts';

type BackupsState = {
  projectId: string | null;
  /** Newest first; null until read. */
  items: readonly BookBackup[] | null;
  failure: unknown;
  /** When one that was tried by itself was not made, ms since 1970; null since the book is backed up. */
  failedAt: number | null;
};

const nothing = { items: null, failure: null, failedAt: null };

export const useBackups = create<BackupsState>()(() => ({ projectId: null, ...nothing }));

const isShown = (projectId: string | null): boolean =>
  useBackups.getState().projectId === projectId;

/** A backup that was made since is the word of it that was missed. */
const failedSince = (items: readonly BookBackup[]): number | null => {
  const { failedAt } = useBackups.getState();
  const madeAt = lastVerified(items)?.createdAt ?? 0;
  return failedAt !== null && madeAt > failedAt ? null : failedAt;
};

const read = createReading({
  ask: (projectId) => call('projects:backups:list', { projectId }),
  show: ({ items }) => useBackups.setState({ items, failure: null, failedAt: failedSince(items) }),
  fail: (failure) => useBackups.setState({ failure }),
  isShown,
});

/** The list of a book, unless another book is shown by now. */
export const showBackups = (projectId: string, items: readonly BookBackup[]): void => {
  if (isShown(projectId)) useBackups.setState({ items });
};

/** Reads the list of a book; null for none. */
export const loadBackups = async (projectId: string | null): Promise<void> => {
  if (!isShown(projectId)) useBackups.setState({ projectId, ...nothing });
  if (projectId !== null) await read(projectId);
};

/** The last one that counts. */
export const lastVerified = (items: readonly BookBackup[] | null): BookBackup | null =>
  items?.find(({ verified }) => verified) ?? null;
