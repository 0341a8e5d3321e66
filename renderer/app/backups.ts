/** The open book's backups, as far as the window shows them. */
import { create } from 'zustand';
import type { BookBackup } from '#shared/domain/backup.ts';
import type { ErrorCode } from '#shared/errors.ts';
import { call } from '#renderer/rpc/index.ts';
import { createReading } from './reading.ts';

type BackupsState = {
  projectId: string | null;
  /** Newest first; null until read. */
  items: readonly BookBackup[] | null;
  failure: unknown;
  /** Why the last one that was tried by itself was not made. */
  failed: ErrorCode | null;
};

const nothing = { items: null, failure: null, failed: null };

export const useBackups = create<BackupsState>()(() => ({ projectId: null, ...nothing }));

const isShown = (projectId: string | null): boolean =>
  useBackups.getState().projectId === projectId;

const read = createReading({
  ask: (projectId) => call('projects:backups:list', { projectId }),
  show: ({ items }) => useBackups.setState({ items, failure: null }),
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
