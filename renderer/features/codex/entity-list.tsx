import { useVirtualizer } from '@tanstack/react-virtual';
import { useRef } from 'react';
import { useWords } from '#renderer/i18n/index.ts';
import { GroupHead } from '#renderer/ui/index.ts';
import { useRoving } from '#renderer/ui/roving.ts';
import { EntityRow } from './entity-row.tsx';
import type { Line } from './listing.ts';

const lineHeights = { head: 30, entity: 52 } as const;

type EntityListProps = { lines: readonly Line[]; names: ReadonlyMap<string, string> };

/** The entries in their groups. Only those on the screen are drawn. */
export function EntityList({ lines, names }: EntityListProps) {
  const { t } = useWords();
  const scroller = useRef<HTMLDivElement>(null);
  const stops = lines.filter((line) => line.kind === 'entity').map((line) => line.key);
  const roving = useRoving(stops);
  const virtualizer = useVirtualizer({
    count: lines.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => lineHeights[lines[index]?.kind ?? 'entity'],
    getItemKey: (index) => lines[index]?.key ?? index,
    overscan: 10,
  });
  const headWords = ({ group, count }: Extract<Line, { kind: 'head' }>) =>
    group === 'mentioned'
      ? t('codex:groups.mentioned', { count })
      : t('codex:groups.kind', { kind: t(`codex:kinds.${group}`), count });
  return (
    <div className="codex-scroller" ref={scroller}>
      {/* biome-ignore lint/a11y/useSemanticElements: rows are placed absolutely inside of it */}
      <div
        role="list"
        aria-label={t('codex:list')}
        className="codex-lines"
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
              className="codex-line"
              style={{ transform: `translateY(${start}px)` }}
            >
              {line.kind === 'head' ? (
                <h3 className="codex-group">
                  <GroupHead title={headWords(line)} />
                </h3>
              ) : (
                <EntityRow
                  entity={line.entity}
                  names={names}
                  focusProps={roving.rowProps(line.key, line.key === stops[0])}
                />
              )}
            </div>
          );
        })}
      </div>
    </div>
  );
}
