/** What becomes of one record: pure, from what the database, the folder and the last agreement say (B4, B5). */
import type { FieldConflict } from './merge-fields.ts';
import { type MergeRules, mergeStates } from './merge-states.ts';
import {
  descend,
  type Fields,
  isAncestor,
  isSameValue,
  type RecordState,
  stateOf,
} from './record-state.ts';

export type RecordFacts = {
  /** What the folder's file said when both sides last agreed; null when they never did. */
  base: RecordState | null;
  /** What the database says now; null when it has no such record. */
  stored: Fields | null;
  /** What the file says now; null when there is none. */
  file: RecordState | null;
  /** What conflict copies of the file say. */
  copies: readonly RecordState[];
  /** A file that is gone was taken away; false where its whole folder is gone. */
  mayBeDeleted: boolean;
  /** Both sides agreed once that there is no such record; asked only where that decides. */
  isDeletionAgreed(): boolean;
};

export type OutsideChange = 'changed' | 'merged' | 'deleted' | 'restored';

export type RecordDecision = {
  /** Null when the record is gone. */
  state: RecordState | null;
  database: 'keep' | 'put' | 'remove';
  file: 'keep' | 'write' | 'remove';
  /** What the writer is told; null for nothing. */
  change: OutsideChange | null;
  conflicts: readonly FieldConflict[];
};

const nothing = { change: null, conflicts: [] } as const;

const isOlderOrSame = (one: RecordState, other: RecordState): boolean =>
  one.version === other.version || isAncestor(one, other);

const gone = { ...nothing, state: null, database: 'keep' } as const;

const withoutStored = (
  theirs: RecordState,
  { base, file, copies, isDeletionAgreed }: RecordFacts,
  conflicts: readonly FieldConflict[],
  isKnown: (state: RecordState) => boolean,
): RecordDecision => {
  if (base && isOlderOrSame(theirs, base)) return { ...gone, file: file ? 'remove' : 'keep' };
  // Late copies of what was deleted here, or the file of a record that was deleted before its file was noted: a killed
  // program leaves one. Once both agreed that it is gone, whoever puts a file of its own there wants it back.
  if (!base && [...(file ? [file] : []), ...copies].every(isKnown)) {
    if (!file) return { ...gone, file: 'keep' };
    if (!isDeletionAgreed()) return { ...gone, file: 'remove' };
  }
  return {
    state: theirs,
    database: 'put',
    file: file?.version === theirs.version ? 'keep' : 'write',
    change: base ? 'restored' : null,
    conflicts,
  };
};

const withoutFile = (mine: RecordState, { base, mayBeDeleted }: RecordFacts): RecordDecision => {
  if (base && mayBeDeleted && mine.version === base.version) {
    return { state: null, database: 'remove', file: 'keep', change: 'deleted', conflicts: [] };
  }
  const change = base && mayBeDeleted ? 'restored' : null;
  return { state: mine, database: 'keep', file: 'write', change, conflicts: [] };
};

/** `knownFields`: what an earlier version of this record said, where that is still known. */
export const decideRecord = (
  facts: RecordFacts,
  knownFields: (version: string) => Fields | undefined,
  rules: MergeRules,
): RecordDecision => {
  const { base, stored, file, copies } = facts;
  const conflicts: FieldConflict[] = [];
  const join = (one: RecordState, other: RecordState): RecordState => {
    const merged = mergeStates(one, other, knownFields, rules);
    conflicts.push(...merged.conflicts);
    return merged.state;
  };
  const [first, ...more] = [...(file ? [file] : []), ...copies];
  const theirs = first ? more.reduce(join, first) : null;
  const mine = stored && (base ? descend(base, stored) : stateOf(stored, []));
  if (!mine) {
    const isKnown = ({ version }: RecordState): boolean => knownFields(version) !== undefined;
    return theirs ? withoutStored(theirs, facts, conflicts, isKnown) : { ...gone, file: 'keep' };
  }
  if (!theirs) return withoutFile(mine, facts);
  const isUndecided = !base && isSameValue(mine.fields, rules.undecided);
  const isSaid =
    isUndecided || (isSameValue(mine.fields, theirs.fields) && !isAncestor(theirs, mine));
  const state = isSaid ? theirs : join(mine, theirs);
  const isPut = !isSameValue(state.fields, mine.fields);
  return {
    state,
    database: isPut ? 'put' : 'keep',
    file: file?.version === state.version ? 'keep' : 'write',
    change:
      isPut || conflicts.length > 0 ? (isOlderOrSame(mine, theirs) ? 'changed' : 'merged') : null,
    conflicts,
  };
};
