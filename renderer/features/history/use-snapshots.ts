import { useEffect, useState } from 'react';
import { flushEdits } from '#renderer/app/flush.ts';
import { call } from '#renderer/rpc/index.ts';
import type { SnapshotInfo } from '#shared/domain/project.ts';

export type Versions =
  | { state: 'loading' }
  | { state: 'failed'; error: unknown }
  | { state: 'ready'; items: SnapshotInfo[]; present: string };

/** The snapshots of a chapter, newest first, and its present text once all typing is saved. */
export function useSnapshots(projectId: string, documentId: string, serial: number): Versions {
  const [versions, setVersions] = useState<Versions>({ state: 'loading' });
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new serial asks to read again
  useEffect(() => {
    let current = true;
    const read = async () => {
      await flushEdits();
      const scope = { projectId, documentId };
      const [{ items }, { text }] = await Promise.all([
        call('documents:snapshots:list', scope),
        call('documents:read', scope),
      ]);
      const newestFirst = items.toSorted((a, b) => b.createdAt - a.createdAt);
      if (current) setVersions({ state: 'ready', items: newestFirst, present: text });
    };
    read().catch((error: unknown) => {
      if (current) setVersions({ state: 'failed', error });
    });
    return () => {
      current = false;
    };
  }, [projectId, documentId, serial]);
  return versions;
}

export type SnapshotText =
  | { state: 'none' }
  | { state: 'loading' }
  | { state: 'failed'; error: unknown }
  | { state: 'ready'; text: string };

export function useSnapshotText(
  projectId: string,
  documentId: string,
  snapshotId: string | null,
): SnapshotText {
  const [text, setText] = useState<SnapshotText>({ state: 'none' });
  useEffect(() => {
    if (snapshotId === null) return setText({ state: 'none' });
    let current = true;
    setText({ state: 'loading' });
    call('documents:snapshots:read', { projectId, documentId, snapshotId })
      .then((snapshot) => {
        if (current) setText({ state: 'ready', text: snapshot.text });
      })
      .catch((error: unknown) => {
        if (current) setText({ state: 'failed', error });
      });
    return () => {
      current = false;
    };
  }, [projectId, documentId, snapshotId]);
  return text;
}
