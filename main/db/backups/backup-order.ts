import type { BackupRequest } from './make-backup.ts';

/** What the worker is told. */
export type BackupOrder = BackupRequest & { file: string };

/** What it answers. */
export type BackupReport = { kind: 'made'; sequence: number } | { kind: 'failed'; code: string };

/** How it ended; `cancelled`: by us, because the program ends and it took too long. */
export type BackupOutcome = BackupReport | { kind: 'cancelled' };
