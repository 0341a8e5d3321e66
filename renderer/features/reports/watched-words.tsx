/** The writer's own words to watch for (敏感词): those of this book, and those of all books. */
import { useEffect, useRef, useState } from 'react';
import { z } from 'zod';
import { KeptLine } from '#renderer/app/kept-line.tsx';
import { usePreferences } from '#renderer/app/preferences.ts';
import { useSession } from '#renderer/app/session.ts';
import { useIsShown } from '#renderer/app/use-is-shown.ts';
import { useKeptForm } from '#renderer/app/use-kept-form.ts';
import { useWords } from '#renderer/i18n/index.ts';
import { call, on } from '#renderer/rpc/index.ts';
import { Button, TextArea } from '#renderer/ui/index.ts';
import type { WatchedWordsChange } from '#shared/domain/report.ts';
import { isNoChange, saveWatchedWords, useReports } from './store.ts';

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
const Draft = z.object({ before: z.array(z.string()).readonly(), text: z.string() });
type Draft = z.infer<typeof Draft>;

const changeOf = ({ before, text }: Draft): WatchedWordsChange => {
  const after = wordsOf(text);
  return {
    added: after.filter((word) => !before.includes(word)),
    removed: before.filter((word) => !after.includes(word)),
  };
};

/** What is typed and not saved outlives the report and the program (W4). */
function useDraft(list: 'book' | 'all', saved: readonly string[]) {
  const form = useKeptForm<Draft | null>({
    ...{ kind: 'words', id: list, begun: null },
    read: (kept) => Draft.safeParse(kept).data ?? null,
    isEmpty: (draft) => draft === null || isNoChange(changeOf(draft)),
  });
  const { fields, isKept, end } = form;
  const latest = useRef(fields);
  latest.current = fields;
  const isShown = useIsShown();
  const draft = fields ?? { before: saved, text: saved.join('\n') };
  return {
    ...{ text: draft.text, change: changeOf(draft), isKept, end },
    onChange: (text: string) => form.change({ before: draft.before, text }),
    /** Once this was saved: what was typed since is a change of it. */
    settle(): void {
      const now = latest.current;
      if (now === fields) end();
      else if (now !== null && isShown()) {
        form.change({ before: wordsOf(draft.text), text: now.text });
      }
    },
  };
}

export function WatchedWords() {
  const { t } = useWords();
  const ofBook = useWordsOfBook();
  const isMaking = useReports(({ task }) => task !== null);
  const book = useDraft('book', ofBook ?? []);
  const all = useDraft(
    'all',
    usePreferences(({ settings }) => settings.watchedWords),
  );
  const save = async (): Promise<void> => {
    if (!(await saveWatchedWords({ book: book.change, all: all.change }))) return;
    book.settle();
    all.settle();
  };
  const startOver = (): void => {
    book.end();
    all.end();
  };
  const placeholder = t('reports:watched.placeholder');
  return (
    <div className="reports-watched">
      <KeptLine isKept={book.isKept || all.isKept} onStartOver={startOver} />
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
        isDisabled={(isNoChange(book.change) && isNoChange(all.change)) || isMaking}
        onPress={() => void save()}
      >
        {t('reports:watched.save')}
      </Button>
      <p>{t('reports:watched.about')}</p>
    </div>
  );
}
