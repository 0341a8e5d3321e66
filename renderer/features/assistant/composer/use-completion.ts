import { type KeyboardEvent, type RefObject, useMemo, useState } from 'react';
import { chapterHeading } from '#shared/chapter-heading.ts';
import { useSession } from '#renderer/app/session.ts';
import { useSkills } from '#renderer/features/write/index.ts';
import { useWords } from '#renderer/i18n/index.ts';
import { complete, matchingFiles, wantedAt } from './completion.ts';
import { mentionWord } from '../mentions.ts';
import { slashChoices } from './slash.ts';
import { useComposer } from './store.ts';

/** As many as are shown. */
const maxShown = 8;

export type Suggestion = { id: string; label: string; title: string; detail: string; word: string };

/** What can complete the word at the caret, and the keys that choose among it. */
export function useCompletion(text: string, field: RefObject<HTMLTextAreaElement | null>) {
  const { t } = useWords();
  const documents = useSession((session) => session.project?.documents);
  const skills = useSkills();
  const [caret, setCaret] = useState(0);
  const [current, setCurrent] = useState(0);
  /** The text for which the writer pressed Esc. */
  const [dismissed, setDismissed] = useState<string | null>(null);
  const wanted = dismissed === text ? null : wantedAt(text, caret);
  const sign = wanted?.sign ?? null;
  const query = wanted?.query ?? '';
  const suggestions = useMemo((): Suggestion[] => {
    if (sign === null) return [];
    if (sign === '/') {
      const titles = {
        new: t('assistant:slash.new'),
        compact: t('assistant:slash.compact'),
        export: t('assistant:slash.export'),
      };
      return slashChoices(query, skills, titles).map(({ name, title, isSkill }) => ({
        id: name,
        label: '',
        title,
        detail: isSkill ? t('assistant:slash.skill') : `/${name}`,
        word: `/${name}`,
      }));
    }
    return matchingFiles(documents ?? [], query, maxShown).map((file) => {
      const { label, title } = chapterHeading(file.title);
      const { path } = file;
      // A name that says the same is not said twice.
      const detail = path.includes(title) ? path.split('/').slice(0, -1).join('/') : path;
      return {
        id: path,
        label: label ?? '',
        title,
        detail,
        word: mentionWord(file, documents ?? []),
      };
    });
  }, [sign, query, skills, documents, t]);
  const isOpen = suggestions.length > 0;
  const chosen = Math.min(current, suggestions.length - 1);

  const choose = (index: number) => {
    const suggestion = suggestions[index];
    if (suggestion === undefined || wanted === null) return;
    const done = complete(text, caret, wanted, suggestion.word);
    useComposer.getState().setText(done.text);
    setCurrent(0);
    setCaret(done.caret);
    requestAnimationFrame(() => {
      field.current?.focus();
      field.current?.setSelectionRange(done.caret, done.caret);
    });
  };

  /** Whether the key was for the list. */
  const onKey = (event: KeyboardEvent): boolean => {
    if (!isOpen || event.ctrlKey || event.metaKey || event.altKey) return false;
    const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1 };
    const step = steps[event.key];
    if (step !== undefined) {
      setCurrent((chosen + step + suggestions.length) % suggestions.length);
      return true;
    }
    if (event.key === 'Enter' || event.key === 'Tab') {
      if (event.shiftKey) return false;
      choose(chosen);
      return true;
    }
    if (event.key !== 'Escape') return false;
    setDismissed(text);
    return true;
  };

  const follow = () => {
    setCaret(field.current?.selectionStart ?? 0);
    setCurrent(0);
  };
  return { suggestions, isOpen, chosen, choose, onKey, follow };
}
