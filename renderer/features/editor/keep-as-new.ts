/** The chapter on the page has no file any more: its text becomes a new chapter. */
import { useState } from 'react';
import { reportFailure } from '#renderer/app/report-failure.ts';
import { isOpenProject, openProjectId, useSession } from '#renderer/app/session.ts';
import { call } from '#renderer/rpc/index.ts';
import type { WordChange } from '#shared/domain/days.ts';
import type { Draft } from './draft.ts';
import type { PageController } from './page-controller.ts';

type Words = PageController['words'];
type Title = { projectId: string; title: string };

/** The words that are written since go with the text that has them; where it is not written, they stay with the draft. */
async function withWords<Result>(
  words: Words,
  documentId: string,
  write: (written: WordChange) => Promise<Result>,
): Promise<Result> {
  const written = words.take(documentId);
  try {
    return await write(written);
  } catch (failure) {
    words.giveBack(documentId, written);
    throw failure;
  }
}

/** @returns the new chapter, and the chapters with it, once all is in it that was typed until then */
async function createFrom({ draft, words }: { draft: Draft; words: Words }, title: Title) {
  const { projectId } = title;
  // A save of what is gone may be under way: its failure is not to come after all is settled, and gives its words back.
  const settle = () => draft.saver.flush().catch(() => undefined);
  await settle();
  let text = draft.state.doc.toString();
  const created = await withWords(words, draft.documentId, (written) =>
    call('documents:create', { ...title, text, words: written }),
  );
  const scope = { projectId, documentId: created.documentId };
  for (;;) {
    await settle();
    const now = draft.state.doc.toString();
    if (now === text) return created;
    text = now;
    const { version } = await call('documents:read', scope);
    await withWords(words, draft.documentId, (written) =>
      call('documents:save', { ...scope, text, expectedVersion: version, words: written }),
    );
  }
}

async function keepAsNew(controller: PageController, title: string): Promise<void> {
  const draft = controller.active();
  const projectId = openProjectId();
  if (draft === null || projectId === undefined) return;
  const { words } = controller;
  const { documentId, documents } = await createFrom({ draft, words }, { projectId, title });
  // What was written and taken out again meanwhile.
  words.giveBack(documentId, words.take(draft.documentId));
  draft.saver.settled();
  if (!isOpenProject(projectId)) return;
  const { documentId: shown, selection, setDocuments, openDocument } = useSession.getState();
  setDocuments(projectId, documents);
  // Who is writing goes on where the caret is.
  if (shown === draft.documentId) openDocument(documentId, selection);
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
