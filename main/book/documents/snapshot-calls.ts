/** What may be asked of the kept versions of a book's chapters. */
import type { DocumentsContext } from './context.ts';
import type { OpenFolder } from './open-folder.ts';
import type { ChapterFile } from './read-file.ts';
import type { DocumentRecord } from './record.ts';
import { restoreOriginal, restoreSnapshot } from './restore-snapshot.ts';
import type { DocumentsService } from './service.ts';

type Folders = {
  require(projectId: string): OpenFolder;
  recordOf(folder: OpenFolder, documentId: string): DocumentRecord;
  currentOf(folder: OpenFolder, record: DocumentRecord): Promise<ChapterFile>;
  change<T>(projectId: string, work: (folder: OpenFolder) => Promise<T>): Promise<T>;
};

type SnapshotCalls = Pick<
  DocumentsService,
  | 'textOf'
  | 'listSnapshots'
  | 'createSnapshot'
  | 'nameSnapshot'
  | 'readSnapshot'
  | 'restoreSnapshot'
  | 'restoreOriginal'
>;

export const createSnapshotCalls = (
  context: DocumentsContext,
  { require, recordOf, currentOf, change }: Folders,
): SnapshotCalls => ({
  textOf: context.snapshots.textOf,
  async listSnapshots(projectId, documentId) {
    recordOf(require(projectId), documentId);
    return context.snapshots.list({ projectId, documentId });
  },
  async createSnapshot(projectId, documentId, { reason = 'manual', cause, name } = {}) {
    const folder = require(projectId);
    return folder.mutex.runExclusive(async () => {
      const file = await currentOf(folder, recordOf(folder, documentId));
      const { bytes } = file;
      const wantsBytes = reason === 'beforeReplace' && !bytes.equals(Buffer.from(file.text));
      return context.snapshots.add({ projectId, documentId }, file.text, reason, {
        ...(wantsBytes ? { originalBytes: bytes } : {}),
        ...(cause === undefined ? {} : { cause }),
        ...(name === undefined ? {} : { name }),
      });
    });
  },
  async nameSnapshot({ projectId, documentId, snapshotId, name }) {
    recordOf(require(projectId), documentId);
    return context.snapshots.rename({ projectId, documentId }, snapshotId, name);
  },
  async readSnapshot(projectId, documentId, snapshotId) {
    recordOf(require(projectId), documentId);
    return context.snapshots.read({ projectId, documentId }, snapshotId);
  },
  restoreSnapshot: async ({ projectId, ...request }) =>
    change(projectId, (folder) => {
      recordOf(folder, request.documentId);
      return restoreSnapshot(context, folder, request);
    }),
  restoreOriginal: async (projectId, documentId, snapshotId) =>
    change(projectId, async (folder) => {
      recordOf(folder, documentId);
      const restored = await restoreOriginal(context, folder, documentId, snapshotId);
      context.announce(folder);
      return restored;
    }),
});
