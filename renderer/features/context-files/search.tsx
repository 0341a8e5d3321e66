import { Search as SearchIcon } from 'lucide-react';
import type { FormEvent } from 'react';
import { useWords } from '#renderer/i18n/index.ts';
import { Button, isTooLong, TextField } from '#renderer/ui/index.ts';
import { Marked } from './marked.tsx';
import { type Found, useFiles } from './store.ts';

/** UTF-16 units. */
const longestWords = 300;

function Results({ found }: { found: Found }) {
  const { t } = useWords();
  const { show } = useFiles.getState();
  const { totalMatches, matches, words } = found;
  if (totalMatches === 0) {
    return (
      <p className="files-remark" role="status">
        {t('context-files:search.none')}
      </p>
    );
  }
  return (
    <>
      <p className="files-remark" role="status">
        {matches.length < totalMatches
          ? t('context-files:search.some', { count: totalMatches, shown: matches.length })
          : t('context-files:search.all', { count: totalMatches })}
      </p>
      <ol className="files-results" aria-label={t('context-files:search.results')}>
        {matches.map(({ line, content, offset = 0 }) => (
          <li key={line}>
            <button type="button" className="files-result" onClick={() => show(offset)}>
              <span className="files-number">{line}</span>
              <span>
                <Marked text={content} words={words} />
              </span>
            </button>
          </li>
        ))}
      </ol>
    </>
  );
}

/** Looks for words in the open file; a line found is shown in the reader. */
export function Search() {
  const { t } = useWords();
  const words = useFiles((state) => state.words);
  const found = useFiles((state) => state.found);
  const searching = useFiles((state) => state.searching);
  const { setWords, search } = useFiles.getState();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isTooLong(words, longestWords)) void search();
  };
  return (
    <search className="files-search">
      <form onSubmit={submit}>
        <TextField
          type="search"
          label={t('context-files:search.label')}
          hideLabel
          icon={SearchIcon}
          placeholder={t('context-files:search.label')}
          longest={longestWords}
          value={words}
          onChange={setWords}
        />
        <Button
          type="submit"
          size="small"
          isDisabled={words === '' || isTooLong(words, longestWords) || searching}
        >
          {t('context-files:search.action')}
        </Button>
      </form>
      {found !== null && <Results found={found} />}
    </search>
  );
}
