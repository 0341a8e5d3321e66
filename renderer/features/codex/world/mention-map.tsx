/** Where an entry is named, on one axis of the book's chapters: drawn in percent, so that every width and length fits. */
import { type KeyboardEvent, type PointerEvent, useState } from 'react';
import { volumesOf } from '#renderer/app/chapter-axis.ts';
import { numberedTitle } from '#renderer/app/chapter-label.ts';
import { volumeName } from '#renderer/app/group-name.ts';
import { useWords } from '#renderer/i18n/index.ts';
import type { DocumentInfo } from '#shared/domain/project.ts';
import type { Entity } from '#shared/domain/knowledge.ts';
import {
  aliasRows,
  barsOf,
  type ChapterMentions,
  chapterAt,
  middleOf,
  ticksOf,
} from './map-geometry.ts';
import { openMention } from './store.ts';

/** More names than these make the map higher than it tells. */
const shownAliases = 6;
const rowHeight = 14;
const square = 6;

type MapProps = {
  entity: Entity;
  mentions: readonly ChapterMentions[];
  documents: readonly DocumentInfo[];
  /** The chapter of the page; null where none is open. */
  now: number | null;
};

/** One chapter of it in words: number, title, how often. */
function useChapterWords({ mentions, documents }: MapProps) {
  const { t } = useWords();
  const byChapter = new Map(mentions.map((one) => [one.chapter, one]));
  const max = Math.max(0, ...mentions.map(({ count }) => count));
  return (chapter: number) => {
    const count = byChapter.get(chapter)?.count ?? 0;
    const document = documents.find((one) => one.chapter === chapter);
    const often =
      count === max && count > 0
        ? t('codex:world.most', { count })
        : t('codex:world.times', { count });
    const where = numberedTitle(document?.title ?? '', (title) =>
      t('codex:world.chapterTitled', { chapter, title }),
    );
    return { where, often };
  };
}

function Volumes({ documents }: Pick<MapProps, 'documents'>) {
  const { t } = useWords();
  return volumesOf(documents, (group) => volumeName(t, group)).map(({ key, name, from, to }) => (
    <span
      key={key}
      className="world-volume"
      style={{ insetInlineStart: `${from}%`, inlineSize: `${to - from}%` }}
    >
      <span>{name}</span>
    </span>
  ));
}

/** The chapter of the page; behind the bars, or it would hide the one of that chapter in a long book. */
function Now({ chapter, chapters }: { chapter: number; chapters: number }) {
  return (
    <div className="world-under">
      <span className="world-now" style={{ insetInlineStart: `${middleOf(chapter, chapters)}%` }} />
    </div>
  );
}

/** A label at the edge stays within the axis. */
const edgeOf = (at: number): 'start' | 'end' | undefined =>
  at < 5 ? 'start' : at > 95 ? 'end' : undefined;

function Axis({ chapters, now }: { chapters: number; now: number | null }) {
  const { t } = useWords();
  // The words of the chapter of the page reach farther than a number; at the edge they stand to one side.
  const isNear = (chapter: number): boolean => {
    if (now === null) return false;
    const at = middleOf(now, chapters);
    return Math.abs(middleOf(chapter, chapters) - at) < (edgeOf(at) ? 14 : 8);
  };
  return (
    <div className="world-row world-axis" aria-hidden="true">
      <span />
      <span className="world-track">
        {ticksOf(chapters)
          .filter((chapter) => !isNear(chapter))
          .map((chapter) => (
            <span
              key={chapter}
              className="world-tick"
              style={{ insetInlineStart: `${middleOf(chapter, chapters)}%` }}
            >
              {chapter}
            </span>
          ))}
        {now !== null && (
          <span
            className="world-tick"
            data-now
            data-edge={edgeOf(middleOf(now, chapters))}
            style={{ insetInlineStart: `${middleOf(now, chapters)}%` }}
          >
            {t('codex:world.now', { chapter: now })}
          </span>
        )}
      </span>
    </div>
  );
}

function Tip({ at, where, often }: { at: number; where: string; often: string }) {
  const side = at > 50 ? { insetInlineEnd: `${100 - at}%` } : { insetInlineStart: `${at}%` };
  return (
    <span className="world-tip" style={side} aria-hidden="true">
      <b>{where}</b> {often}
    </span>
  );
}

/** Left and right go from one chapter that names it to the next, Enter opens it. */
function Reader(
  props: MapProps & { chosen: number | null; onChoose: (at: number | null) => void },
) {
  const { t } = useWords();
  const { entity, mentions, documents, chosen, onChoose, now } = props;
  const words = useChapterWords(props);
  const chapters = documents.length;
  const named = mentions.map(({ chapter }) => chapter);
  const at = chosen ?? now ?? named[0] ?? 1;
  const { where, often } = words(at);
  const open = (chapter: number): void => {
    const mention = mentions.find((one) => one.chapter === chapter);
    if (mention) openMention(mention);
  };
  const chapterUnder = (event: PointerEvent<HTMLElement>): number => {
    const { left, width } = event.currentTarget.getBoundingClientRect();
    return chapterAt((event.clientX - left) / Math.max(1, width), chapters);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const to: Record<string, number | undefined> = {
      ArrowRight: named.find((chapter) => chapter > (chosen ?? now ?? 0)),
      ArrowLeft: named.findLast((chapter) => chapter < (chosen ?? now ?? chapters + 1)),
      Home: named[0],
      End: named.at(-1),
    };
    if (event.key === 'Enter') {
      event.preventDefault();
      open(at);
    } else if (event.key in to) {
      event.preventDefault();
      const next = to[event.key];
      if (next !== undefined) onChoose(next);
    }
  };
  return (
    <>
      <div
        className="world-reader"
        role="slider"
        tabIndex={0}
        aria-label={t('codex:world.mapOf', { name: entity.name })}
        aria-valuemin={1}
        aria-valuemax={chapters}
        aria-valuenow={at}
        aria-valuetext={`${where} ${often}`}
        onKeyDown={onKeyDown}
        onBlur={() => onChoose(null)}
        onPointerMove={(event) => onChoose(chapterUnder(event))}
        onPointerLeave={() => onChoose(null)}
        onClick={() => open(at)}
      />
      {chosen !== null && <Tip at={middleOf(chosen, chapters)} where={where} often={often} />}
    </>
  );
}

function Aliases({
  entity,
  mentions,
  chapters,
}: Pick<MapProps, 'entity' | 'mentions'> & { chapters: number }) {
  const { t } = useWords();
  const rows = aliasRows(mentions, entity.name, chapters);
  return (
    <>
      {rows.slice(0, shownAliases).map(({ name, squares }) => (
        <div key={name} className="world-row" aria-hidden="true">
          <span className="world-label" title={name}>
            {name}
          </span>
          <svg className="world-track" width="100%" height={rowHeight} aria-hidden="true">
            {squares.map(({ x, width }) => (
              <rect
                key={x}
                className="world-alias"
                x={`${x}%`}
                width={`${width}%`}
                y={(rowHeight - square) / 2}
                height={square}
              />
            ))}
          </svg>
        </div>
      ))}
      {rows.length > shownAliases && (
        <p className="world-quiet">
          {t('codex:world.moreNames', { count: rows.length - shownAliases })}
        </p>
      )}
    </>
  );
}

/** What is drawn, as words in cells. */
function MapTable(props: MapProps) {
  const { t } = useWords();
  const words = useChapterWords(props);
  return (
    <table className="ui-hidden">
      <caption>{t('codex:world.mapOf', { name: props.entity.name })}</caption>
      <tbody>
        {props.mentions.map(({ chapter, names }) => (
          <tr key={chapter}>
            <th scope="row">{words(chapter).where}</th>
            <td>{words(chapter).often}</td>
            <td>{names.map(({ name, count }) => `${name} ${count}`).join(t('codex:separator'))}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

export function MentionMap(props: MapProps) {
  const { t } = useWords();
  const [chosen, setChosen] = useState<number | null>(null);
  const { entity, mentions, documents, now } = props;
  const chapters = documents.length;
  const hasVolumes = volumesOf(documents, String).length > 0;
  return (
    <section className="world-map" data-volumes={hasVolumes || undefined}>
      {now !== null && <Now chapter={now} chapters={chapters} />}
      <div className="world-row world-bars">
        <span className="world-label">{t('codex:world.mentions')}</span>
        <svg
          className="world-track"
          width="100%"
          height="100%"
          viewBox="0 0 100 100"
          preserveAspectRatio="none"
          aria-hidden="true"
        >
          {barsOf(mentions, chapters).map(({ chapter, x, width, height }) => (
            <rect
              key={chapter}
              className="world-bar"
              data-now={chapter === now || undefined}
              data-chosen={chapter === chosen || undefined}
              x={x}
              width={width}
              y={100 - height}
              height={height}
            />
          ))}
        </svg>
      </div>
      <Aliases entity={entity} mentions={mentions} chapters={chapters} />
      <Axis chapters={chapters} now={now} />
      <div className="world-over">
        <Volumes documents={documents} />
        <Reader {...props} chosen={chosen} onChoose={setChosen} />
      </div>
      <MapTable {...props} />
    </section>
  );
}
