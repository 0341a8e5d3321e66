import type { AssemblyItem } from '#shared/domain/assembly.ts';
import type { LayerName } from '#shared/domain/budget.ts';

export type Half = 'sent' | 'dropped';

/** How many items of each half show before the rest is folded, and how many of a layer at the least. */
const shownAtFirst = {
  sent: { limit: 9, layers: { rules: 3, settings: 1, retrieved: 3, immediate: 2 } },
  dropped: { limit: 4, layers: { rules: 0, settings: 0, retrieved: 0, immediate: 0 } },
} as const satisfies Record<Half, { limit: number; layers: Record<LayerName, number> }>;

/** The items shown while the rest is folded: some of every layer, in their order. */
const sample = (half: Half, items: readonly AssemblyItem[]): AssemblyItem[] => {
  const { limit, layers } = shownAtFirst[half];
  const left: Record<LayerName, number> = { ...layers };
  const reserved = new Set(
    items.filter((item) => {
      left[item.layer] -= 1;
      return left[item.layer] >= 0;
    }),
  );
  let free = limit - reserved.size;
  return items.filter((item) => {
    if (reserved.has(item)) return true;
    free -= 1;
    return free >= 0;
  });
};

export type Line =
  | { kind: 'head'; key: string; half: Half; count: number }
  | { kind: 'item'; key: string; item: AssemblyItem }
  | { kind: 'fold'; key: string; half: Half; count: number; tokens: number; open: boolean };

const tokensOf = (item: AssemblyItem): number =>
  item.decision === 'dropped' ? item.fullTokenCount : item.tokenCount;

const linesOf = (half: Half, items: readonly AssemblyItem[], open: boolean): Line[] => {
  if (items.length === 0) return [];
  // Folding away a single line would take as much room as the line.
  const folds = items.length > shownAtFirst[half].limit + 1;
  const picked = new Set(folds ? sample(half, items) : items);
  const shown = open ? items : items.filter((item) => picked.has(item));
  const rest = items.filter((item) => !picked.has(item));
  const lines: Line[] = [{ kind: 'head', key: half, half, count: items.length }];
  for (const item of shown) lines.push({ kind: 'item', key: item.id, item });
  if (folds) {
    lines.push({
      kind: 'fold',
      key: `${half}-fold`,
      half,
      count: rest.length,
      tokens: rest.reduce((sum, item) => sum + tokensOf(item), 0),
      open,
    });
  }
  return lines;
};

/** The whole list as lines: what goes, then what does not, each with its head and its fold. */
export const listLines = (
  sent: readonly AssemblyItem[],
  dropped: readonly AssemblyItem[],
  open: Readonly<Record<Half, boolean>>,
): Line[] => [...linesOf('sent', sent, open.sent), ...linesOf('dropped', dropped, open.dropped)];
