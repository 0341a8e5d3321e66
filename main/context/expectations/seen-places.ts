/** What the last look found at each place, so that the next one need look only where a change reaches. */
import type { Examined } from '#main/context/engine/service.ts';
import type { Verdict } from './judge-place.ts';
import type { Target } from './resolve.ts';

export type SeenPlace = {
  /** What was in the request of each chapter: its stretches, whole, and what is said of it in other words. */
  sent: ReadonlyMap<string, readonly string[]>;
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

export const sentIn = ({ items }: Examined): SeenPlace['sent'] => {
  const sent = new Map<string, string[]>();
  for (const { decision, documentId, body } of items) {
    if (decision === 'dropped' || documentId === undefined) continue;
    sent.set(documentId, [...(sent.get(documentId) ?? []), body]);
  }
  return sent;
};

/**
 * Whether something that was sent is no longer in a chapter as it was. What says it in other words (a synopsis)
 * never stands in it, so that any change reaches that, too.
 * @param texts of the chapters that changed; null where it cannot be read
 */
export const isSentAnew = (
  sent: SeenPlace['sent'],
  texts: ReadonlyMap<string, string | null>,
): boolean =>
  [...texts].some(([documentId, text]) =>
    (sent.get(documentId) ?? []).some((body) => text === null || !text.includes(body)),
  );

export const isSearched = (examined: Examined, targets: readonly Target[]): boolean =>
  isCrowded(examined) || targets.some(({ kind }) => kind === 'passage' || kind === 'text');
