/** Keeps the threads of the open book, and what is typed for them, up to date (N13). */
import { useEffect } from 'react';
import { useProjectReading } from '#renderer/app/project-reading.ts';
import { useSession } from '#renderer/app/session.ts';
import { onClosing } from '#renderer/rpc/index.ts';
import { countText } from '#shared/count-text.ts';
import type { DocumentInfo } from '#shared/domain/project.ts';
import { useKeptFields } from './kept-fields.ts';
import { emptyThreads, fieldDrafts, readThreads } from './store.ts';

/** What of the chapters decides how threads stand: their order, and which are written. */
const standOf = (documents: readonly DocumentInfo[]): string =>
  documents
    .map(({ documentId, charCount, title }) =>
      [documentId, charCount > countText(title).charCount].join(),
    )
    .join();

/** Reads again when chapters come, go, change places, or are begun. */
const followChapters = (projectId: string): (() => void) =>
  useSession.subscribe(({ project }, { project: before }) => {
    if (project?.projectId !== projectId || before?.projectId !== projectId) return;
    if (project.documents === before.documents) return;
    if (standOf(project.documents) !== standOf(before.documents)) void readThreads(projectId);
  });

/** Keeps the list of the open book up to date. */
export function useThreadsFollowing(): void {
  const projectId = useSession((session) => session.project?.projectId);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another book has other threads
  useEffect(() => emptyThreads, [projectId]);
  useProjectReading(readThreads, 'threads:changed');
  useEffect(() => (projectId === undefined ? undefined : followChapters(projectId)), [projectId]);
  useKeptFields(projectId);
  useEffect(() => onClosing(fieldDrafts.keepAll), []);
}
