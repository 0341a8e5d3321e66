import type { InspectResult } from '#shared/contract/context.ts';
import type { AssemblyItem, Segment } from '#shared/domain/assembly.ts';
import type { LayerName } from '#shared/domain/budget.ts';

/** An item as the engine describes one; whatever the test speaks of is given. */
export const item = (given: Partial<AssemblyItem> & { id: string }): AssemblyItem => ({
  layer: 'rules',
  source: 'constraint',
  title: given.id,
  text: given.decision === 'dropped' ? '' : given.id,
  tokenCount: given.decision === 'dropped' ? 0 : 10,
  fullTokenCount: 10,
  decision: 'included',
  reason: 'writerConstraint',
  ...given,
});

/** What an inspection says of these items, sent in the order of `order` (ids), or as given. */
export const inspectionOf = (
  items: readonly AssemblyItem[],
  order: readonly string[] = items.map(({ id }) => id),
  withheld: InspectResult['layers']['retrieved']['withheld'] = [],
): Pick<InspectResult, 'layers' | 'segments'> => {
  const layer = (name: LayerName) => ({
    tokens: 0,
    budget: 0,
    truncated: false,
    items: items.filter((entry) => entry.layer === name),
  });
  const segments = order.flatMap((id): Segment[] => {
    const found = items.find((entry) => entry.id === id && entry.decision !== 'dropped');
    if (found === undefined) return [];
    const { layer: name, text, tokenCount } = found;
    return [{ kind: 'item', layer: name, itemId: id, text, tokenCount }];
  });
  return {
    layers: {
      rules: layer('rules'),
      settings: layer('settings'),
      retrieved: { ...layer('retrieved'), withheld },
      immediate: layer('immediate'),
    },
    segments,
  };
};
