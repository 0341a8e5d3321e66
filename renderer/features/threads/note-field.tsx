import { useEffect, useRef, useState } from 'react';
import { useWords } from '#renderer/i18n/index.ts';
import { TextArea } from '#renderer/ui/index.ts';
import { maxThreadNote } from '#shared/domain/thread.ts';
import { type ListedThread, updateThread } from './store.ts';

/** `from`: the thread it was begun on. */
type Draft = { text: string; from: ListedThread };

/** What the writer means to do about a promise. What is typed is kept when the field is left, however it is left. */
export function NoteField({ thread }: { thread: ListedThread }) {
  const { t } = useWords();
  const [draft, setDraft] = useState<Draft | null>(null);
  const now = useRef({ draft, thread });
  now.current = { draft, thread };
  // The field may be left, and be gone, before the answer: nothing is kept twice.
  const keeping = useRef<Draft | null>(null);
  const keep = async (): Promise<void> => {
    const typed = now.current.draft;
    if (typed === null || typed === keeping.current) return;
    const note = typed.text.trim();
    if (note === typed.from.note) return setDraft(null);
    keeping.current = typed;
    const kept = await updateThread(typed.from, { note });
    // What another window wrote meanwhile was said: who leaves the field again means it.
    if (now.current.draft === typed) {
      setDraft(kept === null ? { text: typed.text, from: now.current.thread } : null);
    }
  };
  const keepLast = useRef(keep);
  keepLast.current = keep;
  useEffect(() => () => void keepLast.current(), []);
  return (
    <TextArea
      label={t('threads:note')}
      rows={2}
      maxLength={maxThreadNote}
      placeholder={t('threads:noteHint')}
      value={draft?.text ?? thread.note}
      onChange={(text) => setDraft({ text, from: draft?.from ?? thread })}
      onBlur={() => void keep()}
    />
  );
}
