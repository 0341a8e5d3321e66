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
  /** Breaks between paragraphs elsewhere that are decided on with it. */
  breaks: readonly { from: number; inserted: string }[];
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

/** So many characters beside an insertion tell that an edit of its place was taken back. */
const neighbours = 12;

/** How the ids of a candidate's hunks begin. */
export const startOfHunkIds = (candidateId: string): string => `${candidateId}:`;

export const hunkId = (candidateId: string, index: number): string =>
  `${startOfHunkIds(candidateId)}${index}`;

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

const isBreak = ({ removed, inserted }: Hunk): boolean => removed === '' && inserted.trim() === '';

const breakAt = ({ start, inserted }: Hunk) => ({ from: start, inserted });

/**
 * A break between paragraphs is nothing to decide on: it goes with what follows it, or with what stands before, and is
 * shown where it would be written. A candidate of breaks alone is decided on break by break.
 */
function withoutBreaks(candidate: Candidate): PendingHunk[] {
  const places = placesInText(candidate);
  const onlyBreaks = candidate.hunks.every(isBreak);
  const shown: PendingHunk[] = [];
  let waiting: Hunk[] = [];
  for (const hunk of candidate.hunks) {
    if (isBreak(hunk) && !onlyBreaks) {
      waiting.push(hunk);
      continue;
    }
    const beside = waiting.filter(({ end }) => end === hunk.start);
    shown.push({
      id: hunkId(candidate.candidateId, hunk.index),
      index: hunk.index,
      indexes: [...waiting, hunk].map((one) => one.index),
      from: hunk.start,
      to: hunk.end,
      removed: hunk.removed,
      inserted: [...beside, hunk].map((one) => one.inserted).join(''),
      at: places.get(beside[0]?.index ?? hunk.index) ?? 0,
      breaks: waiting.filter((one) => !beside.includes(one)).map(breakAt),
    });
    waiting = [];
  }
  const last = shown.at(-1);
  if (last !== undefined && waiting.length > 0) {
    shown[shown.length - 1] = {
      ...last,
      indexes: [...last.indexes, ...waiting.map(({ index }) => index)],
      breaks: [...last.breaks, ...waiting.map(breakAt)],
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
    breaks: hunk.breaks.map((one) => ({ ...one, from: within(one.from) })),
  }));
  const placed = { candidateId, documentId, start, end, original, partial, hunks };
  const pending = { ...placed, ...besides(doc, start, end) };
  return { ...pending, changed: stale || !isUnchanged(doc, pending) };
}

/** Whether something was put at a place, or a character right beside it was taken or replaced. */
function isPlaceTouched(place: number, changes: ChangeDesc): boolean {
  let touched = false;
  changes.iterChangedRanges((from, to) => {
    if (from <= place && to >= place) touched = true;
  });
  return touched;
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
    hunks: pending.hunks.map((hunk) => ({
      ...hunk,
      ...span(hunk.from, hunk.to),
      breaks: hunk.breaks.map((one) => ({ ...one, from: changes.mapPos(one.from, 1) })),
    })),
  };
  if (pending.original !== '') return { ...moved, changed: !isUnchanged(doc, moved) };
  const asBefore = isUnchanged(doc, moved);
  if (pending.changed || isPlaceTouched(pending.start, changes)) {
    return { ...moved, changed: !asBefore };
  }
  // The place is known as it moved: what stands beside it now is what it is known by from here on.
  return asBefore ? moved : { ...moved, ...besides(doc, moved.start, moved.end) };
}
