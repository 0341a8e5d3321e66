import { useEffect, useState } from 'react';
import type { Output } from '#shared/contract/index.ts';
import { periods, readAllEgress, useEgress } from '#renderer/app/egress.ts';
import { reportFailure } from '#renderer/app/report-failure.ts';
import { formatCount } from '#renderer/i18n/format.ts';
import { useWords } from '#renderer/i18n/index.ts';
import { call } from '#renderer/rpc/index.ts';
import { Button, LinkButton, Loaded, Select } from '#renderer/ui/index.ts';
import { saveFile } from '#renderer/ui/save-file.ts';
import { egressCsv, egressJson } from './egress-file.ts';
import { EgressRow } from './egress-row.tsx';
import './egress.css';

const everyBook = 'all';

const saveAs = (kind: 'csv' | 'json'): void => {
  const name = `fabula-requests-${new Date().toISOString().slice(0, 10)}.${kind}`;
  readAllEgress()
    .then((entries) => {
      const isCsv = kind === 'csv';
      // Spreadsheets take a file for UTF-8 that begins with its mark.
      const text = isCsv ? `\u{FEFF}${egressCsv(entries)}` : egressJson(entries);
      saveFile(name, new Blob([text], { type: isCsv ? 'text/csv' : 'application/json' }));
    })
    .catch(reportFailure);
};

function Filters({ books }: { books: ReadonlyMap<string, string> }) {
  const { t } = useWords();
  const { projectId, period, assemblyId, choose } = useEgress();
  if (assemblyId !== null) {
    return (
      <div className="egress-filters">
        <span className="ui-quiet">{t('egress:ofRequest')}</span>
        <LinkButton onPress={() => void choose({ assemblyId: null, period: 'week' })}>
          {t('egress:showAll')}
        </LinkButton>
      </div>
    );
  }
  return (
    <div className="egress-filters">
      <Select
        label={t('egress:book')}
        choices={[
          { id: everyBook, label: t('egress:everyBook') },
          ...[...books].map(([id, label]) => ({ id, label })),
        ]}
        value={projectId ?? everyBook}
        onChange={(id) => void choose({ projectId: id === everyBook ? null : id })}
      />
      <Select
        label={t('egress:period')}
        choices={periods.map((id) => ({ id, label: t(`egress:periods.${id}`) }))}
        value={period}
        onChange={(chosen) => void choose({ period: chosen })}
      />
    </div>
  );
}

function Rows({
  list,
  books,
}: {
  list: Output<'egress:list'>;
  books: ReadonlyMap<string, string>;
}) {
  const { t, language } = useWords();
  const { items, total, dropped } = list;
  if (items.length === 0) return <p className="ui-quiet">{t('egress:none')}</p>;
  return (
    <>
      <div className="egress-count">
        <span>{t('egress:count', { count: total })}</span>
        {total > items.length && <span>{t('egress:newest', { count: items.length })}</span>}
        <Button size="small" onPress={() => saveAs('csv')}>
          {t('egress:saveAs', { kind: 'CSV' })}
        </Button>
        <Button size="small" onPress={() => saveAs('json')}>
          {t('egress:saveAs', { kind: 'JSON' })}
        </Button>
      </div>
      <ul className="egress-list" aria-label={t('egress:title')}>
        {items.map((entry) => (
          <EgressRow
            key={entry.egressId}
            entry={entry}
            book={books.get(entry.projectId ?? '') ?? null}
          />
        ))}
      </ul>
      {dropped > 0 && (
        <p className="ui-quiet">
          {t('egress:dropped', { dropped: formatCount(dropped, language) })}
        </p>
      )}
    </>
  );
}

/** What left this machine, request by request, and what this list cannot know. */
export function EgressPage() {
  const { t } = useWords();
  const list = useEgress((state) => state.list);
  const failure = useEgress((state) => state.failure);
  const load = useEgress((state) => state.load);
  const [books, setBooks] = useState<ReadonlyMap<string, string>>(new Map());
  useEffect(() => {
    void load();
    call('projects:list', {})
      .then(({ items }) => setBooks(new Map(items.map((item) => [item.projectId, item.name]))))
      .catch(reportFailure);
    return () => useEgress.setState({ assemblyId: null });
  }, [load]);
  return (
    <div className="settings-section">
      <p className="ui-lead">{t('egress:lead')}</p>
      <p className="ui-quiet">{t('egress:outside')}</p>
      <Filters books={books} />
      <Loaded value={list} failure={failure} onRetry={() => void load()}>
        {(loaded) => <Rows list={loaded} books={books} />}
      </Loaded>
    </div>
  );
}
