/** Makes one version of two: the later where one comes from the other, else both merged field by field (B4, B5). */
import {
  type FieldConflict,
  type FieldRule,
  type MergeTexts,
  mergeFields,
} from './merge-fields.ts';
import {
  commonAncestors,
  type Fields,
  isAncestor,
  isSameValue,
  joinLineages,
  type RecordState,
  stateOf,
} from './record-state.ts';

export type MergeRules = {
  fields: Readonly<Record<string, FieldRule>>;
  mergeTexts: MergeTexts;
  /** What a record says of which nothing was decided; null for kinds whose records somebody makes. */
  undecided: Fields | null;
};

export type MergedState<F extends Fields> = { state: RecordState<F>; conflicts: FieldConflict[] };

/** `knownFields`: what an earlier version said, where that is still known. */
export const mergeStates = <F extends Fields>(
  one: RecordState<F>,
  other: RecordState<F>,
  knownFields: (version: string) => F | undefined,
  rules: MergeRules,
): MergedState<F> => {
  if (one.version === other.version || isAncestor(other, one)) return { state: one, conflicts: [] };
  if (isAncestor(one, other)) return { state: other, conflicts: [] };
  if (isSameValue(one.fields, other.fields)) {
    return { state: one.version < other.version ? one : other, conflicts: [] };
  }
  const base = commonAncestors(one, other)
    .map(knownFields)
    .find((fields) => fields !== undefined);
  const undecided = rules.undecided as F | null;
  const sides = { base: base ?? undecided, mine: one.fields, theirs: other.fields };
  const { fields, conflicts } = mergeFields(sides, rules.fields, rules.mergeTexts);
  return { state: stateOf(fields, joinLineages(one, other)), conflicts };
};
