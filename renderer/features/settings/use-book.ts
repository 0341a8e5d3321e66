import { useEffect, useRef, useState } from 'react';
import { isSame } from '#renderer/app/merge-drafts.ts';
import { reportFailure } from '#renderer/app/report-failure.ts';
import { useSession } from '#renderer/app/session.ts';
import { useIsShown } from '#renderer/app/use-is-shown.ts';
import { useKeptForm } from '#renderer/app/use-kept-form.ts';
import { call } from '#renderer/rpc/index.ts';
import type { BookSettings } from '#shared/domain/book-settings.ts';
import type { ProjectInfo } from '#shared/domain/project.ts';
import {
  bookChanges,
  type BookDraft,
  bookDraftOf,
  bookProblems,
  holdsNothing,
  keptOf,
  type TenseWords,
  withKept,
} from './book-draft.ts';

const takeBook = ({ projectId, narrativePerson, tense, style }: ProjectInfo): void => {
  const settled: BookSettings = { narrativePerson, tense, style };
  useSession.setState(({ project }) =>
    project?.projectId === projectId ? { project: { ...project, ...settled } } : {},
  );
};

/** What is typed outlives the dialog, and follows what another window settles. */
const useBookForm = (project: ProjectInfo, words: TenseWords) => {
  const begun = bookDraftOf(project, words);
  return useKeptForm<BookDraft>({
    ...{ kind: 'book', id: project.projectId, begun },
    read: (kept) => withKept(kept, begun, 'mine'),
    readBegun: (kept) => withKept(kept, begun, 'before'),
    keep: keptOf,
    isEmpty: holdsNothing,
  });
};

/** The settings of a book as a form: read, edited, and saved as far as they were changed here. */
export function useBook(project: ProjectInfo, words: TenseWords) {
  const { projectId } = project;
  const form = useBookForm(project, words);
  const { fields: draft, isKept, isContested, end } = form;
  const [failure, setFailure] = useState<unknown>(null);
  const [saved, setSaved] = useState(false);
  const isShown = useIsShown();
  const latest = useRef(draft);
  latest.current = draft;
  useEffect(() => {
    // Another window may have settled something since the book was opened.
    call('projects:get', { projectId }).then(takeBook).catch(setFailure);
  }, [projectId]);
  const changes = bookChanges(draft, project, words);
  const problems = bookProblems(draft);
  const canSave = changes !== null && Object.keys(problems).length === 0;
  const save = () => {
    if (!canSave) return;
    setFailure(null);
    call('projects:update', { projectId, ...changes })
      .then((updated) => {
        setSaved(isSame(latest.current, draft));
        // What was typed meanwhile stands in the form still.
        form.settle(draft, bookDraftOf(updated, words));
        takeBook(updated);
      })
      .catch((error: unknown) => {
        if (isShown()) setFailure(error);
        else reportFailure(error);
      });
  };
  const edit = (change: Partial<BookDraft>) => {
    setSaved(false);
    form.change({ ...draft, ...change });
  };
  return { draft, problems, failure, saved, canSave, save, edit, isKept, isContested, end };
}
