import { ListTodo, MessageSquareText } from 'lucide-react';
import { createPortal } from 'react-dom';
import { Button } from 'react-aria-components';
import { usePageMargin } from '#renderer/app/page-margin.ts';
import { useSession } from '#renderer/app/session.ts';
import { useWords } from '#renderer/i18n/index.ts';
import type { Note } from '#shared/domain/note.ts';
import { noteMarginId } from './marks.ts';
import { showNote, useNotes } from './store.ts';
import './notes.css';

/** Boxes of one line differ by less, px. */
const lineSlack = 8;

type Group = { top: number; notes: Note[] };

/** Notes that begin in one line share a mark. */
function inLines(notes: readonly Note[], tops: ReadonlyMap<string, number>): Group[] {
  const groups: Group[] = [];
  for (const note of notes) {
    const top = tops.get(noteMarginId(note.noteId));
    if (top === undefined) continue;
    const group = groups.find((one) => Math.abs(one.top - top) < lineSlack);
    if (group === undefined) groups.push({ top, notes: [note] });
    else group.notes.push(note);
  }
  return groups;
}

function Mark({ group: { top, notes } }: { group: Group }) {
  const { t } = useWords();
  const [first] = notes;
  if (first === undefined) return null;
  const Icon = notes.some(({ kind }) => kind === 'todo') ? ListTodo : MessageSquareText;
  const each = notes.map(({ kind, text }) => t(`notes:said.${kind}`, { text })).join(' ');
  const count = notes.length;
  const said = count > 1 ? `${t('notes:count', { count })} ${each}` : each;
  return (
    <Button
      className="note-mark"
      aria-label={said}
      style={{ top }}
      onPress={() => showNote(first.noteId)}
    >
      <Icon size={14} aria-hidden />
      {count > 1 && <span aria-hidden>{count}</span>}
    </Button>
  );
}

/** A quiet mark before each line that something was noted beside. */
export function NoteMargin() {
  const { language } = useWords();
  const { leftHost, tops } = usePageMargin();
  const documentId = useSession((session) => session.documentId);
  const notes = useNotes((state) => state.notes);
  if (leftHost === null || notes === null) return null;
  const here = notes.filter((note) => note.documentId === documentId && !note.done);
  const groups = inLines(here, tops);
  if (groups.length === 0) return null;
  return createPortal(
    <div lang={language}>
      {groups.map((group) => (
        <Mark key={group.notes[0]?.noteId} group={group} />
      ))}
    </div>,
    leftHost,
  );
}
