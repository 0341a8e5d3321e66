import { ChevronRight, Columns2 } from 'lucide-react';
import { formatCount, formatDay, formatTime } from '#renderer/i18n/format.ts';
import { useWords } from '#renderer/i18n/index.ts';
import { IconButton, Segmented, VirtualList } from '#renderer/ui/index.ts';
import type { RowFocus } from '#renderer/ui/roving.ts';
import {
  type Change,
  countsOf,
  type Filter,
  filters,
  type FoldLine,
  type HistoryLine,
  linesOf,
  type VersionLine,
} from './entries.ts';
import type { SnapshotInfo } from '#shared/domain/project.ts';
import { useState } from 'react';
import { versionWords } from './version-words.ts';

const heights = { head: 28, now: 46, version: 46, fold: 28 } as const;

type RailProps = {
  items: readonly SnapshotInfo[];
  presentWords: number;
  /** The versions on the left and on the right of the comparison; null for the text now. */
  chosen: string | null;
  other: string | null;
  onChoose: (snapshotId: string) => void;
  onOther: (snapshotId: string | null) => void;
};

function ChangeWords({ change }: { change: Change }) {
  const { t } = useWords();
  if (change === null) return t('history:first');
  const { words, isSame } = change;
  if (words === 0) return t(isSame ? 'history:noChange' : 'history:noMore');
  return t(words > 0 ? 'history:more' : 'history:less', { count: Math.abs(words) });
}

type RowProps<Line> = { line: Line; focus: RowFocus };

function VersionRow({ line, focus, ...props }: RowProps<VersionLine> & RailProps) {
  const { t, language } = useWords();
  const { item, change, isFirst } = line;
  const { snapshotId } = item;
  const { title, detail } = versionWords({ t, language, now: Date.now() }, item, isFirst);
  const side = snapshotId === props.chosen ? 'left' : snapshotId === props.other ? 'right' : null;
  return (
    <div
      className="history-row"
      data-side={side}
      data-named={item.name !== undefined || undefined}
      data-first={isFirst || undefined}
    >
      <button
        type="button"
        className="history-version"
        aria-current={side === 'left' ? 'true' : undefined}
        onClick={() => props.onChoose(snapshotId)}
        onFocus={() => {
          if (snapshotId !== props.chosen) props.onChoose(snapshotId);
        }}
        {...focus}
      >
        <i className="history-dot" />
        <span className="history-line">
          <span className="history-name" title={title}>
            {title}
          </span>
          <span className="history-count">{formatCount(item.wordCount, language)}</span>
        </span>
        <span className="history-line">
          <span className="history-detail" title={detail}>
            {detail}
          </span>
          <span className="history-change">
            <ChangeWords change={change} />
          </span>
        </span>
      </button>
      {side !== 'left' && (
        <IconButton
          icon={Columns2}
          size="small"
          placement="right"
          label={t('history:compareWith')}
          excludeFromTabOrder
          onPress={() => props.onOther(snapshotId)}
        />
      )}
    </div>
  );
}

function FoldRow({ line, focus, onFlip }: RowProps<FoldLine> & { onFlip: () => void }) {
  const { t, language } = useWords();
  const from = formatTime(line.from, language);
  const to = formatTime(line.to, language);
  const words = t(from === to ? 'history:savesAt' : 'history:saves', {
    count: line.count,
    from,
    to,
  });
  return (
    <button
      type="button"
      className="history-fold"
      aria-expanded={line.isOpen}
      onClick={onFlip}
      {...focus}
    >
      <ChevronRight size={12} aria-hidden />
      <span className="history-line">
        <span className="history-detail">{words}</span>
        <span className="history-change">
          <ChangeWords change={line.change} />
        </span>
      </span>
    </button>
  );
}

function NowRow({ focus, presentWords, other, onOther }: { focus: RowFocus } & RailProps) {
  const { t, language } = useWords();
  return (
    <div className="history-row" data-now data-side={other === null ? 'right' : null}>
      <button type="button" className="history-version" onClick={() => onOther(null)} {...focus}>
        <i className="history-dot" />
        <span className="history-line">
          <span className="history-name">{t('history:now')}</span>
          <span className="history-count">{formatCount(presentWords, language)}</span>
        </span>
        <span className="history-line history-detail">{t('history:nowText')}</span>
      </button>
    </div>
  );
}

/** The versions of a chapter by day: what each was, how long, and how much longer than the one before. */
export function Rail(props: RailProps) {
  const { t, language } = useWords();
  const [filter, setFilter] = useState<Filter>('all');
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set());
  const counts = countsOf(props.items);
  const shown = filters.filter((one) => one === 'all' || counts[one] > 0);
  const flip = (key: string) =>
    setOpen((before) => {
      const next = new Set(before);
      if (!next.delete(key)) next.add(key);
      return next;
    });
  const draw = (line: HistoryLine, focus: RowFocus) => {
    switch (line.kind) {
      case 'head':
        return <h2 className="history-day">{formatDay(line.at, Date.now(), language)}</h2>;
      case 'now':
        return <NowRow focus={focus} {...props} />;
      case 'fold':
        return <FoldRow line={line} focus={focus} onFlip={() => flip(line.key)} />;
      case 'version':
        return <VersionRow line={line} focus={focus} {...props} />;
    }
  };
  return (
    <div className="history-rail">
      {shown.length > 1 && (
        <div className="history-filters">
          <Segmented
            look="chips"
            label={t('history:filter')}
            choices={shown.map((id) => ({
              id,
              label: t(`history:filters.${id}`, { count: counts[id] }),
            }))}
            value={shown.includes(filter) ? filter : 'all'}
            onChange={setFilter}
          />
        </div>
      )}
      <VirtualList
        label={t('history:list')}
        lines={linesOf(props.items, shown.includes(filter) ? filter : 'all', open)}
        heights={heights}
      >
        {draw}
      </VirtualList>
      {props.items.length > 0 && <p className="history-foot">{t('history:foot')}</p>}
    </div>
  );
}
