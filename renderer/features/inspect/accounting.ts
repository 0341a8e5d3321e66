import {
  type AssemblyItem,
  droppedFactsOf,
  droppedFamilies,
  type DroppedFamily,
  type Reason,
} from '#shared/domain/assembly.ts';
import type { InspectResult } from '#shared/contract/context.ts';
import { layerNames } from '#shared/domain/budget.ts';

/** Why an item stays out; one that says it goes while it is out is damaged. */
export const familyOf = (reason: Reason): DroppedFamily =>
  droppedFactsOf(reason)?.family ?? 'broken';

export type FamilyCount = {
  family: DroppedFamily;
  count: number;
  /** The one chapter all of them wait for; null when they differ or none is named. */
  chapter: number | null;
};

export type Accounting = {
  /** In the order of the prompt. */
  sent: AssemblyItem[];
  /** By family, the likeliest first within each. */
  dropped: AssemblyItem[];
  families: FamilyCount[];
  /** Tokens the dropped ones would take whole. */
  droppedTokens: number;
  /** Tokens of the sent items; with the framing they make the total. */
  itemTokens: number;
  /** Number of a sent constraint in the prompt, from 1. */
  numbers: ReadonlyMap<string, number>;
  /** The best score of a passage that may go: others are shown as parts of it, as scores mean nothing alone. */
  bestScore: number;
  /** Passages that may not go and are not listed one by one. */
  unlisted: number;
};

const rank = (item: AssemblyItem): number => droppedFamilies.indexOf(familyOf(item.reason));

const byFamily = (left: AssemblyItem, right: AssemblyItem): number =>
  rank(left) - rank(right) || (right.score ?? 0) - (left.score ?? 0);

/** How many were dropped of each family there is, in the order of the families. */
export const familyCounts = (
  dropped: readonly Pick<AssemblyItem, 'reason' | 'chapter'>[],
): FamilyCount[] =>
  droppedFamilies.flatMap((family) => {
    const items = dropped.filter((item) => familyOf(item.reason) === family);
    if (items.length === 0) return [];
    const chapters = new Set(items.map((item) => item.chapter ?? null));
    const [chapter] = chapters;
    return [
      {
        family,
        count: items.length,
        chapter: chapters.size === 1 && chapter !== undefined ? chapter : null,
      },
    ];
  });

/** Passages that went or would have gone with more room; the others were never in the running. */
const inTheRunning = (item: AssemblyItem): boolean =>
  item.source === 'retrieval' && (item.decision !== 'dropped' || familyOf(item.reason) === 'room');

const heldBack: ReadonlySet<DroppedFamily> = new Set(['later', 'waits', 'fenced']);

/** Passages held back by their place or a fence, without those among the items. */
const countUnlisted = (
  { withheld }: InspectResult['layers']['retrieved'],
  dropped: readonly AssemblyItem[],
): number => {
  const all = withheld.reduce((sum, { passages }) => sum + passages, 0);
  const listed = dropped.filter(
    ({ source, reason }) => source === 'retrieval' && heldBack.has(familyOf(reason)),
  );
  return Math.max(0, all - listed.length);
};

/** Sorts an inspection into what goes and what does not. Places without any text are no material and left out. */
export const accountFor = (inspection: Pick<InspectResult, 'layers' | 'segments'>): Accounting => {
  const items = layerNames
    .flatMap((layer) => inspection.layers[layer].items)
    .filter((item) => item.reason !== 'emptyText');
  const place = new Map<string, number>();
  for (const { itemId } of inspection.segments) {
    if (itemId !== null && !place.has(itemId)) place.set(itemId, place.size);
  }
  const sent = items
    .filter((item) => item.decision !== 'dropped')
    .sort((left, right) => (place.get(left.id) ?? 0) - (place.get(right.id) ?? 0));
  const dropped = items.filter((item) => item.decision === 'dropped').sort(byFamily);
  const constraints = sent.filter((item) => item.source === 'constraint');
  return {
    sent,
    dropped,
    families: familyCounts(dropped),
    droppedTokens: dropped.reduce((sum, item) => sum + item.fullTokenCount, 0),
    itemTokens: sent.reduce((sum, item) => sum + item.tokenCount, 0),
    numbers: new Map(constraints.map((item, index) => [item.id, index + 1])),
    bestScore: Math.max(0, ...items.filter(inTheRunning).map((item) => item.score ?? 0)),
    unlisted: countUnlisted(inspection.layers.retrieved, dropped),
  };
};
