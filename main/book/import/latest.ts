/** What the latest import into each book brought, beside the databases: it can be taken out after a restart too (B10). */
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import writeFileAtomic from 'write-file-atomic';
import { z } from 'zod';
import type { Output } from '#shared/contract/index.ts';
import { CarriedIdentifier } from '#shared/domain/identifiers.ts';
import { parseJson } from '#main/base/text/parse-json.ts';
import { unlessMissing } from '#main/base/failures/system-code.ts';
import { readRegularFile } from '#main/base/files/regular-file.ts';

const Brought = z.object({
  created: z.array(z.object({ documentId: z.string(), version: z.string() })),
});
type Created = Output<'import:commit'>['created'];

/** Bytes: 20,000 chapters. */
const largestFile = 4 * 1024 * 1024;

/** By the id of the book, for as long as it can be taken out in one step. */
export type LatestImports = {
  /** Null where nothing is known; a damaged file says nothing. */
  read(projectId: string): Promise<Created | null>;
  /** The errors of writing a file. */
  write(projectId: string, created: Created): Promise<void>;
  forget(projectId: string): Promise<void>;
};

export const createLatestImports = (folder: string): LatestImports => {
  const pathOf = (projectId: string): string =>
    join(folder, `${CarriedIdentifier.parse(projectId)}.json`);
  return {
    async read(projectId) {
      const bytes = await unlessMissing(readRegularFile(pathOf(projectId), largestFile), null);
      const { data } = Brought.safeParse(bytes === null ? null : parseJson(bytes.toString('utf8')));
      return data?.created ?? null;
    },
    async write(projectId, created) {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const text = JSON.stringify({ created } satisfies z.infer<typeof Brought>);
      await writeFileAtomic(pathOf(projectId), text, { mode: 0o600 });
    },
    forget: (projectId) => rm(pathOf(projectId), { force: true }),
  };
};
