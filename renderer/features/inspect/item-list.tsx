import { useVirtualizer } from '@tanstack/react-virtual';
import { ChevronDown, ChevronRight } from 'lucide-react';
import { useRef, useState } from 'react';
import { formatCount } from '#renderer/i18n/format.ts';
import { useWords } from '#renderer/i18n/index.ts';
import { GroupHead } from '#renderer/ui/index.ts';
import { useRoving } from '#renderer/ui/roving.ts';
import type { Accounting } from './accounting.ts';
import { ItemRow } from './item-row.tsx';
import { type Half, type Line, listLines } from './lines.ts';

const lineHeights = { head: 30, item: 46, fold: 32 } as const;

function Head({ half, count }: { half: Half; count: number }) {
  const { t } = useWords();
  const remark = half === 'sent' ? 'sentOrder' : 'droppedHint';
  return (
    <h3 className="inspect-head">
      <GroupHead
        title={t(`inspect:list.${half}`, { count })}
        remark={t(`inspect:list.${remark}`)}
      />
    </h3>
  );
}

type FoldProps = {
  line: Extract<Line, { kind: 'fold' }>;
  onToggle: () => void;
  focusProps: { 'data-rove': string; tabIndex: number };
};

function Fold({ line, onToggle, focusProps }: FoldProps) {
  const { t, language } = useWords();
  const Arrow = line.open ? ChevronDown : ChevronRight;
  return (
    <button
      type="button"
      className="inspect-fold"
      aria-expanded={line.open}
      onClick={onToggle}
      {...focusProps}
    >
      <Arrow size={14} aria-hidden />
      <span>
        {line.open ? t('inspect:list.less') : t('inspect:list.more', { count: line.count })}
      </span>
      {!line.open && <span>{formatCount(line.tokens, language)}</span>}
    </button>
  );
}

/** What goes and what does not, line by line. Only the lines on the screen are drawn, however many there are. */
export function ItemList({ accounting }: { accounting: Accounting }) {
  const { t } = useWords();
  const [open, setOpen] = useState<Record<Half, boolean>>({ sent: false, dropped: false });
  const scroller = useRef<HTMLDivElement>(null);
  const lines = listLines(accounting.sent, accounting.dropped, open);
  const stops = lines.filter((line) => line.kind !== 'head').map((line) => line.key);
  const roving = useRoving(stops);
  const virtualizer = useVirtualizer({
    count: lines.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => lineHeights[lines[index]?.kind ?? 'item'],
    getItemKey: (index) => lines[index]?.key ?? index,
    overscan: 8,
  });
  const content = (line: Line) => {
    if (line.kind === 'head') return <Head half={line.half} count={line.count} />;
    const focusProps = roving.rowProps(line.key, line.key === stops[0]);
    if (line.kind === 'item') {
      return <ItemRow item={line.item} accounting={accounting} focusProps={focusProps} />;
    }
    return (
      <Fold
        line={line}
        focusProps={focusProps}
        onToggle={() => setOpen((now) => ({ ...now, [line.half]: !now[line.half] }))}
      />
    );
  };
  return (
    <div className="inspect-scroller" ref={scroller}>
      {/* biome-ignore lint/a11y/useSemanticElements: rows are placed absolutely inside of it */}
      <div
        role="list"
        aria-label={t('inspect:views.items')}
        className="inspect-lines"
        style={{ height: virtualizer.getTotalSize() }}
        {...roving.listProps}
      >
        {virtualizer.getVirtualItems().map(({ index, key, start }) => {
          const line = lines[index];
          if (line === undefined) return null;
          return (
            // biome-ignore lint/a11y/useSemanticElements: see above
            <div
              key={key}
              role="listitem"
              data-index={index}
              ref={virtualizer.measureElement}
              className="inspect-line"
              style={{ transform: `translateY(${start}px)` }}
            >
              {content(line)}
            </div>
          );
        })}
      </div>
    </div>
  );
}
