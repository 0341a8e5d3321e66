import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { killDuringStep } from '#tests/helpers/kill-step.ts';
import { makeFolder, startProjects } from '#tests/helpers/projects.ts';

const one = '# 第一章\r\n\r\n舅公不在船上。\r\n\r\n灯还亮着。\r\n';
const two = '# 第二章\n\n母亲量水。\n';
const plain = one.replaceAll('\r\n', '\n');
const at = plain.indexOf('灯');

type Folder = Awaited<ReturnType<typeof makeFolder>>;
let folder: Folder;

beforeEach(async () => {
  folder = await makeFolder({ '01.md': one, '02.md': two });
});
afterEach(() => folder.remove());

const killDuring = (kind: string, when: string): Promise<void> =>
  killDuringStep(folder, kind, when, at);

/** The texts of all chapters in binder order after the next start, with fences where there are some. */
const textsNow = async (): Promise<string[]> => {
  const desk = await startProjects(folder.base);
  try {
    const { projectId, documents } = await desk.projects.open({ path: folder.root });
    const texts: string[] = [];
    for (const { documentId } of documents) {
      texts.push((await desk.documents.read(projectId, documentId)).text);
    }
    const files = (await readdir(folder.root)).filter((name) => name.endsWith('.md'));
    expect(files).toHaveLength(texts.length);
    return texts;
  } finally {
    await desk.stop();
  }
};

describe('a program killed in the middle [W1]', () => {
  const whole = [plain, two];
  const halves = [plain.slice(0, at), plain.slice(at), two];
  const merged = [`${plain}${two}`];

  it.each([
    ['a split, after the new chapter was written', 'split', '1', whole],
    ['a split, before its records', 'split', 'records', halves],
    ['the undo of a split, before the second half goes', 'join', '1', whole],
    ['the undo of a split, before its records', 'join', 'records', whole],
    ['a merge, before the second chapter goes', 'merged', '1', merged],
    ['a merge, before its records', 'merged', 'records', merged],
    ['the undo of a merge, before its records', 'part', 'records', whole],
  ])('leaves before or after: %s', async (_name, kind, when, expected) => {
    await killDuring(kind, when);
    expect(await textsNow()).toEqual(expected);
    // The next start finds nothing left to do.
    expect(await textsNow()).toEqual(expected);
  });

  it.each([
    ['of the second half, before it goes', 'joinClosed', '1'],
    ['of the second half, before the records', 'joinClosed', 'records'],
    ['of the whole, before the records', 'partClosed', 'records'],
  ])('keeps a fence that was set since what is undone: %s [N3]', async (_name, kind, when) => {
    await killDuring(kind, when);
    const desk = await startProjects(folder.base);
    const { documents } = await desk.projects.open({ path: folder.root });
    await desk.stop();
    const closed = documents.map(({ fence }) => fence?.neverSend === true);
    expect(closed).toEqual(kind === 'partClosed' ? [true, true] : [true, false]);
  });

  it('keeps a text that another program wrote into the chapter before the next start', async () => {
    await killDuring('split', '1');
    await writeFile(join(folder.root, '01.md'), `${one}外面写的。\r\n`);
    expect((await textsNow()).join('')).toContain(`${plain}外面写的。\n`);
  });
});
