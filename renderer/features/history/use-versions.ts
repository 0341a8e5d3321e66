import { useEffect, useState } from 'react';
import { flushEdits } from '#renderer/app/flush.ts';
import { formOf } from '#renderer/app/form-kind.ts';
import { formDrafts } from '#renderer/app/kept-forms.ts';
import { call, on } from '#renderer/rpc/index.ts';
import type { SnapshotInfo } from '#shared/domain/project.ts';

export type Versions =
  | { state: 'loading' }
  | { state: 'failed'; error: unknown }
  | { state: 'ready'; items: readonly SnapshotInfo[]; present: { text: string; version: string } };

/** Nobody can go on with the name of a version that is no more, nor let go of it. */
function dropNamesOfGone({ projectId, documentId }: Chapter, items: readonly SnapshotInfo[]): void {
  const named = new Set(
    items.map(({ snapshotId }) => formOf('versionName', `${documentId}:${snapshotId}`)),
  );
  const ofChapter = formOf('versionName', `${documentId}:`);
  for (const { form } of formDrafts.waiting(projectId)) {
    if (form.startsWith(ofChapter) && !named.has(form)) formDrafts.discard({ projectId, form });
  }
}

type Chapter = { projectId: string; documentId: string };

/** The versions of a chapter, newest first, and its present text once all typing is saved; read again on `reload`. */
export function useVersions({ projectId, documentId }: Chapter): [Versions, () => void] {
  const [versions, setVersions] = useState<Versions>({ state: 'loading' });
  const [serial, setSerial] = useState(0);
  const reload = () => setSerial((before) => before + 1);
  useEffect(
    () =>
      on('document:changed', (event) => {
        if (event.documentId === documentId) setSerial((before) => before + 1);
      }),
    [documentId],
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new serial asks to read again
  useEffect(() => {
    let current = true;
    const read = async () => {
      await flushEdits();
      const scope = { projectId, documentId };
      const [{ items }, present] = await Promise.all([
        call('documents:snapshots:list', scope),
        call('documents:read', scope),
      ]);
      if (!current) return;
      setVersions({ state: 'ready', items, present });
      dropNamesOfGone(scope, items);
    };
    read().catch((error: unknown) => {
      if (current) setVersions({ state: 'failed', error });
    });
    return () => {
      current = false;
    };
  }, [projectId, documentId, serial]);
  return [versions, reload];
}

export type VersionText =
  | { state: 'loading' }
  | { state: 'failed'; error: unknown }
  | { state: 'ready'; text: string };

/** The text of a version; of the present one where `snapshotId` is null. */
export function useVersionText(
  { projectId, documentId }: Chapter,
  snapshotId: string | null,
  present: string,
): VersionText {
  const [read, setRead] = useState<{ id: string; value: VersionText } | null>(null);
  useEffect(() => {
    if (snapshotId === null) return undefined;
    let current = true;
    void call('documents:snapshots:read', { projectId, documentId, snapshotId })
      .then(({ text }): VersionText => ({ state: 'ready', text }))
      .catch((error: unknown): VersionText => ({ state: 'failed', error }))
      .then((value) => {
        if (current) setRead({ id: snapshotId, value });
      });
    return () => {
      current = false;
    };
  }, [projectId, documentId, snapshotId]);
  if (snapshotId === null) return { state: 'ready', text: present };
  return read?.id === snapshotId ? read.value : { state: 'loading' };
}
