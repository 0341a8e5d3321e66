/** The writer's own words to watch for (敏感词): those of this book, and those of all books. */
import { useEffect, useState } from 'react';
import { usePreferences } from '#renderer/app/preferences.ts';
import { useSession } from '#renderer/app/session.ts';
import { useWords } from '#renderer/i18n/index.ts';
import { call, on } from '#renderer/rpc/index.ts';
import { Button, TextArea } from '#renderer/ui/index.ts';
import { type WordLists, saveWatchedWords, useReports } from './store.ts';

/** A word a line; commas of either script part words too. */
const wordsOf = (text: string): string[] => [
  ...new Set(
    text
      .split(/[\n,，、;；]+/)
      .map((word) => word.trim())
      .filter((word) => word !== ''),
  ),
];

/** The list of the open book, as any window or machine leaves it; null until it is known. */
function useWordsOfBook(): readonly string[] | null {
  const projectId = useSession(({ project }) => project?.projectId);
  const [words, setWords] = useState<readonly string[] | null>(null);
  useEffect(() => {
    if (projectId === undefined) return;
    let isShown = true;
    const read = (): void => {
      call('reports:watched:list', { projectId })
        .then(({ words: now }) => isShown && setWords(now))
        .catch((failure: unknown) => isShown && useReports.setState({ failure }));
    };
    read();
    const end = on('reports:watched:changed', (changed) => {
      if (changed.projectId === projectId) read();
    });
    return () => {
      isShown = false;
      end();
    };
  }, [projectId]);
  return words;
}

/** A list being changed, with what it was when the writer began. */
type Draft = { before: readonly string[]; text: string };

function useDraft(saved: readonly string[]) {
  const [draft, setDraft] = useState<Draft | null>(null);
  const before = draft?.before ?? saved;
  const text = draft?.text ?? saved.join('\n');
  const after = wordsOf(text);
  return {
    text,
    change: { before, after },
    isSame: after.join('\n') === before.join('\n'),
    onChange: (next: string) => setDraft({ before, text: next }),
    /** Once this was saved: what was typed since is a change of it. */
    forget: () =>
      setDraft((now) => (now === null || now === draft ? null : { before: after, text: now.text })),
  };
}

export function WatchedWords() {
  const { t } = useWords();
  const ofBook = useWordsOfBook();
  const isMaking = useReports(({ task }) => task !== null);
  const book = useDraft(ofBook ?? []);
  const all = useDraft(usePreferences(({ settings }) => settings.watchedWords));
  const save = async (): Promise<void> => {
    const lists: WordLists = { book: book.change, all: all.change };
    if (!(await saveWatchedWords(lists))) return;
    book.forget();
    all.forget();
  };
  const placeholder = t('reports:watched.placeholder');
  return (
    <div className="reports-watched">
      <TextArea
        {...{ placeholder, rows: 3, value: book.text, onChange: book.onChange }}
        label={t('reports:watched.book')}
        isDisabled={ofBook === null}
      />
      <TextArea
        {...{ placeholder, rows: 3, value: all.text, onChange: all.onChange }}
        label={t('reports:watched.all')}
      />
      <Button
        size="small"
        isDisabled={(book.isSame && all.isSame) || isMaking}
        onPress={() => void save()}
      >
        {t('reports:watched.save')}
      </Button>
      <p>{t('reports:watched.about')}</p>
    </div>
  );
}
