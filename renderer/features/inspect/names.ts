import type { InspectResult } from '#shared/contract/context.ts';
import { type LayerName, layerNames } from '#shared/domain/budget.ts';
import { type AssemblyItem, isHidden } from '#shared/domain/assembly.ts';

/** What the writer calls an entry, by its id. */
export type Names = ReadonlyMap<string, string>;

/** The engine keeps fenced entries' names to itself; this window may show the writer their own. */
export const isFenced = (item: Pick<AssemblyItem, 'reason'>): boolean => isHidden(item.reason);

export const mayNameFenced = ({ layers }: Pick<InspectResult, 'layers'>): boolean =>
  layerNames.some((layer: LayerName) => layers[layer].items.some(isFenced));

/** Records and notes have no title of their own: their text says what they are. */
const untitled = ({ source }: Pick<AssemblyItem, 'source'>): boolean =>
  source === 'episode' || source === 'workingMemory';

/** The engine's title, or for a fenced entry the writer's own name of it. */
export const titleOf = (
  item: Pick<AssemblyItem, 'id' | 'title' | 'reason' | 'source' | 'text'>,
  names: Names | null,
): string => {
  if (isFenced(item)) return names?.get(item.id) ?? item.title;
  if (untitled(item) && item.text !== '') return item.text.replace(/^[-\s]+/u, '').trimEnd();
  return item.title;
};
