import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { OriginRuns } from '#shared/domain/origins.ts';
import { makeFolder, startProjects } from '#tests/helpers/projects.ts';

const before = '# 起\n\n海水退去，门开着。\n\n他走了。\n';
const after = before.replace('海水', '潮水').replace('门开着', '窗开着');
const typed: OriginRuns = [[before.length, 'typed']];

let folder: Awaited<ReturnType<typeof makeFolder>>;
let desk: Awaited<ReturnType<typeof startProjects>>;
beforeEach(async () => {
  folder = await makeFolder({ '01.md': '' });
  desk = await startProjects(folder.base);
});
afterEach(async () => {
  await desk.stop();
  await folder.remove();
});

/** An accept of two words, told of the text as it was when it was read. */
const acceptLate = async (meanwhile: () => Promise<void>) => {
  const { projectId, documents } = await desk.projects.open({ path: folder.root });
  const documentId = documents[0]?.documentId ?? '';
  const chapter = { projectId, documentId };
  const { version } = await desk.documents.read(projectId, documentId);
  const saved = await desk.documents.save({
    ...{ ...chapter, text: before, origins: [...typed], expectedVersion: version },
  });
  await meanwhile();
  const places = [before.indexOf('海水'), before.indexOf('门')] as const;
  await desk.documents.save(
    { ...chapter, text: after, expectedVersion: saved.version },
    {
      kind: 'changes',
      code: 'model:one',
      changes: [
        { from: places[0], to: places[0] + 2, inserted: 2 },
        { from: places[1], to: places[1] + 1, inserted: 1 },
      ],
    },
  );
  const now = await desk.documents.read(projectId, documentId);
  const runs = await desk.origins.read(chapter, now);
  let at = 0;
  const pieces = runs.map(([length, code]) => {
    at += length;
    return [now.text.slice(at - length, at), code];
  });
  return { text: now.text, pieces };
};

const own = [
  ['# 起\n\n', 'typed'],
  ['潮水', 'model:one'],
  ['退去，', 'typed'],
  ['窗', 'model:one'],
  ['开着。\n\n他走了。\n', 'typed'],
];

describe('what was accepted of a model while another program wrote the chapter [N14]', () => {
  it('is the model’s alone: the words between stay typed, and what came from outside is unknown', async () => {
    const { text, pieces } = await acceptLate(async () => {
      await folder.write('01.md', `${before}\n外面写的。\n`);
    });
    expect(text).toBe(`${after}\n外面写的。\n`);
    expect(pieces).toEqual([...own, ['\n外面写的。\n', 'unknown']]);
  });
});
