import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { killDuringStep } from '#tests/helpers/kill-step.ts';
import { makeFolder, startProjects } from '#tests/helpers/projects.ts';

const scene = '灯还亮着，阿禾数到第七下。';
const one = `# 第一章\r\n\r\n舅公不在船上。\r\n\r\n***\r\n\r\n${scene}\r\n`;
const two = '# 第二章\n\n母亲量水。\n';
const plain = one.replaceAll('\r\n', '\n');
const before = [plain, two];
const after = ['# 第一章\n\n舅公不在船上。\n', `# 第二章\n\n母亲量水。\n\n***\n\n${scene}\n`];
const neverSend = { neverSend: true as const };

type Folder = Awaited<ReturnType<typeof makeFolder>>;
let folder: Folder;

beforeEach(async () => {
  folder = await makeFolder({ '01.md': one, '02.md': two });
});
afterEach(() => folder.remove());

const killDuring = (kind: string, when: string): Promise<void> =>
  killDuringStep(folder, kind, when);

/** What `work` finds in the book after the next start. */
const started = async <T>(
  work: (desk: Awaited<ReturnType<typeof startProjects>>, projectId: string) => Promise<T>,
): Promise<T> => {
  const desk = await startProjects(folder.base);
  try {
    const { projectId } = await desk.projects.open({ path: folder.root });
    return await work(desk, projectId);
  } finally {
    await desk.stop();
  }
};

const chaptersNow = () =>
  started((desk, projectId) =>
    Promise.all(
      desk.documents.list(projectId).map(async ({ documentId, fence }) => {
        const { text } = await desk.documents.read(projectId, documentId);
        return { text, fence };
      }),
    ),
  );
const textsNow = async () => (await chaptersNow()).map(({ text }) => text);

const closeFirst = () =>
  started(async (desk, projectId) => {
    const [first] = desk.documents.list(projectId);
    const documentId = first?.documentId ?? '';
    await desk.documents.update({ projectId, documentId, fence: neverSend });
  });

describe('a program killed while a scene is moved [W1]', () => {
  it.each([
    ['a move, when the new chapter has the scene', 'scene', '1', after],
    ['a move, when the old chapter has it no more', 'scene', '2', after],
    ['a move, before its records', 'scene', 'records', after],
    ['the undo of a move, when the old chapter has it again', 'sceneBack', '1', before],
    ['the undo of a move, when the new chapter has it no more', 'sceneBack', '2', before],
    ['the undo of a move, before its records', 'sceneBack', 'records', before],
  ])('has it once, neither lost nor twice: %s', async (_name, kind, when, expected) => {
    await killDuring(kind, when);
    expect(await textsNow()).toEqual(expected);
    // The next start finds nothing left to do.
    expect(await textsNow()).toEqual(expected);
  });

  it('closes the chapter that got a scene of a closed one, and opens it again where it lost it [N3]', async () => {
    await closeFirst();
    await killDuring('scene', '1');
    const moved = await chaptersNow();
    expect(moved.map(({ fence }) => fence)).toEqual([neverSend, neverSend]);
    await folder.remove();
    folder = await makeFolder({ '01.md': one, '02.md': two });
    await closeFirst();
    await killDuring('sceneBack', '1');
    expect((await chaptersNow()).map(({ fence }) => fence)).toEqual([neverSend, null]);
  });

  it('leaves the scene where somebody wrote beside it before the next start', async () => {
    await killDuring('scene', '1');
    await writeFile(join(folder.root, '01.md'), `${one}外面写的。\r\n`);
    expect(await textsNow()).toEqual([`${plain}外面写的。\n`, two]);
  });

  it('loses nothing where somebody wrote in the chapter that got it, closes that one, and names both [N3]', async () => {
    await closeFirst();
    await killDuring('scene', '1');
    await writeFile(join(folder.root, '02.md'), `${after[1] ?? ''}外面写的。\n`);
    const told = await started(async (desk, projectId) =>
      desk.seen.flatMap(({ name, payload }) =>
        name === 'host:notice' && payload.code === 'SCENE_MAYBE_TWICE'
          ? [[payload.documentIds, desk.documents.list(projectId).map((one) => one.documentId)]]
          : [],
      ),
    );
    expect(told.length).toBe(1);
    expect(told[0]?.[0]).toEqual(told[0]?.[1]);
    expect(await chaptersNow()).toEqual([
      { text: plain, fence: neverSend },
      { text: `${after[1] ?? ''}外面写的。\n`, fence: neverSend },
    ]);
  });
});
