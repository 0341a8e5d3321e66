/** The chapters with their shares: a bar to see them by, the figures beside it (N14). */
import { formatCount, formatPart } from '#renderer/i18n/format.ts';
import { useWords } from '#renderer/i18n/index.ts';
import { type OriginCounts, OriginKind } from '#shared/domain/origins.ts';
import { charactersOf, countsOfBook, type ReportedChapter, sharesOf } from './shares.ts';

function ShareBar({ counts }: { counts: OriginCounts }) {
  const shares = sharesOf(counts);
  return (
    <span className="origins-bar" aria-hidden>
      {OriginKind.options.map((kind) => (
        <span
          key={kind}
          className={`origins-part origins-part-${kind}`}
          style={{ width: `${shares[kind] * 100}%` }}
        />
      ))}
    </span>
  );
}

function ShareRow({ name, counts }: { name: string; counts: OriginCounts }) {
  const { language } = useWords();
  const shares = sharesOf(counts);
  return (
    <tr>
      <th scope="row">
        {name}
        <ShareBar counts={counts} />
      </th>
      <td>{formatCount(charactersOf(counts), language)}</td>
      {OriginKind.options.map((kind) => (
        <td key={kind} data-none={counts[kind] === 0 || undefined}>
          {counts[kind] === 0 ? '–' : formatPart(shares[kind], language)}
        </td>
      ))}
    </tr>
  );
}

export function ShareTable({ chapters }: { chapters: readonly ReportedChapter[] }) {
  const { t } = useWords();
  return (
    <table className="origins-table">
      <caption className="ui-hidden">{t('origins:title')}</caption>
      <thead>
        <tr>
          <th scope="col">{t('origins:columns.chapter')}</th>
          <th scope="col">{t('origins:columns.characters')}</th>
          {OriginKind.options.map((kind) => (
            <th key={kind} scope="col">
              <span className={`origins-swatch origins-part-${kind}`} aria-hidden />
              {t(`origins:kinds.${kind}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        <ShareRow name={t('origins:book')} counts={countsOfBook(chapters)} />
        {chapters.map(({ documentId, title, counts, sha256 }) =>
          sha256 === null ? (
            <tr key={documentId}>
              <th scope="row">{title}</th>
              <td colSpan={1 + OriginKind.options.length}>{t('origins:unreadable')}</td>
            </tr>
          ) : (
            <ShareRow key={documentId} name={title} counts={counts} />
          ),
        )}
      </tbody>
    </table>
  );
}
