/** The open book's backups, as far as the window shows them. */
import { create } from 'zustand';
import type { BookBackup } from '#shared/domain/backup.ts';
import type { ErrorCode } from '#shared/errors.ts';
import { call } from '#renderer/rpc/index.ts';

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

/** Reads the list of a book; null for none. */
export const loadBackups = async (projectId: string | null): Promise<void> => {
  if (useBackups.getState().projectId !== projectId) useBackups.setState({ projectId, ...nothing });
  if (projectId === null) return;
  try {
    const { items } = await call('projects:backups:list', { projectId });
    if (useBackups.getState().projectId === projectId)
      useBackups.setState({ items, failure: null, failed: null });
  } catch (failure) {
    if (useBackups.getState().projectId === projectId) useBackups.setState({ failure });
  }
};

/** The last one that counts. */
export const lastVerified = (items: readonly BookBackup[] | null): BookBackup | null =>
  items?.find(({ verified }) => verified) ?? null;
