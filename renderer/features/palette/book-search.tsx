/** The search of the whole book: every place that has the words, chapter by chapter (F24). */
import { Command } from 'cmdk';
import { useState } from 'react';
import { selectedWords } from '#renderer/app/page-text.ts';
import { useSession } from '#renderer/app/session.ts';
import { failureOf, failureWords } from '#renderer/i18n/failure.ts';
import { type Translate, useWords } from '#renderer/i18n/index.ts';
import { holdsWords } from './holds-words.ts';
import { PaletteField, PaletteFoot, PaletteFrame } from './palette-frame.tsx';
import { PassageItem } from './passage-items.tsx';
import { minLength, type Passage } from './passages.ts';
import { type FoundPassages, usePassages } from './use-passages.ts';

type Chapter = { documentId: string; passages: readonly Passage[] };

/** The places in the order of the book, by chapter. */
function chaptersOf(passages: readonly Passage[]): Chapter[] {
  const ids = [...new Set(passages.map(({ documentId }) => documentId))];
  return ids.map((documentId) => ({
    documentId,
    passages: passages.filter((passage) => passage.documentId === documentId),
  }));
}

function summaryOf(t: Translate, query: string, state: FoundPassages): string {
  if (query.trim().length < minLength) return t('palette:book.hint', { count: minLength });
  if (state.searching && state.passages.length === 0) return t('palette:searching');
  if (state.failure !== null) return failureWords(t, failureOf(state.failure)).what;
  if (state.passages.length === 0) return t('palette:book.none', { query });
  const values = { count: state.passages.length };
  return t(state.cut ? 'palette:book.first' : 'palette:book.found', values);
}

function BookSearchContent() {
  const { t } = useWords();
  const project = useSession((session) => session.project);
  const [query, setQuery] = useState(selectedWords);
  const found = usePassages(query);
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
        {summaryOf(t, query, found)}
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
