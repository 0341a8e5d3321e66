import { useEffect } from 'react';
import { useChapterOrder } from '#renderer/app/chapter-order.ts';
import { useProjectReading } from '#renderer/app/project-reading.ts';
import { useSession } from '#renderer/app/session.ts';
import { useCodex } from './store.ts';

/** Reads the codex of the open project and what the chapter mentions, and keeps both up to date. */
export function useLiveCodex(): void {
  const { load, readChapter } = useCodex.getState();
  useProjectReading(load, 'knowledge:changed', useChapterOrder());
  const projectId = useSession((session) => session.project?.projectId);
  const documentId = useSession((session) => session.documentId);
  const savedVersion = useSession((session) => session.savedVersion);
  const entities = useCodex((state) => state.entities);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a saved chapter may mention others, and others may bear its names
  useEffect(() => {
    if (projectId === undefined || documentId === null) return;
    void readChapter(projectId, documentId);
  }, [projectId, documentId, savedVersion, entities, readChapter]);
}
