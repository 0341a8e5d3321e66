/** Takes the places of a replacement back out of a text that went on since (W2). Pure. */
import { findOnlyPlace, minContextLength } from '#main/base/anchors/occurrences.ts';
import { type FollowEdit, followWords } from '#main/base/anchors/follow-edit.ts';
import type { KnownEdit } from '#main/base/anchors/follow-exactly.ts';
import { applyPlaces, editsOf } from './apply-places.ts';
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

type Texts = { after: string; now: string; follow: FollowEdit };

const lineStart = (text: string, at: number): number =>
  at === 0 ? 0 : text.lastIndexOf('\n', at - 1) + 1;

/** The paragraph around a stretch, where it stands once; null where so few words could have been written anew. */
const ownParagraph = (
  after: string,
  { start, end }: Span,
): { from: number; text: string } | null => {
  const from = lineStart(after, start);
  const lineEnd = after.indexOf('\n', end);
  const text = after.slice(from, lineEnd < 0 ? after.length : lineEnd);
  if (text.length < end - start + minContextLength) return null;
  return findOnlyPlace(after, text) === null ? null : { from, text };
};

/** A paragraph that stands once in either text, wherever it was moved to. */
const findMoved = ({ after, now }: Texts, { start, end }: Span): Span | null => {
  const paragraph = ownParagraph(after, { start, end });
  if (paragraph === null) return null;
  const { from, text } = paragraph;
  const at = findOnlyPlace(now, text);
  return at === null ? null : { start: at + start - from, end: at + end - from };
};

/** Where a stretch stands now, word for word; null where it was edited. */
const findUnchanged = (texts: Texts, span: Span): Span | null => {
  const { after, now, follow } = texts;
  const found = follow(span);
  const isSame = found && now.slice(found.start, found.end) === after.slice(span.start, span.end);
  return isSame ? found : findMoved(texts, span);
};

/** The same of a place that became nothing: behind the character before it, else before the one behind. */
const findStanding = (texts: Texts, { start, end }: Span): Span | null => {
  if (end > start) return findUnchanged(texts, { start, end });
  if (texts.after === '') return { start, end };
  const before = start > 0 ? findUnchanged(texts, { start: start - 1, end }) : null;
  if (before) return { start: before.end, end: before.end };
  const behind = end < texts.after.length ? findUnchanged(texts, { start, end: end + 1 }) : null;
  return behind && { start: behind.start, end: behind.start };
};

/**
 * Every place that still stands as it was replaced reads as before; of what was written since no character is touched.
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
  const here = { after, now, follow: followWords(after, now) };
  let fromBefore: FollowEdit | null = null;
  const isBackAlready = (place: ReplacedPlace): boolean => {
    fromBefore ??= followWords(before, now);
    const span = fromBefore(place);
    return (
      span !== null && now.slice(span.start, span.end) === before.slice(place.start, place.end)
    );
  };
  const standing: (Span & { replacement: string })[] = [];
  const gone = new Map<number, GoneParagraph>();
  /** One of which a place still stands, or is back, did not go as it was. */
  const stayed = new Set<number>();
  let left = 0;
  let shift = 0;
  for (const place of places) {
    const start = place.start + shift;
    const end = start + place.replacement.length;
    shift += place.replacement.length - (place.end - place.start);
    const span = findStanding(here, { start, end });
    const replacement = before.slice(place.start, place.end);
    if (span) standing.push({ ...span, replacement });
    if (span || isBackAlready(place)) {
      stayed.add(lineStart(after, start));
      continue;
    }
    left += 1;
    const paragraph = ownParagraph(after, { start, end });
    if (paragraph === null || now.includes(paragraph.text)) continue;
    const { from, text } = paragraph;
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
