/** The chapter on the page has no file any more: its text becomes a new chapter. */
import { useState } from 'react';
import { reportFailure } from '#renderer/app/report-failure.ts';
import { isOpenProject, openProjectId, useSession } from '#renderer/app/session.ts';
import { call } from '#renderer/rpc/index.ts';
import type { Draft } from './draft.ts';
import type { PageController } from './page-controller.ts';

/** @returns the new chapter, and the chapters with it, once all is in it that was typed until then */
async function createFrom(draft: Draft, projectId: string, title: string) {
  let text = draft.state.doc.toString();
  const created = await call('documents:create', { projectId, title, text });
  const scope = { projectId, documentId: created.documentId };
  for (;;) {
    // A save of what is gone may be under way: its failure is not to come after all is settled.
    await draft.saver.flush().catch(() => undefined);
    const now = draft.state.doc.toString();
    if (now === text) return created;
    text = now;
    const { version } = await call('documents:read', scope);
    await call('documents:save', { ...scope, text, expectedVersion: version });
  }
}

async function keepAsNew(controller: PageController, title: string): Promise<void> {
  const draft = controller.active();
  const projectId = openProjectId();
  if (draft === null || projectId === undefined) return;
  const { documentId, documents } = await createFrom(draft, projectId, title);
  draft.saver.settled();
  if (!isOpenProject(projectId)) return;
  const { documentId: shown, setDocuments, openDocument } = useSession.getState();
  setDocuments(projectId, documents);
  if (shown === draft.documentId) openDocument(documentId);
}

/** Made once, however often it is asked for. */
export function useKeepAsNew(controller: PageController): {
  keeps: boolean;
  keep(title: string): void;
} {
  const [keeps, setKeeps] = useState(false);
  return {
    keeps,
    keep(title) {
      setKeeps(true);
      keepAsNew(controller, title)
        .catch(reportFailure)
        .finally(() => setKeeps(false));
    },
  };
}
