/** Compares a folder with what is known of it and stores what changed. */
import type { ScanProblem } from '#shared/domain/project.ts';
import { tellFenced } from '../closed-text.ts';
import type { DocumentsContext } from '../context.ts';
import { saveFound } from '../held-elsewhere.ts';
import { type OpenFolder, setGone, setPresent } from '../open-folder.ts';
import type { DocumentRecord } from '../record.ts';
import type { Scan } from '../scan.ts';
import { identifyFiles } from './identify-files.ts';
import { type KnownBefore, knownBefore } from './known-before.ts';
import { type Outcome, type RecordChange, takeRead, takeUnchanged } from './take-found.ts';
import { takeLost } from './take-lost.ts';

const rowsPerTransaction = 500;

/** What a look at the folder changed. */
export type Reconciled = {
  /** Documents whose text is another one now. */
  edited: DocumentRecord[];
  /** Whether the binder shows anything else than before. */
  changed: boolean;
  /** Chapters that came in a book that is known. */
  arrived: DocumentRecord[];
  /** Paths of conflict copies, which are no chapters. */
  copies: readonly string[];
};

const persist = async (
  { database }: DocumentsContext,
  folder: OpenFolder,
  changes: readonly RecordChange[],
): Promise<void> => {
  for (let from = 0; from < changes.length; from += rowsPerTransaction) {
    const save = database.transaction(() => {
      for (const { record, state } of changes.slice(from, from + rowsPerTransaction)) {
        saveFound(database, folder, record, state);
      }
    });
    // It reads before it writes: another process that wrote in between would refuse it, and waiting would not help.
    save.immediate();
    await new Promise((resolve) => setImmediate(resolve));
  }
};

const showProblems = (
  { problems }: OpenFolder,
  scope: ReadonlySet<string> | null,
  found: readonly ScanProblem[],
): void => {
  if (scope === null) problems.clear();
  else for (const path of scope) problems.delete(path);
  for (const problem of found) problems.set(problem.path, problem);
};

/** Answers the chapters that nobody knew; at the first look of all every file is new, and none of them came. */
const showChanges = (
  { clock }: DocumentsContext,
  folder: OpenFolder,
  changes: readonly RecordChange[],
  { records }: KnownBefore,
): DocumentRecord[] => {
  const arrived: DocumentRecord[] = [];
  for (const { record, state } of changes) {
    const { documentId } = record;
    if (state === 'missing') {
      setGone(folder, record, true);
      folder.goneAt.set(documentId, clock.now());
      continue;
    }
    if (records.size > 0 && !records.has(documentId)) {
      folder.arrivedAt.set(documentId, clock.now());
      arrived.push(record);
    }
    setPresent(folder, record);
  }
  return arrived;
};

/**
 * Brings the records in line with what was found. `scope`: the paths that were looked at, or null for all of
 * them. The caller holds the folder's mutex.
 */
export const reconcile = async (
  context: DocumentsContext,
  folder: OpenFolder,
  scan: Scan,
  scope: ReadonlySet<string> | null,
): Promise<Reconciled> => {
  const before = knownBefore(folder, scope);
  const look = await identifyFiles(context, folder, scan, before);
  const outcome: Outcome = { changes: new Map(), edited: [] };
  await takeUnchanged(folder, look, before, outcome);
  const read = await takeRead(context, folder, { look, before }, outcome);
  const found = new Set([...look.unchanged.values(), ...read]);
  const lost = before.files.flatMap(({ documentId }) =>
    found.has(documentId) ? [] : (folder.present.get(documentId) ?? []),
  );
  await takeLost(context, folder, lost, outcome);
  const changes = [...outcome.changes.values()];
  await persist(context, folder, changes);
  // Only now, all at once: whoever asks meanwhile sees the folder as it was.
  showProblems(folder, scope, look.problems);
  const arrived = showChanges(context, folder, changes, before);
  tellFenced(context, [...look.takenOver.keys()]);
  return { edited: outcome.edited, changed: changes.length > 0, arrived, copies: look.copies };
};
