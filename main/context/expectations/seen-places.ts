/** What the last look found at each place, so that the next one need look only where a change reaches. */
import { createHash } from 'node:crypto';
import { detached } from '#shared/detached.ts';
import type { Examined } from '#main/context/engine/service.ts';
import type { Verdict } from './judge-place.ts';
import type { Target } from './resolve.ts';

/** A text as it is known again without being kept: those of hundreds of requests would be the book many times over. */
export type Trace = { beginning: string; length: number; hash: string };

export type SeenPlace = {
  /** What was in the request of each other chapter: its stretches, whole, and what is said of it in other words. */
  sent: ReadonlyMap<string, readonly Trace[]>;
  /** Whether what the whole book's search finds could change a verdict here. */
  isSearched: boolean;
  verdicts: ReadonlyMap<string, { version: number; verdict: Verdict }>;
};

/** Code units by which the places are found where a text could stand. */
const beginningLength = 32;

const hashOf = (text: string): string => createHash('sha1').update(text).digest('base64');

export const traceOf = (text: string): Trace => ({
  // A part of a text would keep all of it.
  beginning: detached(text.slice(0, beginningLength)),
  length: text.length,
  hash: hashOf(text),
});

/** Whether a text stands in another one. */
export const standsIn = (text: string, { beginning, length, hash }: Trace): boolean => {
  for (let at = text.indexOf(beginning); at !== -1; at = text.indexOf(beginning, at + 1)) {
    if (at + length > text.length) return false;
    if (hashOf(text.slice(at, at + length)) === hash) return true;
  }
  return false;
};

/** Something of Rules or Settings stayed out for want of room: what passages leave of it may let it in. */
const isCrowded = ({ items }: Examined): boolean =>
  items.some(
    ({ layer, reason }) =>
      (layer === 'rules' || layer === 'settings') &&
      (reason === 'overBudget' || reason === 'layerLimit' || reason === 'cutToBudget'),
  );

/** @param own the chapter of the place: any edit of it reaches the place, whatever was sent */
export const sentIn = ({ items }: Examined, own: string): SeenPlace['sent'] => {
  const sent = new Map<string, Trace[]>();
  for (const { decision, documentId, body } of items) {
    if (decision === 'dropped' || documentId === undefined || documentId === own) continue;
    sent.set(documentId, [...(sent.get(documentId) ?? []), traceOf(body)]);
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
    (sent.get(documentId) ?? []).some((trace) => text === null || !standsIn(text, trace)),
  );

export const isSearched = (examined: Examined, targets: readonly Target[]): boolean =>
  isCrowded(examined) || targets.some(({ kind }) => kind === 'passage' || kind === 'text');
