/** Merges what two sides made of one record, field by field; the same whichever side is called mine (B4, B5). */
import type { StoredFence } from '../chapter-reference.ts';
import { strictestFence } from '../strictest-fence.ts';
import { byText, canonicalJson, type Fields, isSameValue } from './record-state.ts';

/**
 * How a field is merged: `value` whole, `text` by paragraphs, `set` by members, `map` by keys with an edit before a
 * delete, `members` as a set that is absent when it is empty, `places` by keys with each place whole, `fence` to the stricter,
 * `decision` to the later of two numbered ones and of two at once to the stricter, `either` to one of them where they say
 * the same to the writer, `closed` to nobody's where two differ: what is known to nobody opens nothing (B2).
 */
export type FieldRule =
  | 'value'
  | 'text'
  | 'set'
  | 'members'
  | 'map'
  | 'places'
  | 'fence'
  | 'decision'
  | 'either'
  | 'closed';

/** A field that both sides changed, and of which one side's value could not be kept in the record. */
export type FieldConflict = { field: string; kept: unknown; lost: unknown };

export type MergedFields<F extends Fields> = { fields: F; conflicts: FieldConflict[] };

/** Both edits in one text, or null where they touch the same paragraph. */
export type MergeTexts = (base: string, mine: string, theirs: string) => string | null;

type Sides = { base: unknown; mine: unknown; theirs: unknown };
/** `lost`: what of one side is in the result nowhere; undefined when nothing is. */
type Merged = { value: unknown; lost?: unknown };

const asFence = (value: unknown): StoredFence | null =>
  typeof value === 'object' ? (value as StoredFence | null) : null;

const stricter = (one: unknown, other: unknown): StoredFence | null => {
  const [first, second] = inOrder(one, other);
  const fences = [asFence(first), asFence(second)].filter((fence) => fence !== null);
  const joined = strictestFence(fences);
  return joined && inStableOrder(joined);
};

const inOrder = (one: unknown, other: unknown): [unknown, unknown] =>
  byText(canonicalJson(one), canonicalJson(other)) <= 0 ? [one, other] : [other, one];

/** A fence whose lists stand in one order, whoever joined them. */
export const inStableOrder = (fence: StoredFence): StoredFence => ({
  ...(fence.notBefore
    ? {
        notBefore: fence.notBefore.toSorted((a, b) => byText(canonicalJson(a), canonicalJson(b))),
      }
    : {}),
  ...(fence.knownBy ? { knownBy: fence.knownBy.toSorted(byText) } : {}),
  ...(fence.neverSend ? { neverSend: fence.neverSend } : {}),
});

type Decision = { revision: number; fence: StoredFence | null };

const laterDecision = ({ mine, theirs }: Sides): Merged => {
  const [one, other] = [mine, theirs] as [Decision | null, Decision | null];
  if (one === null || other === null) return { value: one ?? other };
  if (one.revision !== other.revision) {
    return { value: one.revision > other.revision ? one : other };
  }
  return { value: { revision: one.revision, fence: stricter(one.fence, other.fence) } };
};

/** Of two values that exclude each other the one both machines choose. */
const chooseOne = ({ mine, theirs }: Sides): Merged => {
  const [lost, value] = inOrder(mine, theirs);
  return { value, lost };
};

const mergeTextSides = (sides: Sides, mergeTexts: MergeTexts): Merged => {
  const { base, mine, theirs } = sides;
  if (typeof base !== 'string' || typeof mine !== 'string' || typeof theirs !== 'string') {
    return chooseOne(sides);
  }
  const value = mergeTexts(base, mine, theirs);
  return value === null ? chooseOne(sides) : { value };
};

/** By what they say. */
const membersOf = (value: unknown): Map<string, unknown> =>
  new Map(Array.isArray(value) ? value.map((member) => [canonicalJson(member), member]) : []);

const mergeSets = ({ base, mine, theirs }: Sides): Merged => {
  const [before, one, other] = [membersOf(base), membersOf(mine), membersOf(theirs)];
  const kept = [...before].filter(([key]) => one.has(key) && other.has(key));
  const added = [...one, ...other]
    .filter(([key]) => !before.has(key))
    .toSorted(([key], [next]) => byText(key, next));
  return { value: [...new Map([...kept, ...added]).values()] };
};

const entriesOf = (value: unknown): Readonly<Record<string, Fields>> =>
  value !== null && typeof value === 'object' ? (value as Record<string, Fields>) : {};

const relationRules: Readonly<Record<string, FieldRule>> = { fence: 'fence' };

const mergeMaps = ({ base, mine, theirs }: Sides, mergeTexts: MergeTexts): Merged => {
  const [before, one, other] = [entriesOf(base), entriesOf(mine), entriesOf(theirs)];
  const value: Record<string, unknown> = {};
  const lost: Record<string, unknown> = {};
  for (const key of [...new Set([...Object.keys(one), ...Object.keys(other)])].toSorted(byText)) {
    const [known, here, there] = [before[key], one[key], other[key]];
    if (here && there) {
      const merged = mergeFields(
        { base: known ?? null, mine: here, theirs: there },
        relationRules,
        mergeTexts,
      );
      value[key] = merged.fields;
      if (merged.conflicts.length > 0) lost[key] = merged.conflicts;
      continue;
    }
    const left = here ?? there;
    // Taken away on the other side, and not edited on this one.
    if (known && isSameValue(known, left)) continue;
    value[key] = left;
  }
  return Object.keys(lost).length > 0 ? { value, lost } : { value };
};

/** What a place says, wherever it was found last: that is looked for again, and no edit of anybody's. */
const meaningOf = (place: Fields): Fields => ({
  kind: place['kind'],
  documentId: place['documentId'],
  quote: place['quote'],
});

/** Marked places: each whole, for one's text and another's offset are no place. Both sides find it again by its text. */
const mergePlaces = ({ base, mine, theirs }: Sides): Merged => {
  const [before, one, other] = [entriesOf(base), entriesOf(mine), entriesOf(theirs)];
  const value: Record<string, unknown> = {};
  for (const key of [...new Set([...Object.keys(one), ...Object.keys(other)])].toSorted(byText)) {
    const [known, here, there] = [before[key], one[key], other[key]];
    if (here && there) {
      const isOnlyTheirs = known && isSameValue(known, here);
      const isOnlyMine = known && isSameValue(known, there);
      value[key] = isOnlyTheirs ? there : isOnlyMine ? here : inOrder(here, there)[1];
      continue;
    }
    const left = here ?? there;
    if (known && left && isSameValue(meaningOf(known), meaningOf(left))) continue;
    value[key] = left;
  }
  return { value };
};

const mergeChanged = (rule: FieldRule, sides: Sides, mergeTexts: MergeTexts): Merged => {
  switch (rule) {
    case 'value':
      return chooseOne(sides);
    case 'either':
      return { value: chooseOne(sides).value };
    case 'text':
      return mergeTextSides(sides, mergeTexts);
    case 'set':
      return mergeSets(sides);
    case 'members': {
      const { value } = mergeSets(sides);
      return { value: Array.isArray(value) && value.length > 0 ? value : undefined };
    }
    case 'map':
      return mergeMaps(sides, mergeTexts);
    case 'places':
      return mergePlaces(sides);
    case 'closed':
      return { value: null, lost: inOrder(sides.mine, sides.theirs) };
    case 'fence':
      return { value: stricter(sides.mine, sides.theirs) };
    case 'decision':
      return laterDecision(sides);
  }
};

const mergeField = (
  rule: FieldRule,
  sides: Sides & { hasBase: boolean },
  mergeTexts: MergeTexts,
): Merged => {
  const { base, mine, theirs, hasBase } = sides;
  if (isSameValue(mine, theirs)) return { value: mine };
  if (rule === 'decision') return laterDecision(sides);
  if (hasBase && isSameValue(base, mine)) return { value: theirs };
  if (hasBase && isSameValue(base, theirs)) return { value: mine };
  return mergeChanged(rule, sides, mergeTexts);
};

/** `base`: what both were made from; null when nobody knows it. Fields without a rule are merged whole. */
export const mergeFields = <F extends Fields>(
  { base, mine, theirs }: { base: F | null; mine: F; theirs: F },
  rules: Readonly<Record<string, FieldRule>>,
  mergeTexts: MergeTexts,
): MergedFields<F> => {
  const fields: Record<string, unknown> = {};
  const conflicts: FieldConflict[] = [];
  for (const field of new Set([...Object.keys(mine), ...Object.keys(theirs)])) {
    const sides = {
      hasBase: base !== null,
      base: base?.[field],
      mine: mine[field],
      theirs: theirs[field],
    };
    const merged = mergeField(rules[field] ?? 'value', sides, mergeTexts);
    if (merged.value !== undefined) fields[field] = merged.value;
    if ('lost' in merged) conflicts.push({ field, kept: merged.value, lost: merged.lost });
  }
  return { fields: fields as F, conflicts };
};
