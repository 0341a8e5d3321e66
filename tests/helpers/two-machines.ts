/** Two machines that share a book through its folder: a file's worth of tests starts them once, each test has its own book. */
import { cp, mkdtemp, mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { unlessMissing } from '#main/base/failures/system-code.ts';
import { createTestApp, type TestApp } from '#tests/helpers/app.ts';

export type SharedBook = {
  here: TestApp;
  there: TestApp;
  /** A path of the book's folder on one machine. */
  at(test: TestApp, path: string): string;
  open(test: TestApp): ReturnType<typeof openAt>;
  /** What a program that synchronises does: every file of the one folder into the other, deleted ones away. */
  carry(from: TestApp, to: TestApp): Promise<void>;
  /** Both machines forget the book, and its folders go. */
  end(): Promise<void>;
};

const openAt = (test: TestApp, path: string) => test.call('projects:open', { path });

const namesIn = (path: string): Promise<string[]> => unlessMissing(readdir(path), []);

const travelling = ['codex', 'constraints', 'habits', '.fabula/chapters', '.fabula/book'];

export const createTwoMachines = async () => {
  const [here, there] = [await createTestApp(), await createTestApp()];
  return {
    here,
    there,
    async close(): Promise<void> {
      await here.close();
      await there.close();
    },
    async newBook(files: Readonly<Record<string, string>>): Promise<SharedBook> {
      const base = await mkdtemp(join(tmpdir(), 'fabula-shared-'));
      const rootOf = (test: TestApp): string => join(base, test === here ? 'here' : 'there');
      const at = (test: TestApp, path: string): string => join(rootOf(test), path);
      for (const [path, text] of Object.entries(files)) {
        await mkdir(dirname(at(here, path)), { recursive: true });
        await writeFile(at(here, path), text);
      }
      return {
        here,
        there,
        at,
        open: (test) => openAt(test, rootOf(test)),
        async carry(from, to) {
          // File by file: the program that has the book open may be writing beside them.
          for (const folder of travelling) {
            const kept = new Set(await namesIn(at(from, folder)));
            const gone = (await namesIn(at(to, folder))).filter((name) => !kept.has(name));
            for (const name of gone) await rm(at(to, join(folder, name)), { force: true });
          }
          await cp(rootOf(from), rootOf(to), {
            recursive: true,
            preserveTimestamps: true,
            filter: (source) => !/\/lock$|\.fabula-tmp$/.test(source),
          });
        },
        async end() {
          for (const test of [here, there]) {
            for (const { projectId } of (await test.call('projects:list', {})).items) {
              await test.call('projects:forget', { projectId });
            }
          }
          await rm(base, { recursive: true, force: true });
        },
      };
    },
  };
};
