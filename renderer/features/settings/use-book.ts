import { useEffect, useRef, useState } from 'react';
import { useSession } from '#renderer/app/session.ts';
import { call } from '#renderer/rpc/index.ts';
import type { BookSettings } from '#shared/domain/book-settings.ts';
import type { ProjectInfo } from '#shared/domain/project.ts';
import {
  bookChanges,
  type BookDraft,
  bookDraftOf,
  bookProblems,
  type TenseWords,
} from './book-draft.ts';

const takeBook = ({ projectId, narrativePerson, tense, style }: ProjectInfo): void => {
  const settled: BookSettings = { narrativePerson, tense, style };
  useSession.setState(({ project }) =>
    project?.projectId === projectId ? { project: { ...project, ...settled } } : {},
  );
};

/** What was edited since these edits were sent. */
const editedSince = (now: Partial<BookDraft>, sent: Partial<BookDraft>): Partial<BookDraft> => ({
  ...(now.person === undefined || now.person === sent.person ? {} : { person: now.person }),
  ...(now.tense === undefined || now.tense === sent.tense ? {} : { tense: now.tense }),
  ...(now.style === undefined || now.style === sent.style ? {} : { style: now.style }),
});

/** The settings of a book as a form: read, edited, and saved as far as they were changed here. */
export function useBook(project: ProjectInfo, words: TenseWords) {
  const { projectId } = project;
  const [edits, setEdits] = useState<Partial<BookDraft>>({});
  const [failure, setFailure] = useState<unknown>(null);
  const [saved, setSaved] = useState(false);
  const latest = useRef(edits);
  latest.current = edits;
  useEffect(() => {
    // Another window may have settled something since the book was opened.
    call('projects:get', { projectId }).then(takeBook).catch(setFailure);
  }, [projectId]);
  const draft = { ...bookDraftOf(project, words), ...edits };
  const changes = bookChanges(draft, project, words);
  const problems = bookProblems(draft);
  const save = () => {
    if (changes === null || Object.keys(problems).length > 0) return;
    setFailure(null);
    call('projects:update', { projectId, ...changes })
      .then((updated) => {
        takeBook(updated);
        // What was typed meanwhile stands in the form still.
        setEdits((now) => editedSince(now, edits));
        setSaved(latest.current === edits);
      })
      .catch(setFailure);
  };
  const edit = (change: Partial<BookDraft>) => {
    setSaved(false);
    setEdits({ ...edits, ...change });
  };
  const canSave = changes !== null && Object.keys(problems).length === 0;
  return { draft, problems, failure, saved, canSave, save, edit };
}
