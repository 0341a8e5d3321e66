/** What the writer says to a record that came changed from outside: as it came, as it was here, or both (B4). */
import { AppError } from '#shared/errors.ts';
import type { CopiesAccess } from '../documents/service.ts';
import { keepFences } from './hand-edits.ts';
import {
  type Joining,
  joiningOf,
  joinNamesakes,
  mayBeOne,
  replaceEntity,
} from './join-namesakes.ts';
import { kindSpecs, type RecordKind, recordKinds } from './kinds.ts';
import { copyVersionOf } from './list-outside.ts';
import { type FieldRule, mergeFields, type MergeTexts } from './merge-fields.ts';
import { type Fields, isSameValue } from './record-state.ts';
import type { RecordStore, StoredOutsideChange } from './store.ts';
import type { KindSource } from './sync-request.ts';

export type OutsideChoice = 'take' | 'keep' | 'both';

const bothOf = (rule: FieldRule | undefined, before: unknown, after: unknown): unknown => {
  if (rule === 'text' && typeof before === 'string' && typeof after === 'string') {
    return `${before}\n\n${after}`;
  }
  if (rule === 'set' && Array.isArray(before) && Array.isArray(after)) {
    return [...new Set([...before, ...after])];
  }
  if (rule === 'map') return { ...(after as Fields), ...(before as Fields) };
  return after;
};

/** The value of one field that came and is not in the record: what a conflict left out, or the field as it came. */
const cameAs = (
  { before, after, conflicts }: StoredOutsideChange,
  field: string,
  rule: FieldRule | undefined,
): unknown => {
  const conflict = conflicts.find((one) => one.field === field);
  if (!conflict) return after?.[field];
  // Of two that differ neither holds.
  if (rule === 'closed' && Array.isArray(conflict.lost)) {
    return conflict.lost.find((value) => !isSameValue(value, before?.[field]));
  }
  return isSameValue(conflict.kept, before?.[field]) ? conflict.lost : conflict.kept;
};

/** The writer says what holds: neither a later number nor the stricter of two has a say besides. */
const chosenWhole: ReadonlySet<FieldRule> = new Set(['decision', 'closed', 'either']);

type InConflict = { merged: unknown; lost: unknown; chosen: unknown; current: unknown };

/** Texts that exclude each other both stay; of everything else what the record says, of a map only the members that clash. */
const afterConflict = (
  rule: FieldRule | undefined,
  { merged, lost, chosen, current }: InConflict,
): unknown => {
  if (rule === 'map') {
    const members = Object.keys(lost as Fields).map((key) => [key, (current as Fields)[key]]);
    return { ...(merged as Fields), ...Object.fromEntries(members) };
  }
  if (rule !== 'text' || typeof chosen !== 'string' || typeof current !== 'string') return current;
  if (chosen.includes(current)) return chosen;
  return current.includes(chosen) ? current : bothOf('text', chosen, current);
};

type Settling = { rules: Readonly<Record<string, FieldRule>>; mergeTexts: MergeTexts };

/**
 * What was chosen, in a record that may have been written in since the change left it as `left`: that stays, and of two
 * texts that cannot be merged both do. Undefined where nothing is to change.
 */
const withWhatCameSince = (
  { left, chosen, current }: { left: Fields; chosen: Fields; current: Fields },
  { rules, mergeTexts }: Settling,
): Fields | undefined => {
  const byChoice = Object.fromEntries(
    Object.entries(rules).map(([field, rule]) => [field, chosenWhole.has(rule) ? 'value' : rule]),
  );
  const sides = { base: left, mine: current, theirs: chosen };
  const { fields, conflicts } = mergeFields(sides, byChoice, mergeTexts);
  const settled: Record<string, unknown> = { ...fields };
  for (const { field, kept: merged, lost } of conflicts) {
    const sidesOf = { merged, lost, chosen: chosen[field], current: current[field] };
    settled[field] = afterConflict(rules[field], sidesOf);
  }
  return isSameValue(settled, current) ? undefined : settled;
};

type Chosen = {
  change: StoredOutsideChange & { before: Fields; after: Fields };
  choice: OutsideChoice;
};

/** The fields a row speaks of, as chosen, where the record says `current`; the others as the change left them. */
const chosenFields = (
  { change, choice }: Chosen,
  current: Fields,
  rules: Settling['rules'],
): Fields => {
  const { before, after, conflicts } = change;
  const fields = new Set([
    ...Object.keys(before).filter((field) => !isSameValue(before[field], after[field])),
    ...conflicts.map(({ field }) => field),
  ]);
  const chosen: Record<string, unknown> = { ...after };
  for (const field of fields) {
    // A map's conflict names members, not values.
    const came = rules[field] === 'map' ? after[field] : cameAs(change, field, rules[field]);
    // Of both, the one that stands in the record is what was made of it since.
    const asNow = (value: unknown) => (isSameValue(value, after[field]) ? current[field] : value);
    if (choice === 'keep') chosen[field] = before[field];
    else if (choice === 'take') chosen[field] = came;
    else chosen[field] = bothOf(rules[field], asNow(before[field]), asNow(came));
  }
  return chosen;
};

/** The record as chosen, with what was written in it since; null to delete it, undefined where nothing is to change. */
export const settledFields = (
  change: StoredOutsideChange,
  choice: OutsideChoice,
  current: Fields | undefined,
  settling: Settling,
): Fields | null | undefined => {
  const { before, after } = change;
  if (change.change === 'fenceKept') {
    if (choice !== 'take' || after === null) return undefined;
    if (before === null || !current) return after;
    const left = keepFences(before, after, change.kind === 'chapters');
    return withWhatCameSince({ left, chosen: after, current }, settling);
  }
  // One that was put back meanwhile is what it is by now.
  if (change.change === 'deleted')
    return choice === 'take' || current ? undefined : (before ?? undefined);
  if (before === null) return choice === 'keep' ? null : undefined;
  if (!current || after === null) return undefined;
  const chosen = chosenFields(
    { change: { ...change, before, after }, choice },
    current,
    settling.rules,
  );
  return withWhatCameSince({ left: after, chosen, current }, settling);
};

type Parts = {
  store: RecordStore;
  copies: Pick<CopiesAccess, 'settle'>;
  sourceOf(projectId: string, kind: RecordKind): KindSource;
  mergeTexts: MergeTexts;
  /** Before the entry that goes is gone: what lies beside the records goes to the one that stays. */
  beforeJoined(joining: Joining): Promise<void>;
};

/** What names one of the two names the one that stays, before the other goes: a kill between leaves two. */
const joinEntries = async (
  { store, sourceOf, beforeJoined }: Parts,
  projectId: string,
  { changeId, recordId }: StoredOutsideChange,
): Promise<void> => {
  const codex = sourceOf(projectId, 'codex');
  const other = codex.findNamesake?.(recordId);
  if (other === undefined) return store.removeOutside(projectId, changeId);
  const joining = joiningOf(recordId, other);
  let areOne = false;
  await codex.exchange((stored) => {
    // Two that are too much for one are refused before anything changes.
    joinNamesakes(stored, joining);
    areOne = mayBeOne(stored, recordId, other);
    return [];
  });
  for (const kind of recordKinds) {
    if (kind === 'codex') continue;
    await sourceOf(projectId, kind).exchange((stored) => replaceEntity(stored, joining));
  }
  if (areOne) await beforeJoined(joining);
  await codex.exchange((stored) => {
    store.removeOutside(projectId, changeId);
    return mayBeOne(stored, recordId, other) ? joinNamesakes(stored, joining) : [];
  });
};

/** OUTSIDE_CHANGE_NOT_FOUND, and ENTITY_INVALID for two entries that are too much for one. */
export const settleOutside = async (
  parts: Parts,
  asked: { projectId: string; changeId: number; choice: OutsideChoice },
): Promise<void> => {
  const { projectId, changeId, choice } = asked;
  const { store, sourceOf, mergeTexts } = parts;
  const change = store.findOutside(projectId, changeId);
  if (!change) {
    throw new AppError('OUTSIDE_CHANGE_NOT_FOUND', 'There is no such change.', { changeId });
  }
  if (change.change === 'sameName') {
    if (choice === 'take') return joinEntries(parts, projectId, change);
    return store.removeOutside(projectId, changeId);
  }
  const { kind, recordId } = change;
  if (change.change === 'copy') {
    const copy = { documentId: recordId, version: copyVersionOf(change) };
    await parts.copies.settle(projectId, copy, choice);
  }
  if (['copy', 'copyMerged', 'renamed'].includes(change.change)) {
    return store.removeOutside(projectId, changeId);
  }
  await sourceOf(projectId, kind).exchange((stored) => {
    store.removeOutside(projectId, changeId);
    const fields = settledFields(change, choice, stored.get(recordId), {
      rules: kindSpecs[kind].rules,
      mergeTexts,
    });
    return fields === undefined ? [] : [{ id: recordId, fields }];
  });
};
