import type { ChangeDesc, Text } from '@codemirror/state';
import type { Candidate, Hunk } from '#shared/domain/candidate.ts';

/** One change of a candidate, in the text as it is on the page. */
export type PendingHunk = {
  /** Unique among all candidates. */
  id: string;
  /** Place among the candidate's hunks. */
  index: number;
  /** What is accepted with it: its own number, and that of a break which stands before it. */
  indexes: readonly number[];
  from: number;
  to: number;
  removed: string;
  inserted: string;
  /** Where `inserted` begins in the candidate's text. */
  at: number;
};

/** A candidate in the open chapter. */
export type Pending = {
  candidateId: string;
  documentId: string;
  start: number;
  end: number;
  original: string;
  /** What stands beside it, as much as tells the place. */
  before: string;
  after: string;
  partial: boolean;
  /** The text it would change is no longer what it was made for. */
  changed: boolean;
  hunks: readonly PendingHunk[];
};

/** The program finds an insertion's place again by its neighbours; so many characters of each must stand. */
const neighbours = 12;

export const hunkId = (candidateId: string, index: number): string => `${candidateId}:${index}`;

const besides = (doc: Text, start: number, end: number) => ({
  before: doc.sliceString(Math.max(0, start - neighbours), start),
  after: doc.sliceString(end, Math.min(doc.length, end + neighbours)),
});

/** Whether the text at a candidate's place is what it was made for. */
function isUnchanged(doc: Text, pending: Omit<Pending, 'changed'>): boolean {
  const { start, end, original } = pending;
  if (end > doc.length || doc.sliceString(start, end) !== original) return false;
  if (original !== '') return true;
  const { before, after } = besides(doc, start, end);
  return before === pending.before && after === pending.after;
}

/** Where each hunk's words begin in the text that all hunks together make, by number of the hunk. */
function placesInText({ start, hunks }: Candidate): Map<number, number> {
  let grown = 0;
  return new Map(
    hunks.map((hunk) => {
      const at = hunk.start - start + grown;
      grown += hunk.inserted.length - hunk.removed.length;
      return [hunk.index, at];
    }),
  );
}

/** A break between paragraphs is nothing to decide on: it goes with what follows it, or with what stands before. */
function withoutBreaks(candidate: Candidate): PendingHunk[] {
  const places = placesInText(candidate);
  const shown: PendingHunk[] = [];
  let waiting: Hunk[] = [];
  for (const hunk of candidate.hunks) {
    const isBreak = hunk.removed === '' && hunk.inserted.trim() === '';
    if (isBreak) {
      waiting.push(hunk);
      continue;
    }
    const all = [...waiting, hunk];
    shown.push({
      id: hunkId(candidate.candidateId, hunk.index),
      index: hunk.index,
      indexes: all.map((one) => one.index),
      from: hunk.start,
      to: hunk.end,
      removed: hunk.removed,
      inserted: all.map((one) => one.inserted).join(''),
      at: places.get(all[0]?.index ?? hunk.index) ?? 0,
    });
    waiting = [];
  }
  const last = shown.at(-1);
  if (last !== undefined && waiting.length > 0) {
    shown[shown.length - 1] = {
      ...last,
      indexes: [...last.indexes, ...waiting.map(({ index }) => index)],
    };
  }
  return shown;
}

/** A candidate as the program lists it, placed into the text it was listed for. */
export function pendingOf(candidate: Candidate, doc: Text): Pending {
  const { candidateId, documentId, original, partial, stale } = candidate;
  const start = Math.min(candidate.start, doc.length);
  const end = Math.min(candidate.end, doc.length);
  const within = (position: number) => Math.min(position, doc.length);
  const hunks = withoutBreaks(candidate).map((hunk) => ({
    ...hunk,
    from: within(hunk.from),
    to: within(hunk.to),
  }));
  const placed = { candidateId, documentId, start, end, original, partial, hunks };
  const pending = { ...placed, ...besides(doc, start, end) };
  return { ...pending, changed: stale || !isUnchanged(doc, pending) };
}

/**
 * The candidate after an edit. Text typed at its edges stays outside of it: a replaced stretch shrinks to what
 * was there, an insertion follows what is typed before it.
 */
export function mapPending(pending: Pending, changes: ChangeDesc, doc: Text): Pending {
  const span = (from: number, to: number) => {
    const mapped = changes.mapPos(from, 1);
    return { from: mapped, to: from === to ? mapped : Math.max(mapped, changes.mapPos(to, -1)) };
  };
  const outer = span(pending.start, pending.end);
  const moved = {
    ...pending,
    start: outer.from,
    end: outer.to,
    hunks: pending.hunks.map((hunk) => ({ ...hunk, ...span(hunk.from, hunk.to) })),
  };
  const reach = neighbours + 1;
  const touched = changes.touchesRange(
    Math.max(0, pending.start - reach),
    Math.min(changes.length, pending.end + reach),
  );
  return touched === false ? moved : { ...moved, changed: !isUnchanged(doc, moved) };
}
