/**
 * What an import is about to write, written down before it writes: a program killed in the middle takes it back at its next
 * start, so that a book never has half of a text (B10).
 */
import { createHash } from 'node:crypto';
import { mkdir, readdir, rm, rmdir, unlink } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { nanoid } from 'nanoid';
import writeFileAtomic from 'write-file-atomic';
import { z } from 'zod';
import { isMissing, systemCode, unlessMissing } from '#main/base/failures/system-code.ts';
import type { Logger } from '#main/platform.ts';
import { isThere } from '#main/base/files/places.ts';
import { isSameProcessAlive, processStart } from '#main/base/processes/process-liveness.ts';
import { isInside, readRegularFile } from '#main/base/files/regular-file.ts';

const Plan = z.discriminatedUnion('kind', [
  /** A folder that is filled beside its place. */
  z.object({ kind: z.literal('folder'), temporary: z.string() }),
  z.object({
    kind: z.literal('chapters'),
    root: z.string(),
    /** `version`: SHA-256 of the file's bytes, as of a chapter's text. */
    files: z.array(z.object({ path: z.string(), version: z.string() })),
  }),
]);
const Entry = z.object({
  importId: z.string(),
  owner: z.object({ pid: z.number(), started: z.string() }),
  plan: Plan,
});
export type ImportPlan = z.infer<typeof Plan>;

/** Bytes of one entry: 5,000 paths and versions. */
const largestEntry = 16 * 1024 * 1024;

export type ImportJournal = {
  /** Where a folder is filled before it gets its name. */
  temporaryBeside(target: string): string;
  /** Keeps the plan until `work` is through, or until what it left is taken back. */
  keep(plan: ImportPlan): Promise<{ done(): Promise<void> }>;
};

const temporaryName = /^\.[\w-]+\.fabula-import$/;

export const createImportJournal = (folder: string): ImportJournal => ({
  temporaryBeside: (target) => join(dirname(target), `.${nanoid()}.fabula-import`),
  async keep(plan) {
    const importId = nanoid();
    const path = join(folder, `${importId}.json`);
    const owner = { pid: process.pid, started: processStart(process.pid) };
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const entry = { importId, owner, plan } satisfies z.infer<typeof Entry>;
    await writeFileAtomic(path, JSON.stringify(entry), { mode: 0o600 });
    return { done: () => rm(path, { force: true }) };
  },
});

/** A file that is still what the import wrote goes; one that somebody has changed since is theirs. */
const takeFileBack = async (root: string, path: string, version: string): Promise<void> => {
  const absolute = resolve(root, path);
  if (!isInside(root, absolute)) return;
  try {
    const bytes = await readRegularFile(absolute, largestEntry);
    if (createHash('sha256').update(bytes).digest('base64url') !== version) return;
    await unlink(absolute);
    // The folder of a volume that the import made and nobody else uses.
    if (dirname(absolute) !== root) await rmdir(dirname(absolute));
  } catch (error) {
    if (!isMissing(error) && systemCode(error) !== 'ENOTEMPTY') throw error;
  }
};

/** False when the disk it lies on is not there now. */
const takeBack = async (plan: ImportPlan): Promise<boolean> => {
  if (plan.kind === 'folder') {
    if (!temporaryName.test(basename(plan.temporary))) return true;
    if (!(await isThere(dirname(plan.temporary)))) return false;
    // Where its folder was there may be a file by now.
    await unlessMissing(rm(plan.temporary, { recursive: true, force: true }), undefined);
    return true;
  }
  if (!(await isThere(plan.root))) return false;
  for (const { path, version } of plan.files) await takeFileBack(plan.root, path, version);
  return true;
};

const readEntry = async (path: string): Promise<z.infer<typeof Entry> | null> => {
  const bytes = await readRegularFile(path, largestEntry);
  try {
    return Entry.parse(JSON.parse(bytes.toString('utf8')));
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof z.ZodError) return null;
    throw error;
  }
};

/**
 * Takes back what imports of programs that are no more left behind; for the start, before any book is open. What cannot be taken
 * back now is logged and waits for the next start.
 */
export const recoverImports = async (folder: string, logger: Logger): Promise<void> => {
  const names = await unlessMissing(readdir(folder), []);
  for (const name of names.filter((one) => one.endsWith('.json'))) {
    const path = join(folder, name);
    try {
      const entry = await readEntry(path);
      if (entry !== null && isSameProcessAlive(entry.owner)) continue;
      if (entry === null || (await takeBack(entry.plan))) await rm(path, { force: true });
    } catch (error) {
      logger.log('warn', 'an unfinished import is not taken back', { code: systemCode(error) });
    }
  }
};
