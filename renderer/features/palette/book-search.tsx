/** The search of the whole book: every place that has the words, chapter by chapter (F24). */
import { Command } from 'cmdk';
import { useState } from 'react';
import { useJobs } from '#renderer/app/job-list.ts';
import { selectedWords } from '#renderer/app/page-text.ts';
import { useSession } from '#renderer/app/session.ts';
import { useWords } from '#renderer/i18n/index.ts';
import { holdsWords } from './holds-words.ts';
import { PaletteField, PaletteFoot, PaletteFrame } from './palette-frame.tsx';
import { PassageItem } from './passage-items.tsx';
import type { Passage } from './passages.ts';
import { readingOf, summaryOf } from './search-summary.ts';
import { usePassages } from './use-passages.ts';

type Chapter = { documentId: string; passages: readonly Passage[] };

/** The places in the order of the book, by chapter. */
function chaptersOf(passages: readonly Passage[]): Chapter[] {
  const ids = [...new Set(passages.map(({ documentId }) => documentId))];
  return ids.map((documentId) => ({
    documentId,
    passages: passages.filter((passage) => passage.documentId === documentId),
  }));
}

function BookSearchContent() {
  const { t } = useWords();
  const project = useSession((session) => session.project);
  const [query, setQuery] = useState(selectedWords);
  const reading = useJobs(({ items }) => readingOf(items, project?.projectId));
  const found = usePassages(query, reading !== null);
  const titles = new Map(project?.documents.map(({ documentId, title }) => [documentId, title]));
  return (
    <Command label={t('palette:book.label')} filter={holdsWords} loop>
      <PaletteField
        value={query}
        onValueChange={setQuery}
        placeholder={t('palette:book.label')}
        onFocus={(event) => event.currentTarget.select()}
      />
      <p className="palette-summary" role="status">
        {summaryOf(t, query, found, reading)}
      </p>
      <Command.List label={t('palette:book.label')}>
        {chaptersOf(found.passages).map(({ documentId, passages }) => {
          return (
            <Command.Group key={documentId} heading={titles.get(documentId) ?? ''}>
              {passages.map((passage) => (
                <PassageItem key={passage.start} passage={passage} query={query} />
              ))}
            </Command.Group>
          );
        })}
      </Command.List>
      <PaletteFoot runs="go" />
    </Command>
  );
}

/** Opens with the selected words; choosing a place goes there and selects it. */
export function BookSearch() {
  const { t } = useWords();
  return (
    <PaletteFrame name="search" label={t('palette:book.label')}>
      <BookSearchContent />
    </PaletteFrame>
  );
}
