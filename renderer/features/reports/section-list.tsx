/** The lines of one report: a line opens its first place, → shows all of them below it (W7). */
import { ChevronDown, ChevronRight } from 'lucide-react';
import type { KeyboardEvent } from 'react';
import { useSession } from '#renderer/app/session.ts';
import { useWords } from '#renderer/i18n/index.ts';
import { EmptyState, GroupHead, VirtualList } from '#renderer/ui/index.ts';
import type { RowFocus } from '#renderer/ui/roving.ts';
import { chapterHeading } from '#shared/chapter-heading.ts';
import type { ReportLine, ReportPlace, ReportSection } from '#shared/domain/report.ts';
import { withoutMarks } from '#shared/emphases.ts';
import { drawLines } from './lines.ts';
import { figureWords, leadWords, lineLabel } from './line-words.ts';
import { openLine, openPlaceOf, toggleLine, useReports } from './store.ts';

/** A label of so many characters is a sentence: it needs no quotation of itself. */
const longLabel = 40;

const heights = { head: 34, line: 54, place: 30 };

/** Titles of chapters by their ids: the short one where there is a number. */
const useTitles = (): ((documentId: string) => { short: string; whole: string }) => {
  const documents = useSession(({ project }) => project?.documents);
  return (documentId) => {
    const whole = documents?.find((one) => one.documentId === documentId)?.title ?? '';
    const { label, title } = chapterHeading(whole);
    return { short: label ?? title, whole };
  };
};

/** The parts of the book in order: the more places, the higher the bar. */
function Spread({ spread }: { spread: readonly number[] }) {
  const max = Math.max(...spread, 1);
  return (
    <svg
      className="reports-spread"
      viewBox={`0 0 ${Math.max(1, spread.length)} 10`}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      {spread.map((count, at) =>
        count === 0 ? null : (
          <rect
            // biome-ignore lint/suspicious/noArrayIndexKey: parts of the book have no other name
            key={at}
            x={at + 0.1}
            width={0.8}
            y={10 - 2 - (8 * count) / max}
            height={2 + (8 * count) / max}
          />
        ),
      )}
    </svg>
  );
}

/** A share of a hundred, as a bar. */
function Share({ share }: { share: number }) {
  return (
    <span className="reports-share" aria-hidden="true">
      <span style={{ width: `${share}%` }} />
    </span>
  );
}

function Quote({ place }: { place: ReportPlace }) {
  const [before, match, after] = withoutMarks([place.before.trimStart(), place.match, place.after]);
  return (
    <span className="reports-quote">
      <span>
        <bdi>{before}</bdi>
      </span>
      <mark>{match}</mark>
      <span>{after}</span>
    </span>
  );
}

function LineRow({ line, isOpen, focus }: { line: ReportLine; isOpen: boolean; focus: RowFocus }) {
  const { t } = useWords();
  const titleOf = useTitles();
  const { lineId, place, count, spread, figures } = line;
  const chapter = titleOf(place.documentId);
  const label = lineLabel(t, line, chapter.whole);
  const isFoldable = count > 1;
  const onKeyDown = (event: KeyboardEvent): void => {
    const wanted = event.key === 'ArrowRight' ? true : event.key === 'ArrowLeft' ? false : null;
    if (wanted === null || !isFoldable || wanted === isOpen) return;
    event.preventDefault();
    void toggleLine(lineId, wanted);
  };
  return (
    <div className="reports-row">
      {isFoldable ? (
        <button
          type="button"
          className="reports-fold"
          tabIndex={-1}
          aria-expanded={isOpen}
          aria-label={t('reports:allPlaces', { label })}
          onClick={() => void toggleLine(lineId, !isOpen)}
        >
          {isOpen ? <ChevronDown size={16} aria-hidden /> : <ChevronRight size={16} aria-hidden />}
        </button>
      ) : (
        <span className="reports-fold" />
      )}
      <button
        type="button"
        className="reports-line"
        onClick={() => void openLine(line, t)}
        onKeyDown={onKeyDown}
        {...focus}
      >
        <span className="reports-label" data-long={label.length > longLabel || undefined}>
          {label}
          {figures.within !== undefined && (
            <span className="reports-within">
              {t('reports:figures.within', { count: figures.within })}
            </span>
          )}
        </span>
        <span className="reports-figures">{figureWords(t, line)}</span>
        {spread.length > 1 && <Spread spread={spread} />}
        {figures.share !== undefined && <Share share={figures.share} />}
        <span className="reports-where">
          {label !== chapter.whole && <span className="ui-quiet">{chapter.short}</span>}
          {label.length <= longLabel && <Quote place={place} />}
        </span>
      </button>
    </div>
  );
}

function PlaceRow({
  lineId,
  at,
  place,
  focus,
}: {
  lineId: string;
  at: number;
  place: ReportPlace;
  focus: RowFocus;
}) {
  const { t } = useWords();
  const titleOf = useTitles();
  return (
    <button
      type="button"
      className="reports-place"
      onClick={() => void openPlaceOf(lineId, at, place, t)}
      {...focus}
    >
      <span className="ui-quiet">{titleOf(place.documentId).short}</span>
      <Quote place={place} />
    </button>
  );
}

/** One report: a sentence, then its lines. */
export function SectionList({ section }: { section: ReportSection }) {
  const { t } = useWords();
  const places = useReports((state) => state.places);
  const { kind, lines } = section;
  if (lines.length === 0) {
    return <EmptyState title={t(`reports:kinds.${kind}`)} text={t(`reports:none.${kind}`)} />;
  }
  return (
    <>
      <p className="ui-lead reports-lead">{leadWords(t, section)}</p>
      <VirtualList
        label={t(`reports:kinds.${kind}`)}
        lines={drawLines(lines, places)}
        heights={heights}
      >
        {(drawn, focus) => {
          if (drawn.kind === 'line') {
            return <LineRow line={drawn.line} isOpen={drawn.isOpen} focus={focus} />;
          }
          if (drawn.kind === 'place') return <PlaceRow {...drawn} focus={focus} />;
          const { remark, count } = drawn;
          return (
            <GroupHead
              title={
                remark === null
                  ? t('reports:morePlaces', { count })
                  : t(`reports:remarks.${remark}`)
              }
              remark={remark === null ? undefined : t('reports:lines', { count })}
            />
          );
        }}
      </VirtualList>
    </>
  );
}
