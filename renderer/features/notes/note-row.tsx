import { MessageSquareText } from 'lucide-react';
import { Button } from 'react-aria-components';
import { useSession } from '#renderer/app/session.ts';
import { useWords } from '#renderer/i18n/index.ts';
import { Checkbox } from '#renderer/ui/checkbox.tsx';
import { LinkButton } from '#renderer/ui/index.ts';
import { Quoted } from '#renderer/ui/quoted.tsx';
import type { Note } from '#shared/domain/note.ts';
import { NoteForm } from './note-form.tsx';
import { putIntoMessage } from './hand-over.ts';
import { openNotePlace, putNoteHere } from './page-notes.ts';
import {
  deleteNote,
  type Editing,
  edit,
  keepEditing,
  leaveEditing,
  tickNote,
  useNotes,
} from './store.ts';

/** Why a note has no place; empty where it has one. */
function useLostWords({ start, documentId }: Note): string {
  const { t } = useWords();
  const hasChapter = useSession(
    ({ project }) => project?.documents.some((one) => one.documentId === documentId) === true,
  );
  if (!hasChapter) return t('notes:lost.chapter');
  return start === null ? t('notes:lost.text') : '';
}

function Actions({ note, isLost }: { note: Note; isLost: boolean }) {
  const { t } = useWords();
  const named = (action: string) => t('notes:named', { action, text: note.text });
  return (
    <span className="note-actions">
      {isLost && (
        <LinkButton
          aria-label={named(t('notes:putHere'))}
          onPress={() =>
            void putNoteHere(t, note).catch((failure: unknown) => useNotes.setState({ failure }))
          }
        >
          {t('notes:putHere')}
        </LinkButton>
      )}
      <LinkButton
        aria-label={named(t('notes:edit'))}
        onPress={() => {
          edit(note, { text: note.text, kind: note.kind });
          useNotes.setState({ selected: note.noteId });
        }}
      >
        {t('notes:edit')}
      </LinkButton>
      <LinkButton aria-label={named(t('notes:hand'))} onPress={() => void putIntoMessage(t, note)}>
        {t('notes:hand')}
      </LinkButton>
      <LinkButton
        aria-label={named(t('notes:delete'))}
        onPress={() => void deleteNote(note, t('notes:deleted'))}
      >
        {t('notes:delete')}
      </LinkButton>
    </span>
  );
}

/** A note whose words are being changed. */
export function EditedNote({ editing: { note, words, there } }: { editing: Editing }) {
  const { t } = useWords();
  const { noteId, quote } = note;
  return (
    <li data-note={noteId}>
      <NoteForm
        words={words}
        onWords={(next) => edit(note, next)}
        quote={quote}
        there={there}
        onSave={() => void keepEditing(noteId)}
        onLeave={() => leaveEditing(noteId, t('app:kept.letGo'))}
      />
    </li>
  );
}

/** One note: its words, its passage, and what can be done with it. Pressing it opens its place. */
export function NoteRow({ note }: { note: Note }) {
  const { t } = useWords();
  const { noteId, kind, text, done, quote } = note;
  const editing = useNotes((state) => state.editing[noteId]);
  const isSelected = useNotes((state) => state.selected === noteId);
  const canWrite = useSession(({ project }) => project?.readOnly === false);
  const lost = useLostWords(note);
  if (editing) return <EditedNote editing={editing} />;
  return (
    <li className="note-row" data-note={noteId} data-selected={isSelected} data-done={done}>
      {kind === 'todo' ? (
        <Checkbox
          aria-label={t('notes:tick', { text })}
          isSelected={done}
          isDisabled={!canWrite}
          onChange={(ticked) => void tickNote(noteId, ticked)}
        >
          {null}
        </Checkbox>
      ) : (
        <MessageSquareText className="note-icon" size={14} aria-label={t('notes:kinds.note')} />
      )}
      <div>
        <Button
          className="note-open"
          isDisabled={lost !== ''}
          onPress={() => {
            useNotes.setState({ selected: noteId });
            openNotePlace(noteId).catch((failure: unknown) => useNotes.setState({ failure }));
          }}
        >
          <span className="note-text">{text}</span>
          <Quoted className="note-quote">{quote}</Quoted>
        </Button>
        <div className="note-facts">
          {lost !== '' && <span className="note-lost">{lost}</span>}
          {canWrite && <Actions note={note} isLost={lost !== ''} />}
        </div>
      </div>
    </li>
  );
}
