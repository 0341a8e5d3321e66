/** The writer's own list of words to watch for (敏感词), of all books. */
import { useState } from 'react';
import { usePreferences } from '#renderer/app/preferences.ts';
import { useWords } from '#renderer/i18n/index.ts';
import { Button, TextArea } from '#renderer/ui/index.ts';
import { saveWatchedWords, useReports } from './store.ts';

/** A word a line; commas of either script part words too. */
const wordsOf = (text: string): string[] => [
  ...new Set(
    text
      .split(/[\n,，、;；]+/)
      .map((word) => word.trim())
      .filter((word) => word !== ''),
  ),
];

export function WatchedWords() {
  const { t } = useWords();
  const watched = usePreferences(({ settings }) => settings.watchedWords);
  const isMaking = useReports(({ task }) => task !== null);
  const [text, setText] = useState(watched.join('\n'));
  const words = wordsOf(text);
  const isSame = words.join('\n') === watched.join('\n');
  return (
    <div className="reports-watched">
      <TextArea
        label={t('reports:watched.label')}
        placeholder={t('reports:watched.placeholder')}
        rows={3}
        value={text}
        onChange={setText}
      />
      <Button
        size="small"
        isDisabled={isSame || isMaking}
        onPress={() => void saveWatchedWords(words)}
      >
        {t('reports:watched.save')}
      </Button>
    </div>
  );
}
