/** Brings the records of one kind in line: what the folder says, what the database says, what both agreed on (B1–B7). */
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { decideRecord, type RecordDecision } from './decide-record.ts';
import { foreignFields, withoutForeign } from './foreign-fields.ts';
import { type GroupedFiles, groupFiles, type RecordFiles } from './group-files.ts';
import { keepFences } from './hand-edits.ts';
import { findLostRelations } from './lost-relations.ts';
import { putFiles } from './put-files.ts';
import { type FoundRecord, readRecordFolder } from './record-folder.ts';
import { type Fields, isSameValue, type RecordState, stateOf } from './record-state.ts';
import type { AgreedFile } from './store.ts';
import {
  agreedOf,
  type DatabaseChange,
  type Step,
  type SyncOutcome,
  type SyncParts,
  type SyncRequest,
} from './sync-request.ts';

type Look = { agreed: ReadonlyMap<string, AgreedFile>; grouped: GroupedFiles; isThere: boolean };

/** What both sides had, and the folder has no longer. */
const isFileMissing = (
  { source }: SyncRequest,
  { isThere }: Look,
  { files, agreed }: { files: RecordFiles; agreed: AgreedFile | undefined },
): boolean =>
  isThere &&
  !source.isKeptByDatabase &&
  agreed !== undefined &&
  files.main === null &&
  files.copies.length === 0;

const noFiles: RecordFiles = { main: null, copies: [], bad: [] };

/** A file edited by hand: its fences are no looser than what it was made from. */
const heldState = (
  { store }: SyncParts,
  { projectId, spec }: SyncRequest,
  { text }: FoundRecord,
  stored: Fields | undefined,
): { state: RecordState; asked: Fields | null } => {
  if (text.editedVersion === null) return { state: text.state, asked: null };
  const known = store.fieldsOf(projectId, spec.kind, text.id, text.editedVersion) ?? stored;
  if (!known) return { state: text.state, asked: null };
  const fields = keepFences(known, text.state.fields, spec.kind === 'chapters');
  if (isSameValue(fields, text.state.fields)) return { state: text.state, asked: null };
  return { state: stateOf(fields, text.state.lineage), asked: text.state.fields };
};

type Facts = {
  id: string;
  files: RecordFiles;
  agreed: AgreedFile | undefined;
  stored: Fields | undefined;
};

/** A decision; `asked`: what the file asks for of a fence that stays. */
type Decided = { decision: RecordDecision; asked: Fields | null };

/** Changes nothing: what is noted of it is noted with all others. */
const decideOne = (
  parts: SyncParts,
  request: SyncRequest,
  { id, files, agreed, stored }: Facts,
  isFolderThere: boolean,
): Decided => {
  const { projectId, spec, source } = request;
  const held = files.main && heldState(parts, request, files.main, stored);
  if (source.isKeptByDatabase && !stored) {
    const isOurs = agreed !== undefined && files.main?.text.state.version === agreed.state.version;
    const file = isOurs && files.copies.length === 0 ? 'remove' : 'keep';
    const nothing = { state: null, database: 'keep', file, change: null, conflicts: [] } as const;
    return { decision: nothing, asked: null };
  }
  const decision = decideRecord(
    {
      base: agreed?.state ?? null,
      stored: stored ?? null,
      file: held?.state ?? null,
      copies: files.copies.map(({ text }) => text.state),
      mayBeDeleted: isFolderThere && !source.isKeptByDatabase,
      isDeletionAgreed: () => parts.store.isDeletionAgreed(projectId, spec.kind, id),
    },
    (version) => parts.store.fieldsOf(projectId, spec.kind, id, version),
    {
      fields: spec.rules,
      mergeTexts: parts.mergeTexts,
      undecided: source.isKeptByDatabase ? spec.empty : null,
    },
  );
  const isSettled = agreed !== undefined || files.main !== null || files.copies.length > 0;
  if (spec.isWrittenOnceSettled && !isSettled && isSameValue(stored, spec.empty)) {
    const nothing = { state: null, database: 'keep', file: 'keep', change: null } as const;
    return { decision: { ...nothing, conflicts: [] }, asked: null };
  }
  const asked = held?.asked ?? null;
  // Written anew as it holds, so that the same file is not asked about twice.
  return { decision: asked ? { ...decision, file: 'write' } : decision, asked };
};

const noteKeptFence = (
  { store, clock }: SyncParts,
  { projectId, spec }: SyncRequest,
  { id, stored, asked }: Pick<Facts, 'id' | 'stored'> & Pick<Decided, 'asked'>,
): void => {
  if (asked === null) return;
  store.addOutside(projectId, {
    kind: spec.kind,
    recordId: id,
    change: 'fenceKept',
    before: stored ? withoutForeign(spec, stored) : null,
    after: withoutForeign(spec, asked),
    conflicts: [],
    noticedAt: clock.now(),
  });
};

/** Somebody put back what was deleted here, or was seen to be: a record that nobody here ever had is new. */
const isPutBack = ({ store }: SyncParts, { projectId, spec }: SyncRequest, id: string): boolean =>
  !spec.isQuiet && store.isDeletionAgreed(projectId, spec.kind, id);

const noteOutside = (
  parts: SyncParts,
  request: SyncRequest,
  { id, agreed, decision }: Step,
  stored: Fields | undefined,
): void => {
  const { store, clock } = parts;
  const { projectId, spec, source } = request;
  const { change, conflicts, state } = decision;
  // What a record says that was never known here is no change.
  const isFirst = source.isKeptByDatabase && !agreed;
  const came = {
    kind: spec.kind,
    recordId: id,
    after: state && withoutForeign(spec, state.fields),
    noticedAt: clock.now(),
  };
  const isBack = change === null && state !== null && !stored;
  if (isBack && !store.addReturned(projectId, came) && isPutBack(parts, request, id)) {
    store.addOutside(projectId, { ...came, change: 'restored', before: null, conflicts: [] });
  }
  const before = stored ? withoutForeign(spec, stored) : null;
  const saysSame = isSameValue(before, came.after);
  if (change === null || ((spec.isQuiet || isFirst || saysSame) && conflicts.length === 0)) return;
  store.addOutside(projectId, {
    ...came,
    change,
    before,
    conflicts: conflicts.map(({ field, kept, lost }) => ({ field, kept, lost })),
  });
};

/** Notes what was decided, in the transaction that changes the records. */
const noteStep = (parts: SyncParts, request: SyncRequest, step: Step): void => {
  const { store } = parts;
  const { projectId, spec } = request;
  const { id, files, agreed, decision } = step;
  if (decision.state && decision.state !== agreed?.state)
    store.saveVersion(projectId, spec.kind, id, decision.state);
  if (files.main && decision.state) {
    const { path, stamp, text, isUnchanged } = files.main;
    const isMoved = request.source.hintsOf(id)?.path !== (agreed?.localPath ?? undefined);
    if (isUnchanged && !isMoved) return;
    store.saveAgreed(
      projectId,
      spec.kind,
      id,
      agreedOf(request, step, { path, stamp, state: text.state }),
    );
  }
  if (!files.main && decision.state === null && agreed) store.dropAgreed(projectId, spec.kind, id);
};

type Settled = Facts & Decided;

/** Works out what becomes of each record, once for what is stored. */
const createDecisions = (parts: SyncParts, request: SyncRequest, look: Look) => {
  const { agreed, grouped, isThere } = look;
  const known = new Map<string, Settled>();
  let lookedAt: ReadonlyMap<string, Fields> | null = null;
  const settle = (facts: Facts): Settled | null => {
    const { id, files, stored } = facts;
    // Whatever cannot be read is left as it is, in the folder and here.
    if (files.bad.length > 0 && files.main === null) return null;
    if (stored && isFileMissing(request, look, facts) && !request.isGone(id)) return null;
    const settled = known.get(id) ?? { ...facts, ...decideOne(parts, request, facts, isThere) };
    known.set(id, settled);
    return settled;
  };
  return function* (stored: ReadonlyMap<string, Fields>): Generator<Settled> {
    if (stored !== lookedAt) known.clear();
    lookedAt = stored;
    const ids = new Set([...agreed.keys(), ...grouped.byId.keys(), ...stored.keys()]);
    for (const id of request.source.listDamaged()) ids.delete(id);
    for (const id of ids) {
      const files = grouped.byId.get(id) ?? noFiles;
      const said = agreed.get(id)?.state ?? files.main?.text.state;
      const row = stored.get(id);
      // Rows have no place for what only files say.
      const whole = row && said ? { ...row, ...foreignFields(request.spec, said.fields) } : row;
      const settled = settle({ id, files, agreed: agreed.get(id), stored: whole });
      if (settled) yield settled;
    }
  };
};

/** In the transaction that changes the records. */
const noteAll = (
  parts: SyncParts,
  request: SyncRequest,
  decided: Iterable<Settled>,
  stored: ReadonlyMap<string, Fields>,
): Step[] => {
  const steps: Step[] = [];
  for (const settled of decided) {
    const { id, files, agreed, decision } = settled;
    const step = { id, files, agreed, decision };
    noteKeptFence(parts, request, settled);
    noteOutside(parts, request, step, settled.stored);
    noteStep(parts, request, step);
    steps.push(step);
  }
  for (const { id, before, after } of findLostRelations(steps, stored)) {
    const { kind } = request.spec;
    const noticedAt = parts.clock.now();
    const lost = { kind, recordId: id, change: 'changed', before, after } as const;
    parts.store.addOutside(request.projectId, { ...lost, conflicts: [], noticedAt });
  }
  return steps;
};

const changesOf = ({ spec }: SyncRequest, steps: readonly Step[]): DatabaseChange[] =>
  steps.flatMap(({ id, decision: { database, state } }) => {
    if (database === 'keep') return [];
    const isPut = database === 'put' && state !== null;
    return [{ id, fields: isPut ? withoutForeign(spec, state.fields) : null }];
  });

/** Throws for a folder that cannot be listed; a file that cannot be written is logged and tried again at the next look. */
export const syncKind = async (parts: SyncParts, request: SyncRequest): Promise<SyncOutcome> => {
  const { projectId, root, place, spec, source } = request;
  const agreed = parts.store.listAgreed(projectId, spec.kind);
  const folder = await readRecordFolder(root, place, spec, agreed);
  const grouped = groupFiles(folder, agreed, parts.originalOf);
  if (request.mayExchange) await source.joinFiles?.(grouped, agreed);
  const withheld = new Set(
    [...grouped.byId].filter(([, { bad }]) => bad.length > 0).map(([id]) => id),
  );
  source.withhold(withheld);
  const nothing = { read: 0, written: 0, merged: 0, conflicts: 0, isUnfinished: false };
  if (!request.mayExchange) return { ...nothing, withheld, problems: grouped.problems };
  if (request.canWrite) {
    for (const name of folder.leftovers) await rm(join(root, place, name), { force: true });
  }
  const decide = createDecisions(parts, request, { agreed, grouped, isThere: folder.isThere });
  let steps: Step[] = [];
  await source.exchange((stored) => {
    steps = noteAll(parts, request, decide(stored), stored);
    return changesOf(request, steps);
  }, decide);
  const { written, isUnfinished } = request.canWrite
    ? await putFiles(parts, request, steps)
    : { written: 0, isUnfinished: false };
  const decisions = steps.map(({ decision }) => decision);
  return {
    read: decisions.filter(({ database }) => database !== 'keep').length,
    written,
    merged: decisions.filter(({ change }) => change === 'merged').length,
    conflicts: decisions.reduce((sum, { conflicts }) => sum + conflicts.length, 0),
    withheld,
    problems: grouped.problems,
    isUnfinished,
  };
};
