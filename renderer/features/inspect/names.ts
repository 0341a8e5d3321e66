import type { InspectResult } from '#shared/contract/context.ts';
import { type LayerName, layerNames } from '#shared/domain/budget.ts';
import type { AssemblyItem, Reason } from '#shared/domain/assembly.ts';
import { call } from '#renderer/rpc/index.ts';

/** What the writer calls an entry, by its id. */
export type Names = ReadonlyMap<string, string>;

const fenceReasons: ReadonlySet<Reason> = new Set([
  'fencedUntilChapter',
  'fencedFromPointOfView',
  'neverSend',
]);

/** The engine keeps fenced entries' names to itself; this window may show the writer their own. */
export const isFenced = (item: Pick<AssemblyItem, 'reason'>): boolean =>
  fenceReasons.has(item.reason);

export const mayNameFenced = ({ layers }: Pick<InspectResult, 'layers'>): boolean =>
  layerNames.some((layer: LayerName) => layers[layer].items.some(isFenced));

/** @throws RpcError when one of the lists cannot be read */
export async function fetchNames(projectId: string): Promise<Names> {
  const [constraints, entities] = await Promise.all([
    call('constraints:list', { projectId }),
    call('knowledge:entities:list', { projectId }),
  ]);
  return new Map([
    ...constraints.items.map(({ constraintId, text }) => [constraintId, text] as const),
    ...entities.items.map(({ entityId, name }) => [entityId, name] as const),
  ]);
}

/** The engine's title, or for a fenced entry the writer's own name of it. */
export const titleOf = (
  item: Pick<AssemblyItem, 'id' | 'title' | 'reason'>,
  names: Names | null,
): string => (isFenced(item) ? names?.get(item.id) : undefined) ?? item.title;
