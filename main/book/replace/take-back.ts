/** Takes the places of a replacement back out of a text that went on since (W2). Pure. */
import { minContextLength } from '#main/base/anchors/occurrences.ts';
import type { KnownEdit } from '#main/base/anchors/follow-exactly.ts';
import { applyPlaces, editsOf } from './apply-places.ts';
import { createFindStanding, type FindStanding, type WrittenPlace } from './standing-places.ts';
import type { ReplacedPlace } from './store.ts';
import type { Span } from './span.ts';

export type TakenBack = {
  text: string;
  /** What that is to the text of now. */
  edits: KnownEdit[];
  /** Places that were neither as the replacement left them nor as before it. */
  left: number;
  /** Paragraphs of such places that are no more in the text, and may be in another chapter. */
  gone: GoneParagraph[];
};

/** `places`: in the paragraph, in order and disjoint; what stood there before the replacement is their `replacement`. */
export type GoneParagraph = { text: string; places: ReplacedPlace[] };

const lineStart = (text: string, at: number): number =>
  at === 0 ? 0 : text.lastIndexOf('\n', at - 1) + 1;

/** How often each paragraph stands in a text, counted where it is asked for. */
const paragraphCounts = (text: string): ((paragraph: string) => number) => {
  let counts: Map<string, number> | null = null;
  return (paragraph) => {
    if (paragraph.includes('\n')) return text.split(paragraph).length - 1;
    if (counts === null) {
      counts = new Map();
      for (const line of text.split('\n')) counts.set(line, (counts.get(line) ?? 0) + 1);
    }
    return counts.get(paragraph) ?? 0;
  };
};

/** The paragraph around a stretch; null where so few words could have been written anew. */
const paragraphAt = (
  after: string,
  { start, end }: Span,
): { from: number; text: string } | null => {
  const from = lineStart(after, start);
  const lineEnd = after.indexOf('\n', end);
  const text = after.slice(from, lineEnd < 0 ? after.length : lineEnd);
  return text.length < end - start + minContextLength ? null : { from, text };
};

/** What stood at the places before, as it stands in the text that was made of them. */
const writtenAt = (before: string, places: readonly ReplacedPlace[]): WrittenPlace[] => {
  let shift = 0;
  return places.map(({ start, end, replacement }) => {
    const from = start + shift;
    shift += replacement.length - (end - start);
    const original = before.slice(start, end);
    return { start: from, end: from + replacement.length, original };
  });
};

/** A place that became nothing stands behind the character before it, else before the one behind. */
const findPlace = (text: string, find: FindStanding, { start, end }: Span): Span | null => {
  if (end > start) return find({ start, end });
  if (text === '') return { start, end };
  const before = start > 0 ? find({ start: start - 1, end }) : null;
  if (before) return { start: before.end, end: before.end };
  const behind = end < text.length ? find({ start, end: end + 1 }) : null;
  return behind && { start: behind.start, end: behind.start };
};

/**
 * Every place that still stands as it was replaced reads as before, where its own surroundings tell that it is the one; of
 * what was written since no character is touched.
 *
 * @param places of the text before, in order and disjoint
 * @param now the text that the replacement made, and what became of it
 */
export const takePlacesBack = (
  before: string,
  places: readonly ReplacedPlace[],
  now: string,
): TakenBack => {
  const after = applyPlaces(before, places);
  const written = writtenAt(before, places);
  const find = createFindStanding({ after, now }, written);
  let findBefore: FindStanding | null = null;
  const isBackAlready = ({ start, end }: ReplacedPlace): boolean => {
    findBefore ??= createFindStanding({ after: before, now }, []);
    return findBefore({ start, end }) !== null;
  };
  const [countBefore, countNow] = [paragraphCounts(after), paragraphCounts(now)];
  const standing: (Span & { replacement: string })[] = [];
  const gone = new Map<number, GoneParagraph>();
  /** One of which a place still stands, or is back, did not go as it was. */
  const stayed = new Set<number>();
  let left = 0;
  for (const [index, { start, end, original: replacement }] of written.entries()) {
    const span = findPlace(after, find, { start, end });
    const place = places[index];
    if (span) standing.push({ ...span, replacement });
    if (span || (place && isBackAlready(place))) {
      stayed.add(lineStart(after, start));
      continue;
    }
    left += 1;
    const paragraph = paragraphAt(after, { start, end });
    if (paragraph === null) continue;
    const { from, text } = paragraph;
    if (countBefore(text) !== 1 || countNow(text) > 0) continue;
    const known = gone.get(from)?.places ?? [];
    const inside = { start: start - from, end: end - from, replacement };
    gone.set(from, { text, places: [...known, inside] });
  }
  // A paragraph that was moved has its places elsewhere; no two are the same one.
  const ordered = standing.toSorted((one, other) => one.start - other.start);
  const disjoint = ordered.filter(({ start }, at) => start >= (ordered[at - 1]?.end ?? 0));
  left += ordered.length - disjoint.length;
  const wentWhole = [...gone].filter(([from]) => !stayed.has(from)).map(([, one]) => one);
  const edits = editsOf(disjoint);
  return { text: applyPlaces(now, disjoint), edits, left, gone: wentWhole };
};
