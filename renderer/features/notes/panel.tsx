import { useEffect, useRef } from 'react';
import { focusPage } from '#renderer/app/page-focus.ts';
import { useSession } from '#renderer/app/session.ts';
import { useWords } from '#renderer/i18n/index.ts';
import { Button, EmptyState, GroupHead, Loaded, Segmented } from '#renderer/ui/index.ts';
import type { Note } from '#shared/domain/note.ts';
import { useFocusKept } from '#renderer/ui/keep-focus.ts';
import { NoteForm } from './note-form.tsx';
import { EditedNote, NoteRow } from './note-row.tsx';
import { beginNote } from './page-notes.ts';
import { keepDraft, leaveDraft, readNotes, type Shown, useNotes } from './store.ts';
import './notes.css';

type Group = { key: string; title: string; notes: Note[] };

/** By chapter, in the order of the book; behind them what belongs to no chapter any more. */
function useGroups(notes: readonly Note[]): Group[] {
  const { t } = useWords();
  const documents = useSession(({ project }) => project?.documents) ?? [];
  const known = new Set(documents.map(({ documentId }) => documentId));
  const byChapter = documents.map(({ documentId, title }) => ({
    ...{ key: documentId, title },
    notes: notes.filter((note) => note.documentId === documentId),
  }));
  const without = notes.filter((note) => !known.has(note.documentId));
  return [...byChapter, { key: '', title: t('notes:noChapter'), notes: without }].filter(
    ({ notes: own }) => own.length > 0,
  );
}

/** The note that is being written. */
function NewNote() {
  const { t } = useWords();
  const draft = useNotes((state) => state.draft);
  const words = useNotes((state) => state.words);
  if (draft === null) return null;
  const leave = () => {
    leaveDraft(t('app:kept.letGo'));
    focusPage();
  };
  const leaveTo = ({ noteId }: Note) => {
    // What was written meanwhile is gone on with.
    if (useNotes.getState().editing[noteId] === undefined) focusPage();
  };
  return (
    <NoteForm
      key={draft.draftId}
      words={words}
      onWords={(next) => useNotes.setState({ words: next })}
      quote={draft.quote}
      onSave={(now) => void keepDraft(now).then((kept) => kept && leaveTo(kept))}
      onLeave={leave}
    />
  );
}

/** Notes that another window deleted while their words were being changed here: kept, they come back. */
function DeletedNotes({ notes }: { notes: readonly Note[] }) {
  const { t } = useWords();
  const editing = useNotes((state) => state.editing);
  const known = new Set(notes.map(({ noteId }) => noteId));
  const deleted = Object.values(editing).filter(({ note }) => !known.has(note.noteId));
  if (deleted.length === 0) return null;
  return (
    <section>
      <p className="notes-deleted ui-quiet">{t('notes:deletedElsewhere')}</p>
      <ul aria-label={t('notes:deletedElsewhere')}>
        {deleted.map((one) => (
          <EditedNote key={one.note.noteId} editing={one} />
        ))}
      </ul>
    </section>
  );
}

function Head({ open, done }: { open: number; done: number }) {
  const { t } = useWords();
  const shown = useNotes((state) => state.shown);
  const canWrite = useSession(
    ({ project, documentId }) => project?.readOnly === false && documentId !== null,
  );
  return (
    <header className="notes-head">
      <Segmented<Shown>
        label={t('notes:filter')}
        look="chips"
        choices={[
          { id: 'open', label: t('notes:open', { count: open }) },
          { id: 'done', label: t('notes:done', { count: done }) },
        ]}
        value={shown}
        onChange={(next) => useNotes.setState({ shown: next })}
      />
      <Button size="small" isDisabled={!canWrite} onPress={() => beginNote(t)}>
        {t('notes:add')}
      </Button>
    </header>
  );
}

function Groups({ notes }: { notes: readonly Note[] }) {
  const { t } = useWords();
  const shown = useNotes((state) => state.shown);
  const draft = useNotes((state) => state.draft);
  const groups = useGroups(notes.filter(({ done }) => done === (shown === 'done')));
  if (groups.length === 0 && draft === null) {
    return <EmptyState title={t(`notes:empty.${shown}`)} text={t('notes:empty.text')} />;
  }
  return groups.map(({ key, title, notes: own }) => (
    <section key={key}>
      <h3 className="notes-chapter">
        <GroupHead title={title} remark={t('notes:count', { count: own.length })} />
      </h3>
      <ul aria-label={title}>
        {own.map((note) => (
          <NoteRow key={note.noteId} note={note} />
        ))}
      </ul>
    </section>
  ));
}

/** Brings the note that was asked for into view. */
function useSelectedInView(list: React.RefObject<HTMLDivElement | null>): void {
  const selected = useNotes((state) => state.selected);
  useEffect(() => {
    const row = list.current?.querySelector(`[data-note="${CSS.escape(selected ?? '')}"]`);
    row?.scrollIntoView({ block: 'nearest' });
  }, [selected, list]);
}

/** What the writer said to themselves beside passages of the book, by chapter. */
export function NotesPanel() {
  const notes = useNotes((state) => state.notes);
  const failure = useNotes((state) => state.failure);
  const projectId = useSession(({ project }) => project?.projectId);
  const list = useRef<HTMLDivElement>(null);
  useSelectedInView(list);
  useFocusKept(list);
  return (
    <div className="notes" ref={list} tabIndex={-1}>
      <Loaded
        value={notes}
        failure={failure}
        onRetry={() => projectId !== undefined && void readNotes(projectId)}
      >
        {(known) => (
          <>
            <Head
              open={known.filter(({ done }) => !done).length}
              done={known.filter(({ done }) => done).length}
            />
            <NewNote />
            <div className="notes-list">
              <DeletedNotes notes={known} />
              <Groups notes={known} />
            </div>
          </>
        )}
      </Loaded>
    </div>
  );
}
