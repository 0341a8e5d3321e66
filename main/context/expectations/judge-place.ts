/** Holds one expectation against the request of one place; pure. */
import type { ExpectationOutcome, ExpectationWhy } from '#shared/domain/expectation.ts';
import type { ErrorCode } from '#shared/errors.ts';
import type { Examined, ExaminedItem } from '#main/context/engine/service.ts';
import type { Target, Unjudged } from './resolve.ts';

/** What of the expected item is in the request, and the item of the request that decides it. */
type Presence = { outcome: ExpectationOutcome; item: ExaminedItem | undefined };

/** What a place says of an expectation, without where it is. */
export type Verdict = {
  state: 'held' | 'broken' | 'unjudged';
  why: Omit<ExpectationWhy, 'places' | 'brokenPlaces' | 'documentId' | 'cursorPosition'>;
};

const isSent = ({ decision }: ExaminedItem): boolean => decision !== 'dropped';

const presenceOfItem = ({ items }: Examined, id: string): Presence => {
  const item = items.find((one) => one.id === id);
  if (!item) return { outcome: 'notConsidered', item };
  const sent = item.decision === 'trimmed' ? 'partlySent' : 'sent';
  return { outcome: isSent(item) ? sent : 'notSent', item };
};

type Stretch = { start: number; end: number };

const overlaps = (one: Stretch, other: Stretch): boolean =>
  one.start < other.end && other.start < one.end;

/** What of a stretch none of the others covers. */
const uncovered = (whole: Stretch, parts: readonly Stretch[]): Stretch[] => {
  let left: Stretch[] = [whole];
  for (const part of parts) {
    left = left.flatMap((one) => {
      if (!overlaps(one, part)) return [one];
      return [
        { start: one.start, end: Math.min(one.end, part.start) },
        { start: Math.max(one.start, part.end), end: one.end },
      ].filter(({ start, end }) => start < end);
    });
  }
  return left;
};

type PassageTarget = Extract<Target, { kind: 'passage' }>;

/** The lines of a passage that an item holds: of a chapter that goes whole a fence takes paragraphs out in the middle. */
const linesHeld = (
  { segments }: Examined,
  { id }: ExaminedItem,
  { start, quote }: PassageTarget,
): Stretch[] => {
  const held = segments.filter(({ itemId }) => itemId === id).map(({ text }) => text);
  return [...quote.matchAll(/[^\n]+/gu)].flatMap(({ 0: line, index }) => {
    const isHeld = line.trim() !== '' && held.some((text) => text.includes(line.trim()));
    return isHeld ? [{ start: start + index, end: start + index + line.length }] : [];
  });
};

const stretchesOf = (examined: Examined, item: ExaminedItem, target: PassageTarget): Stretch[] =>
  item.layer === 'retrieved' && item.reason === 'fencedPart'
    ? linesHeld(examined, item, target)
    : [{ start: item.start ?? 0, end: item.end ?? 0 }];

const presenceOfPassage = (examined: Examined, target: PassageTarget): Presence => {
  const { items, prompt } = examined;
  const { documentId, start, end, quote } = target;
  const touching = items.filter(
    (item) =>
      item.documentId === documentId &&
      item.start !== undefined &&
      item.end !== undefined &&
      overlaps({ start, end }, { start: item.start, end: item.end }),
  );
  const sent = touching.filter(isSent);
  const item = sent[0] ?? touching[0];
  if (prompt.includes(quote)) return { outcome: 'sent', item };
  const left = uncovered(
    { start, end },
    sent.flatMap((one) => stretchesOf(examined, one, target)),
  );
  const isBlank = (part: Stretch): boolean =>
    quote.slice(part.start - start, part.end - start).trim() === '';
  const missing = left.filter((part) => !isBlank(part));
  const letters = (parts: readonly Stretch[]): number =>
    parts.reduce((sum, part) => sum + part.end - part.start, 0);
  if (sent.length > 0 && missing.length === 0) return { outcome: 'sent', item };
  if (letters(left) < end - start) return { outcome: 'partlySent', item };
  return { outcome: item ? 'notSent' : 'notConsidered', item };
};

const presenceOfText = ({ items, prompt, segments }: Examined, text: string): Presence => {
  if (!prompt.includes(text)) return { outcome: 'notSent', item: undefined };
  const holding = segments.find(
    (segment) => segment.itemId !== null && segment.text.includes(text),
  );
  return { outcome: 'sent', item: items.find(({ id }) => id === holding?.itemId) };
};

const presenceOf = (examined: Examined, target: Target): Presence => {
  if (target.kind === 'passage') return presenceOfPassage(examined, target);
  if (target.kind === 'text') return presenceOfText(examined, target.text);
  return presenceOfItem(examined, target.id);
};

/** The source each kind of item comes from: without it nothing can be said of the item. */
const neededSources: Readonly<Record<Target['kind'], readonly ErrorCode[]>> = {
  entity: ['KG_UNAVAILABLE'],
  constraint: ['CONSTRAINTS_UNAVAILABLE'],
  passage: ['RETRIEVAL_UNAVAILABLE', 'IMMEDIATE_UNAVAILABLE', 'CHAPTERS_UNAVAILABLE'],
  text: [
    'KG_UNAVAILABLE',
    'CONSTRAINTS_UNAVAILABLE',
    'RETRIEVAL_UNAVAILABLE',
    'IMMEDIATE_UNAVAILABLE',
    'CHAPTERS_UNAVAILABLE',
    'MEMORY_UNAVAILABLE',
    'THREADS_UNAVAILABLE',
  ],
};

const missingSource = ({ warnings }: Examined, { kind }: Target): Unjudged | null => {
  const codes = warnings.map((warning) => warning.split(':', 1).join(''));
  const code = neededSources[kind].find((one) => codes.includes(one));
  return code === undefined ? null : { outcome: 'failed', code };
};

/** Its place among what was considered of its kind, best first. */
const rankOf = (items: readonly ExaminedItem[], item: ExaminedItem) => {
  const rivals = items
    .filter(({ layer, source }) => layer === item.layer && source === item.source)
    .toSorted((one, other) => (other.score ?? 0) - (one.score ?? 0));
  return { rank: rivals.indexOf(item) + 1, of: rivals.length };
};

/** Nothing led to it, or it may not go here, whatever leads to it. */
const awayWhy = (examined: Examined, outcome: ExpectationOutcome, target: Target) => {
  if (outcome !== 'notConsidered' || target.kind === 'text') return { outcome };
  const excluded = examined.keptOut(target);
  return excluded ? ({ outcome: 'notSent', ...excluded } as const) : { outcome };
};

const describe = (
  examined: Examined,
  { outcome, item }: Presence,
  target: Target,
): Verdict['why'] => {
  const { total, tokenCount } = examined;
  const room = { limit: Math.max(0, total), left: Math.max(0, total - tokenCount) };
  if (!item) return { ...awayWhy(examined, outcome, target), ...room };
  const explained =
    isSent(item) && item.decision !== 'trimmed' ? undefined : examined.explain(item.id);
  const { id, title, layer, decision, reason, tokens, chapter, score } = item;
  return {
    ...{ outcome, title, layer, decision, reason, tokens },
    itemId: id,
    ...room,
    ...rankOf(examined.items, item),
    ...(chapter === undefined ? {} : { chapter }),
    ...(score === undefined ? {} : { score }),
    ...(explained
      ? {
          tokens: explained.tokenCount,
          fullTokens: explained.fullTokenCount,
          ...(explained.admitTokens === undefined ? {} : { admitTokens: explained.admitTokens }),
        }
      : {}),
  };
};

export const unjudged = (failure: Unjudged): Verdict => ({ state: 'unjudged', why: failure });

/** A part of what must be in is not enough, and a part of what must stay out is too much. */
export const judgePlace = (examined: Examined, target: Target, expect: 'in' | 'out'): Verdict => {
  const missing = missingSource(examined, target);
  if (missing) return unjudged(missing);
  const presence = presenceOf(examined, target);
  const { outcome } = presence;
  const isAway = outcome === 'notSent' || outcome === 'notConsidered';
  const holds = expect === 'in' ? outcome === 'sent' : isAway;
  return { state: holds ? 'held' : 'broken', why: describe(examined, presence, target) };
};
