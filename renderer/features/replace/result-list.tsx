import { type KeyboardEvent, useMemo, useState } from 'react';
import { chapterHeading } from '#shared/chapter-heading.ts';
import { useSession } from '#renderer/app/session.ts';
import { useWords } from '#renderer/i18n/index.ts';
import type { RowFocus } from '#renderer/ui/roving.ts';
import { GroupHead, VirtualList } from '#renderer/ui/index.ts';
import { type Line, linesOf } from './lines.ts';
import { PlaceRow } from './place-row.tsx';
import { type Found, type Place, placeKey, type Selection } from './places.ts';
import { useReplace } from './store.ts';
import { type Tick, TickBox } from './tick-box.tsx';

type ResultListProps = {
  found: Found;
  selection: Selection;
  current: string | null;
  onCurrent: (place: Place) => void;
  onFlip: (places: readonly Place[]) => void;
};

type ChapterLine = Extract<Line, { kind: 'chapter' }>;

const tickOf = ({ ticked, places }: ChapterLine): Tick => {
  if (ticked === places.length) return 'on';
  return ticked === 0 ? 'off' : 'some';
};

function ChapterRow({
  line,
  focus,
  props,
}: {
  line: ChapterLine;
  focus: RowFocus;
  props: ResultListProps;
}) {
  const { t } = useWords();
  const { found, selection, onFlip } = props;
  const title = useSession(
    ({ project }) =>
      project?.documents.find(({ documentId }) => documentId === line.documentId)?.title ?? '',
  );
  const heading = chapterHeading(title);
  const closed = found.leftAlone.find(({ documentId }) => documentId === line.documentId);
  const tick = closed === undefined ? tickOf(line) : 'closed';
  const flip = () => onFlip(line.places);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== ' ') return;
    event.preventDefault();
    flip();
  };
  const count =
    closed === undefined
      ? t('replace:chapterCount', { count: line.places.length, ticked: line.ticked })
      : t(`replace:leftAlone.${closed.reason}`, { count: line.places.length });
  return (
    // biome-ignore lint/a11y/useSemanticElements: a whole row of a list that draws only what is on the screen
    <div
      {...focus}
      tabIndex={focus.tabIndex}
      role="checkbox"
      aria-checked={tick === 'some' ? 'mixed' : tick === 'on'}
      aria-disabled={tick === 'closed'}
      className="replace-chapter"
      onClick={flip}
      onKeyDown={onKeyDown}
    >
      <TickBox tick={selection.isClosed(line.documentId) ? 'closed' : tick} />
      <strong>{heading.label ?? heading.title}</strong>
      {heading.label !== null && <span className="ui-quiet">{heading.title}</span>}
      <span className="replace-where">{count}</span>
    </div>
  );
}

/** Every place by chapter; what is inside longer names stands apart below, unticked. */
export function ResultList(props: ResultListProps) {
  const { t } = useWords();
  const { found, selection, current, onCurrent, onFlip } = props;
  const documents = useSession(({ project }) => project?.documents);
  // Where it was left, when the search is opened again.
  const [begun] = useState(() => useReplace.getState().current);
  const lines = useMemo(() => linesOf(found.places, selection), [found.places, selection]);
  const shortTitle = (id: string) => {
    const { label, title } = chapterHeading(
      documents?.find(({ documentId }) => documentId === id)?.title ?? '',
    );
    return label ?? title;
  };
  return (
    <VirtualList
      label={t('replace:results')}
      lines={lines}
      heights={{ chapter: 36, head: 32, place: 30 }}
      left={begun}
      partKind="chapter"
    >
      {(line, focus) => {
        if (line.kind === 'head') {
          return (
            <GroupHead
              title={t('replace:apart', { count: line.count })}
              remark={t('replace:apartRemark')}
            />
          );
        }
        if (line.kind === 'chapter') return <ChapterRow line={line} focus={focus} props={props} />;
        const { place } = line;
        const closed = selection.isClosed(place.documentId);
        return (
          <PlaceRow
            place={place}
            focus={focus}
            tick={closed ? 'closed' : selection.isTicked(place) ? 'on' : 'off'}
            chapter={place.doubt === null ? null : shortTitle(place.documentId)}
            isCurrent={placeKey(place) === current}
            onFocus={() => onCurrent(place)}
            onFlip={() => onFlip([place])}
          />
        );
      }}
    </VirtualList>
  );
}
