import { useWords } from '#renderer/i18n/index.ts';
import { GroupHead, VirtualList } from '#renderer/ui/index.ts';
import { EntityRow } from './entity-row.tsx';
import type { Line } from './listing.ts';
import type { Sum } from './world/store.ts';

const lineHeights = { head: 30, entity: 52 } as const;

type World = { sums: ReadonlyMap<string, Sum>; entityId: string | null };

type EntityListProps = {
  lines: readonly Line[];
  names: ReadonlyMap<string, string>;
  /** Null unless the whole book is looked at. */
  world: World | null;
  /** The entry whose form stood in its place; null for none that is stored. */
  left: string | null;
};

const worldOf = ({ sums, entityId: shown }: World, entityId: string) => ({
  count: sums.get(entityId)?.count ?? 0,
  isShown: entityId === shown,
});

/** The entries in their groups. */
export function EntityList({ lines, names, world, left }: EntityListProps) {
  const { t } = useWords();
  const headWords = ({ group, count }: Extract<Line, { kind: 'head' }>) =>
    group === 'mentioned'
      ? t('codex:groups.mentioned', { count })
      : t('codex:groups.kind', { kind: t(`codex:kinds.${group}`), count });
  return (
    <VirtualList label={t('codex:list')} lines={lines} heights={lineHeights} left={left}>
      {(line, focus) =>
        line.kind === 'head' ? (
          <h3 className="codex-group">
            <GroupHead title={headWords(line)} />
          </h3>
        ) : (
          <EntityRow
            entity={line.entity}
            names={names}
            focusProps={focus}
            world={world && worldOf(world, line.entity.entityId)}
          />
        )
      }
    </VirtualList>
  );
}
