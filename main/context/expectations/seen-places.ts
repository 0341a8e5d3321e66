/** What the last look found at each place, so that the next one need look only where a change reaches. */
import type { Examined } from '#main/context/engine/service.ts';
import type { Verdict } from './judge-place.ts';
import type { Target } from './resolve.ts';

export type SeenPlace = {
  /** Chapters whose text was in the request. */
  documents: ReadonlySet<string>;
  /** Whether what the whole book's search finds could change a verdict here. */
  isSearched: boolean;
  verdicts: ReadonlyMap<string, { version: number; verdict: Verdict }>;
};

/** Something of Rules or Settings stayed out for want of room: what passages leave of it may let it in. */
const isCrowded = ({ items }: Examined): boolean =>
  items.some(
    ({ layer, reason }) =>
      (layer === 'rules' || layer === 'settings') &&
      (reason === 'overBudget' || reason === 'layerLimit' || reason === 'cutToBudget'),
  );

export const documentsIn = ({ items }: Examined): Set<string> =>
  new Set(
    items.flatMap(({ decision, documentId }) =>
      decision === 'dropped' || documentId === undefined ? [] : [documentId],
    ),
  );

export const isSearched = (examined: Examined, targets: readonly Target[]): boolean =>
  isCrowded(examined) || targets.some(({ kind }) => kind === 'passage' || kind === 'text');
