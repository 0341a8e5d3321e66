import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Output } from '#shared/contract/index.ts';
import { createTestApp, type TestApp } from '#tests/helpers/app.ts';

/** Occurs in nothing that is not fenced. */
const canary = '鹮鹭暗号';

let test: TestApp;
let project: Output<'projects:open'>;

const idOf = (chapter: number): string => {
  const found = project.documents.find((document) => document.chapter === chapter);
  if (!found) throw new Error(`no chapter ${chapter}`);
  return found.documentId;
};

/** Everything of one request that leaves the engine: the prompt, and the explanation of the inspector. */
const everyByte = async (chapter: number, mute: string[] = []): Promise<string> => {
  const { projectId } = project;
  const documentId = idOf(chapter);
  const { text } = await test.call('documents:read', { projectId, documentId });
  const request = { projectId, documentId, cursorPosition: text.length, skillId: 'continue', mute };
  const assembled = await test.call('context:assemble', request);
  const inspected = await test.call('context:inspect', request);
  const replayed = await test.call('context:history:replay', { assemblyId: assembled.assemblyId });
  return JSON.stringify([assembled, inspected, replayed]);
};

beforeEach(async () => {
  test = await createTestApp();
  const folder = join(test.folder, 'book');
  mkdirSync(folder);
  for (let chapter = 1; chapter <= 8; chapter += 1) {
    const secret = chapter === 3 ? `林远把铜锣藏在井里，${canary}只有他知道。` : '';
    writeFileSync(
      join(folder, `第${chapter}章.md`),
      `# 第${chapter}章\n\n林远提着铜锣走过第${chapter}座桥，井边没有人。\n\n${secret}\n\n他听了听铜锣的声音，又往前走。\n`,
    );
  }
  project = await test.call('projects:open', { path: folder });
  await test.call('settings:update', { debugMode: true });
  await test.call('retrieval:index', { projectId: project.projectId, wait: true });
});

afterEach(() => test.close());

describe('N3 a canary in anything fenced occurs in no byte that leaves the engine', () => {
  it('in a constraint, until its chapter', async () => {
    await test.call('constraints:create', {
      projectId: project.projectId,
      type: 'plot',
      text: `铜锣里有${canary}`,
      fence: { notBeforeChapter: 5 },
    });
    await test.call('documents:update', {
      projectId: project.projectId,
      documentId: idOf(3),
      fence: { neverSend: true },
    });
    expect(await everyByte(4)).not.toContain(canary);
    expect(await everyByte(5)).toContain(canary);
  });

  it('in a chapter never to be sent: neither retrieved nor as the ending before', async () => {
    expect(await everyByte(4)).toContain(canary);
    await test.call('documents:update', {
      projectId: project.projectId,
      documentId: idOf(3),
      fence: { neverSend: true },
    });
    for (const chapter of [1, 2, 4, 5, 8]) expect(await everyByte(chapter)).not.toContain(canary);
  });

  it('in a chapter never to be sent, also when the request is made in it', async () => {
    await test.call('documents:update', {
      projectId: project.projectId,
      documentId: idOf(3),
      fence: { neverSend: true },
    });
    expect(await everyByte(3)).not.toContain(canary);
  });

  it('in a codex entry, its name, its relations and the passages that name it', async () => {
    const { projectId } = project;
    const secret = await test.call('knowledge:entities:create', {
      projectId,
      kind: 'concept',
      name: canary,
      summary: `井里的${canary}`,
      fence: { neverSend: true },
    });
    const known = await test.call('knowledge:entities:create', {
      projectId,
      kind: 'character',
      name: '林远',
      summary: '提铜锣的人。',
    });
    await test.call('knowledge:relations:create', {
      projectId,
      subjectId: known.entityId,
      predicate: '藏起',
      objectId: secret.entityId,
    });
    await test.call('memory:episodes:create', { projectId, text: `林远在井边问起${canary}和铜锣` });
    for (const chapter of [1, 2, 3, 4, 5, 6, 8]) {
      expect(await everyByte(chapter)).not.toContain(canary);
    }
  });

  it('F12 in an entry only one character knows, unless the chapter is seen through their eyes', async () => {
    const { projectId } = project;
    const keeper = await test.call('knowledge:entities:create', {
      projectId,
      kind: 'character',
      name: '郑九',
      summary: '敲锣的人。',
    });
    await test.call('knowledge:entities:create', {
      projectId,
      kind: 'concept',
      name: '井底的事',
      summary: `井底有${canary}`,
      fence: { knownBy: [keeper.entityId] },
    });
    await test.call('documents:update', {
      projectId,
      documentId: idOf(3),
      fence: { neverSend: true },
    });
    expect(await everyByte(6)).not.toContain(canary);
    await test.call('documents:update', {
      projectId,
      documentId: idOf(6),
      pointOfViewEntityId: keeper.entityId,
    });
    expect(await everyByte(6)).toContain(canary);
    expect(await everyByte(7)).not.toContain(canary);
  });

  it('in what is muted, switched off or never included besides', async () => {
    const { projectId } = project;
    const fence = { notBeforeChapter: 9 };
    const entity = (name: string, inclusion: 'auto' | 'never') =>
      test.call('knowledge:entities:create', {
        projectId,
        kind: 'concept',
        name,
        summary: canary,
        inclusion,
        fence,
      });
    const constraint = (text: string, change = {}) =>
      test.call('constraints:create', { projectId, type: 'plot', text, ...change });
    const muted = [
      (await entity(canary, 'auto')).entityId,
      (await constraint(`铜锣${canary}`, { fence })).constraintId,
      (await test.call('memory:episodes:create', { projectId, text: `铜锣和${canary}` })).episodeId,
      (await test.call('memory:rules:create', { projectId, text: `称${canary}`, confidence: 1 }))
        .ruleId,
    ];
    await entity('另一件事', 'never');
    const { constraintId } = await constraint(`井边${canary}`, { fence });
    await test.call('constraints:update', {
      projectId,
      constraintId,
      expectedVersion: 1,
      enabled: false,
    });
    for (const chapter of [4, 6]) expect(await everyByte(chapter, muted)).not.toContain(canary);
    expect(await everyByte(6)).not.toContain(canary);
  });

  it('in the ending of the chapter before, whose other paragraphs are sent', async () => {
    const { projectId } = project;
    const keeper = await test.call('knowledge:entities:create', {
      projectId,
      kind: 'character',
      name: '郑九',
      summary: '',
    });
    await test.call('knowledge:entities:create', {
      projectId,
      kind: 'concept',
      name: canary,
      summary: '',
      fence: { knownBy: [keeper.entityId] },
    });
    const request = {
      projectId,
      documentId: idOf(4),
      cursorPosition: 3,
      skillId: 'continue',
    };
    const { layers } = await test.call('context:inspect', request);
    expect(layers.immediate.items.find(({ id }) => id.startsWith('ending:'))).toMatchObject({
      reason: 'fencedPart',
      text: '他听了听铜锣的声音，又往前走。\n\n',
    });
    expect(await everyByte(4)).not.toContain(canary);
    const setView = (pointOfViewEntityId: string) =>
      test.call('documents:update', { projectId, documentId: idOf(4), pointOfViewEntityId });
    await setView(keeper.entityId);
    expect(await everyByte(4)).toContain(`${canary}只有他知道。`);
  });

  it('in the text around the cursor and the selection, when an entry never to be sent is named there', async () => {
    const { projectId } = project;
    await test.call('knowledge:entities:create', {
      projectId,
      kind: 'concept',
      name: canary,
      summary: '',
      fence: { neverSend: true },
    });
    const documentId = idOf(3);
    const { text } = await test.call('documents:read', { projectId, documentId });
    const start = text.indexOf(canary);
    for (const cursorPosition of [0, 12, start, start + 2, start + canary.length, text.length]) {
      const request = { projectId, documentId, cursorPosition };
      for (const skillId of ['continue', 'polish']) {
        const selection = { start: start - 3, end: start + 5 };
        const asked = { ...request, skillId, ...(skillId === 'polish' ? { selection } : {}) };
        const all = JSON.stringify([
          await test.call('context:assemble', asked),
          await test.call('context:inspect', asked),
        ]);
        expect(all, `${skillId} at ${cursorPosition}`).not.toContain(canary);
        if (cursorPosition === 0) expect(all).toContain('第3座桥');
      }
    }
  });

  it.each([false, true])(
    'in a name that a line end, a full stop, the cursor or a selection parts, with the whole book %s [E2]',
    async (wholeBook) => {
      const { projectId } = project;
      await test.call('context:budget:update', { projectId, expectedVersion: 0, wholeBook });
      const create = (name: string, summary: string, fence: { neverSend: true } | null) =>
        test.call('knowledge:entities:create', {
          ...{ projectId, kind: 'character', name, summary, fence, inclusion: 'always' },
        });
      await create('Dr. Iron Heron', '', { neverSend: true });
      await create('Anna Marsh', 'She sings. She fears Dr. Iron Heron. She owns a boat.', null);
      const parted =
        'The quay was full.\n\nThey all feared Dr. Iron\nHeron that year.\n\nThe rain stopped.';
      for (const chapter of [3, 4]) {
        const { text, version } = await test.call('documents:read', {
          ...{ projectId, documentId: idOf(chapter) },
        });
        await test.call('documents:save', {
          ...{ projectId, documentId: idOf(chapter), text: `${text}\n${parted}\n` },
          expectedVersion: version,
        });
      }
      await test.call('retrieval:index', { projectId, wait: true });
      const documentId = idOf(4);
      const { text } = await test.call('documents:read', { projectId, documentId });
      const start = text.indexOf('Dr. Iron');
      const end = text.indexOf(' that year');
      for (const cursorPosition of [0, start + 4, start + 6, end - 2, end, text.length]) {
        for (const skillId of ['continue', 'polish']) {
          for (const selection of [
            { start: start - 9, end: start + 6 },
            { start: end - 5, end: end + 5 },
          ]) {
            const asked = { projectId, documentId, cursorPosition, skillId };
            const request = skillId === 'polish' ? { ...asked, selection } : asked;
            const { prompt } = await test.call('context:assemble', request);
            expect(prompt, `${skillId} at ${cursorPosition}`).not.toMatch(/Dr\.|Iron|Heron/u);
            expect(prompt).toContain('She sings. She owns a boat.');
          }
        }
      }
    },
  );

  it('in what only one character knows, by the point of view of the book where the chapter has none', async () => {
    const { projectId } = project;
    const keeper = await test.call('knowledge:entities:create', {
      projectId,
      kind: 'character',
      name: '郑九',
      summary: '',
    });
    await test.call('constraints:create', {
      projectId,
      type: 'plot',
      text: `井底有${canary}`,
      fence: { knownBy: [keeper.entityId] },
    });
    await test.call('documents:update', {
      projectId,
      documentId: idOf(3),
      fence: { neverSend: true },
    });
    expect(await everyByte(7)).not.toContain(canary);
    await test.call('projects:update', { projectId, pointOfViewEntityId: keeper.entityId });
    expect(await everyByte(7)).toContain(canary);
  });

  it('in a relation of its own fence', async () => {
    const { projectId } = project;
    const make = (name: string) =>
      test.call('knowledge:entities:create', { projectId, kind: 'character', name, summary: name });
    const [from, to] = [await make('林远'), await make('郑九')];
    await test.call('knowledge:relations:create', {
      projectId,
      subjectId: from.entityId,
      predicate: `欠${canary}`,
      objectId: to.entityId,
      fence: { notBeforeChapter: 7 },
    });
    await test.call('documents:update', {
      projectId,
      documentId: idOf(3),
      fence: { neverSend: true },
    });
    expect(await everyByte(6)).not.toContain(canary);
    expect(await everyByte(7)).toContain(canary);
  });

  it('F11 a chapter fenced until later is not retrieved before', async () => {
    const { projectId } = project;
    await test.call('documents:update', {
      projectId,
      documentId: idOf(3),
      fence: { notBeforeChapter: 6 },
    });
    expect(await everyByte(5)).not.toContain(canary);
  });

  it('in what other entries, relations, chapter titles and preferences say of a hidden entry', async () => {
    const { projectId } = project;
    const scope = { projectId };
    await test.call('knowledge:entities:create', {
      ...scope,
      kind: 'character',
      name: canary,
      summary: '藏锣的人。',
      fence: { notBeforeChapter: 7 },
    });
    const person = (name: string, summary: string) =>
      test.call('knowledge:entities:create', {
        ...scope,
        kind: 'character',
        name,
        summary,
        inclusion: 'always',
      });
    const from = await person('林远', `提锣的人。他是${canary}的儿子。他怕水。`);
    const to = await person('郑九', '敲锣的人。');
    await test.call('knowledge:relations:create', {
      ...scope,
      subjectId: from.entityId,
      predicate: `替${canary}还债给`,
      objectId: to.entityId,
    });
    await test.call('memory:rules:create', {
      ...scope,
      text: `称${canary}时用敬语`,
      confidence: 1,
      confirmed: true,
    });
    await test.call('documents:rename', { ...scope, documentId: idOf(2), title: `${canary}` });
    await test.call('retrieval:index', { ...scope, wait: true });
    const early = await everyByte(5);
    expect(early).not.toContain(canary);
    expect(early).toContain('提锣的人。他怕水。');
    // Without its number in the name chapter 2 goes last, and the eighth becomes the seventh.
    expect(await everyByte(8)).toContain(`他是${canary}的儿子。`);
  });

  it('in a constraint that names an entry never to be sent; one that guards a later secret goes', async () => {
    const { projectId } = project;
    const { entityId } = await test.call('knowledge:entities:create', {
      projectId,
      kind: 'item',
      name: canary,
      summary: '',
      fence: { notBeforeChapter: 7 },
    });
    await test.call('constraints:create', { projectId, type: 'plot', text: `不得提到${canary}` });
    await test.call('documents:update', {
      projectId,
      documentId: idOf(3),
      fence: { neverSend: true },
    });
    expect(await everyByte(4)).toContain(`不得提到${canary}`);
    await test.call('knowledge:entities:update', {
      projectId,
      entityId,
      expectedVersion: 1,
      fence: { neverSend: true },
    });
    expect(await everyByte(4)).not.toContain(canary);
  });
});
