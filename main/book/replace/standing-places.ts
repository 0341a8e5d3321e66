/** Where words that a replacement wrote stand in a text that went on since, told by their own surroundings. Pure. */
import { minContextLength } from '#main/base/anchors/occurrences.ts';
import { applyPlaces } from './apply-places.ts';
import type { Span } from './span.ts';

/** Words of the text that the replacement made; `original` is what they took the place of. */
export type WrittenPlace = Span & { original: string };

/** Null where it cannot be said for sure: the same words are written elsewhere by whoever goes on. */
export type FindStanding = (span: Span) => Span | null;

/** Units on each side that are compared. */
const reach = 200;
/** So many units beside the words are looked up at once: what tells a place has the fewer of them on one side. */
const keyLengths = [minContextLength / 2, 16, 32] as const;
/** Words with so many alike neighbours are told apart by none. */
const maxAlike = 500;

const lineStart = (text: string, at: number): number =>
  at === 0 ? 0 : text.lastIndexOf('\n', at - 1) + 1;

const lineEnd = (text: string, at: number): number => {
  const end = text.indexOf('\n', at);
  return end < 0 ? text.length : end;
};

/** No paragraph goes on over it. */
const isBorder = (text: string, at: number): boolean =>
  lineStart(text, at) === at || lineEnd(text, at) === at;

/** What a reader takes in as one: a Han character says as much as two letters. */
const weightOf = (text: string): number =>
  text.length +
  (text.match(/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/gu)?.length ?? 0);

/** A piece of a neighbouring paragraph. */
const isTelling = (text: string): boolean => weightOf(text.trim()) >= minContextLength / 2;

const isLetter = /[\p{L}\p{N}]/u;

/** Where words stand, in order and by what is beside them. */
type Occurrences = { all: readonly number[]; beside: ReadonlyMap<string, readonly number[]> };

const keysAt = (text: string, { start, end }: Span) =>
  keyLengths.flatMap((length) => [
    {
      side: 'left',
      length,
      key: `${length}<${text.slice(Math.max(0, start - length), start)}`,
    } as const,
    { side: 'right', length, key: `${length}>${text.slice(end, end + length)}` } as const,
  ]);

const occurrencesOf = (text: string, words: string): Occurrences => {
  const all: number[] = [];
  const beside = new Map<string, number[]>();
  for (let at = text.indexOf(words); at >= 0; at = text.indexOf(words, at + 1)) {
    all.push(at);
    for (const { key } of keysAt(text, { start: at, end: at + words.length })) {
      const known = beside.get(key);
      if (known) known.push(at);
      else beside.set(key, [at]);
    }
  }
  return { all, beside };
};

/** Units that are the same on either side, and whether that is all there was, with nothing since in the same paragraph. */
type Agreement = { left: number; right: number; reachesStart: boolean; reachesEnd: boolean };

type Texts = { after: string; now: string };

const compareAround = ({ after, now }: Texts, span: Span, at: number): Agreement => {
  const end = at + span.end - span.start;
  let left = 0;
  while (
    left < reach &&
    left < Math.min(span.start, at) &&
    after.charCodeAt(span.start - left - 1) === now.charCodeAt(at - left - 1)
  ) {
    left += 1;
  }
  let right = 0;
  while (
    right < reach &&
    right < Math.min(after.length - span.end, now.length - end) &&
    after.charCodeAt(span.end + right) === now.charCodeAt(end + right)
  ) {
    right += 1;
  }
  return {
    ...{ left, right },
    reachesStart: left === span.start && isBorder(now, at - left),
    reachesEnd: span.end + right === after.length && isBorder(now, end + right),
  };
};

const sentenceEnd = /[.!?…。！？]/u;
const endsSentence = /[.!?…。！？]["'”’」』）)]*\s*$/u;

const countOf = (text: string, words: string): number => text.split(words).length - 1;

/** `before` and `since` are one side of `words` in their paragraph; `begins`: it is the side on which the paragraph begins. */
type Side = { before: string; since: string; words: string; begins: boolean };

/** What was put in is whole sentences, between sentences, and `words` stand in none of them. */
const isOtherSentences = ({ before, since, words, begins }: Side, head: number): boolean => {
  if (countOf(since, words) !== countOf(before, words)) return false;
  const length = since.length - before.length;
  // What begins or ends like its neighbour may have been put in at either.
  for (let at = head; at >= 0; at -= 1) {
    const isBetween = at === 0 ? begins : endsSentence.test(before.slice(0, at));
    if (isBetween && endsSentence.test(since.slice(at, at + length))) return true;
    if (at === 0 || before.charCodeAt(at - 1) !== since.charCodeAt(at - 1 + length)) return false;
  }
  return false;
};

/** Nothing of `before` is gone from `since`: at most some words of the same sentence were put in at one place, or other sentences. */
const isKept = (side: Side): boolean => {
  const { before, since } = side;
  let head = 0;
  while (head < before.length && before.charCodeAt(head) === since.charCodeAt(head)) head += 1;
  const rest = before.slice(head);
  if (since.length < before.length || !since.endsWith(rest)) return false;
  const putIn = since.slice(head, since.length - rest.length);
  return !sentenceEnd.test(putIn) || isOtherSentences(side, head);
};

/** The paragraph around a place, on either side of it. */
const besides = (text: string, { start, end }: Span): [left: string, right: string] => [
  text.slice(lineStart(text, start), start),
  text.slice(end, lineEnd(text, end)),
];

/** `isWhole`: all of its paragraph stands around it. */
type Evidence = { isEnough: boolean; isWhole: boolean };

/** What stands of the words behind a place, but for a word of which only the beginning does. */
const wholeWordsOf = (standing: string): string =>
  standing.replace(/[\p{Script=Latin}\p{M}\p{N}'’-]+$/u, '');

/** Of more than a word or two. */
const minBehind = 4;

/**
 * Whoever begins a new sentence with the same name writes behind the very words that stood before the place: what stood behind
 * it must stand there, too, and nowhere else in the paragraph more of it.
 */
const isFollowedAsBefore = (texts: Texts, span: Span, at: number, right: number): boolean => {
  const { after, now } = texts;
  const words = after.slice(span.start, span.end);
  // Where a name was taken out nobody can have written it again.
  if (words === '') return true;
  const [, ownRight] = besides(after, span);
  const isAll = right >= ownRight.length;
  if (!isAll && weightOf(wholeWordsOf(ownRight.slice(0, right)).trim()) < minBehind) {
    return false;
  }
  const to = lineEnd(now, at);
  for (let other = now.indexOf(words, lineStart(now, at)); other >= 0 && other < to; ) {
    if (other !== at && compareAround(texts, span, other).right > right) return false;
    other = now.indexOf(words, other + 1);
  }
  return true;
};

/**
 * Only its own paragraph tells a place: whoever begins a new one with the same name writes behind the very words that stood
 * before the place. Less is needed of it where it stands between its old neighbours, or is all there.
 */
const weigh = ({ after, now }: Texts, span: Span, at: number, agreement: Agreement): Evidence => {
  const { left, right, reachesStart, reachesEnd } = agreement;
  const { start, end } = span;
  const [ownLeft, ownRight] = besides(after, span);
  const isWhole = left >= ownLeft.length && right >= ownRight.length;
  const standsLeft = ownLeft.slice(Math.max(0, ownLeft.length - left));
  const standsRight = ownRight.slice(0, right);
  const isBehindOld = reachesStart || isTelling(after.slice(start - left, start - ownLeft.length));
  const isBeforeOld = reachesEnd || isTelling(after.slice(end + ownRight.length, end + right));
  const isBetween =
    (isBehindOld || isLetter.test(standsLeft)) && (isBeforeOld || isLetter.test(standsRight));
  const weight = weightOf(standsLeft) + weightOf(standsRight);
  const isFollowed = isFollowedAsBefore({ after, now }, span, at, right);
  if (isFollowed && (weight >= 2 * minContextLength || (isBetween && weight >= minContextLength))) {
    return { isEnough: true, isWhole };
  }
  if (isWhole) {
    return { isEnough: weight >= minContextLength || (isBehindOld && isBeforeOld), isWhole };
  }
  const [nowLeft, nowRight] = besides(now, { start: at, end: at + end - start });
  const words = after.slice(start, end);
  const isAllThere =
    isKept({ before: ownLeft, since: nowLeft, words, begins: true }) &&
    isKept({ before: ownRight, since: nowRight, words, begins: false });
  const isEnough = isAllThere && weightOf(ownLeft) + weightOf(ownRight) >= minContextLength;
  return { isEnough, isWhole };
};

/** Looked for by halves. */
const firstFrom = (written: readonly WrittenPlace[], from: number): number => {
  let [low, high] = [0, written.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((written[middle]?.start ?? 0) < from) low = middle + 1;
    else high = middle;
  }
  return low;
};

/** What the paragraphs around a stretch were before the replacement. */
const paragraphBefore = (after: string, written: readonly WrittenPlace[], span: Span): string => {
  const [from, to] = [lineStart(after, span.start), lineEnd(after, span.end)];
  const inside: Parameters<typeof applyPlaces>[1][number][] = [];
  for (let index = firstFrom(written, from); index < written.length; index += 1) {
    const place = written[index];
    if (!place || place.end > to) break;
    const { start, end, original } = place;
    inside.push({ start: start - from, end: end - from, replacement: original });
  }
  return applyPlaces(after.slice(from, to), inside);
};

/** Where the words of a stretch have as much around them as `like` says; null for too many to look at. */
const alikeIn = (
  { after, now: text }: Texts,
  occurrences: Occurrences,
  { span, like }: { span: Span; like: Agreement },
): number[] | null => {
  const lists = keysAt(after, span)
    .filter(({ side, length }) => like[side] >= length)
    .map(({ key }) => occurrences.beside.get(key) ?? [])
    .toSorted((one, other) => one.length - other.length);
  // So little is alike on either side, at the end of a text for one, that no list is of it.
  const [fewest = occurrences.all] = lists;
  if (fewest.length > maxAlike) return null;
  return fewest.filter((at) => {
    const { left, right } = compareAround({ after, now: text }, span, at);
    return left >= like.left && right >= like.right;
  });
};

/** @param written all that the replacement wrote in `after`, in order */
export const createFindStanding = (
  texts: Texts,
  written: readonly WrittenPlace[],
): FindStanding => {
  const { after, now } = texts;
  const known = new Map<string, { after: Occurrences; now: Occurrences }>();

  const lookUp = (words: string) => {
    const found = known.get(words) ?? {
      after: occurrencesOf(after, words),
      now: occurrencesOf(now, words),
    };
    known.set(words, found);
    return found;
  };

  /** Copies of one paragraph are all of them as they were, or none is told from the others. */
  const tell = (span: Span, at: number): number | null => {
    const like = compareAround(texts, span, at);
    const { isEnough, isWhole } = weigh(texts, span, at, like);
    if (!isEnough) return null;
    const occurrences = lookUp(after.slice(span.start, span.end));
    const before = alikeIn({ after, now: after }, occurrences.after, { span, like });
    const since = alikeIn(texts, occurrences.now, { span, like });
    if (before === null || since?.length !== before.length) return null;
    if (before.length === 1) return at;
    if (!isWhole) return null;
    const length = span.end - span.start;
    const were = new Set(
      before.map((start) => paragraphBefore(after, written, { start, end: start + length })),
    );
    return were.size === 1 ? (since[before.indexOf(span.start)] ?? null) : null;
  };

  return (span) => {
    if (after === now) return span;
    const { now: occurrences } = lookUp(after.slice(span.start, span.end));
    const candidates = keysAt(after, span)
      .map(({ key }) => occurrences.beside.get(key) ?? [])
      .filter(({ length }) => length <= maxAlike)
      .flat();
    const told = new Set(
      [...new Set(candidates)].map((at) => tell(span, at)).filter((at) => at !== null),
    );
    const [only] = told;
    if (only === undefined || told.size > 1) return null;
    return { start: only, end: only + span.end - span.start };
  };
};
