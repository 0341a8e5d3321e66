/** A version of a record, told by what it says and by the versions it was made from; no clocks, no machines (B6). */
import { createHash } from 'node:crypto';

/** What a record says, as plain data. */
export type Fields = Readonly<Record<string, unknown>>;

export type RecordState<F extends Fields = Fields> = {
  fields: F;
  /** Equal wherever the same was made of the same. */
  version: string;
  /** Versions it comes from, the nearest first. */
  lineage: readonly string[];
};

/** So far back it is remembered which version comes from which. */
export const maxLineage = 24;
const versionLength = 12;

export const byText = (one: string, other: string): number =>
  one < other ? -1 : one > other ? 1 : 0;

const sorted = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(sorted);
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, member]) => member !== undefined)
      .toSorted(([one], [other]) => byText(one, other))
      .map(([key, member]) => [key, sorted(member)]),
  );
};

/** The same text for the same value, whatever the order of its keys. */
export const canonicalJson = (value: unknown): string => JSON.stringify(sorted(value)) ?? '';

export const isSameValue = (one: unknown, other: unknown): boolean =>
  canonicalJson(one) === canonicalJson(other);

/** The version that these fields are, made from these. */
export const stateOf = <F extends Fields>(
  fields: F,
  lineage: readonly string[],
): RecordState<F> => ({
  fields,
  lineage,
  version: createHash('sha256')
    .update(canonicalJson([fields, lineage]))
    .digest('hex')
    .slice(0, versionLength),
});

/** What an edit makes of a version; the same object when it says the same. */
export const descend = <F extends Fields>(state: RecordState<F>, fields: F): RecordState<F> =>
  isSameValue(state.fields, fields)
    ? state
    : stateOf(fields, [state.version, ...state.lineage].slice(0, maxLineage));

export const isAncestor = (one: RecordState, other: RecordState): boolean =>
  other.lineage.includes(one.version);

/** The lineage of what is made of two: the same whichever comes first. */
export const joinLineages = (one: RecordState, other: RecordState): string[] => {
  const [first, second] = [one, other].toSorted((a, b) => byText(a.version, b.version)) as [
    RecordState,
    RecordState,
  ];
  const joined = new Set([first.version, second.version]);
  for (let at = 0; at < Math.max(first.lineage.length, second.lineage.length); at += 1) {
    for (const version of [first.lineage[at], second.lineage[at]]) {
      if (version !== undefined) joined.add(version);
    }
  }
  return [...joined].slice(0, maxLineage);
};

/** Versions both come from, the nearest to both first. */
export const commonAncestors = (one: RecordState, other: RecordState): string[] => {
  const there = new Map(other.lineage.map((version, at) => [version, at]));
  return one.lineage
    .flatMap((version, at) => {
      const elsewhere = there.get(version);
      return elsewhere === undefined ? [] : [{ version, distance: at + elsewhere }];
    })
    .toSorted((a, b) => a.distance - b.distance || byText(a.version, b.version))
    .map(({ version }) => version);
};
