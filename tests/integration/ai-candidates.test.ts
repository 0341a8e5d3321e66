import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type AiWorld, createAiWorld, doneOf } from '#tests/helpers/ai-world.ts';

let world: AiWorld;
beforeEach(async () => {
  world = await createAiWorld();
  await world.connect();
});
afterEach(() => world.close());

const passage = '林远把伞收起来，站在石阶上等船。他想起昨夜的雪，也想起那把钥匙。';
const polished = '林远收了伞，站在石阶上等船。他想起昨夜的雪，也想起那把钥匙！';

const polish = async (answer = polished): Promise<string> => {
  const start = world.text.indexOf(passage);
  world.server.script({ pieces: [answer] });
  const done = doneOf(
    await world.run({ skillId: 'polish', selection: { start, end: start + passage.length } }),
  );
  return done.candidateId ?? '';
};
const pending = async () => {
  const { projectId } = world;
  return (await world.test.call('ai:candidates:list', { projectId })).items;
};
const readText = async (): Promise<string> => {
  const { projectId, documentId } = world;
  return (await world.test.call('documents:read', { projectId, documentId })).text;
};
const save = async (text: string): Promise<void> => {
  const { projectId, documentId, test } = world;
  const { version } = await test.call('documents:read', { projectId, documentId });
  await test.call('documents:save', { projectId, documentId, text, expectedVersion: version });
};
const file = (): string => join(world.test.folder, 'book', '02.md');

describe('ai:candidates', () => {
  it('writes nothing before an accept, the selection goes with the request, and one undo restores the bytes [F14]', async () => {
    const before = readFileSync(file());
    const candidateId = await polish();
    const wire = world.server.calls[0]?.bytes.toString() ?? '';
    expect(wire.split(passage)).toHaveLength(2);
    expect(readFileSync(file())).toEqual(before);
    const [candidate] = await pending();
    expect(candidate).toMatchObject({
      candidateId,
      original: passage,
      text: polished,
      stale: false,
    });
    expect(candidate?.hunks).toHaveLength(2);
    const { test, projectId, documentId } = world;
    const accepted = await test.call('ai:candidates:accept', { candidateId });
    expect(await readText()).toBe(world.text.replace(passage, polished));
    expect((await readText()).slice(accepted.start, accepted.end)).toBe(polished);
    const logged = async () => (await test.call('goals:log', { projectId })).items.at(-1);
    expect(accepted.words).toBeGreaterThan(0);
    expect(await logged()).toMatchObject({ accepted: accepted.words, written: 0, counted: 0 });
    const { items } = await test.call('documents:snapshots:list', { projectId, documentId });
    expect(items.find(({ snapshotId }) => snapshotId === accepted.snapshotId)).toMatchObject({
      reason: 'beforeAi',
      cause: { kind: 'candidate', accepted: 2, of: 2 },
    });
    await test.call('documents:snapshots:restore', {
      projectId,
      documentId,
      snapshotId: accepted.snapshotId,
    });
    expect(readFileSync(file())).toEqual(before);
    expect(await pending()).toEqual([]);
    expect(await test.fail('ai:candidates:accept', { candidateId })).toBe('CANDIDATE_NOT_FOUND');
  });

  it('restores the bytes of a file with a mark, CRLF line ends and GBK alike [F14]', async () => {
    const gbk = Buffer.from(
      'b5dac8fdd5c20d0a0d0aced2c3c7d7dfc1cbbaddbec3a1a3bbd8c0b4b5c4cab1bac2ccecc9abd2d1cdeda1a30d0a',
      'hex',
    );
    const marked = Buffer.from('\ufeff# Three\r\n\r\nOne line.\r\nAnother line.\r\n');
    for (const [name, bytes] of [
      ['03.md', gbk],
      ['04.md', marked],
    ] as const) {
      const { test, projectId } = world;
      writeFileSync(join(test.folder, 'book', name), bytes);
      const { documents } = await test.call('projects:open', { path: join(test.folder, 'book') });
      const documentId = documents.find(({ path }) => path === name)?.documentId ?? '';
      const { text } = await test.call('documents:read', { projectId, documentId });
      world.server.script({ pieces: ['新的一句。'] });
      const run = await world.run({ documentId, cursorPosition: text.length });
      const candidateId = doneOf(run).candidateId ?? '';
      const { snapshotId } = await test.call('ai:candidates:accept', { candidateId });
      expect(readFileSync(join(test.folder, 'book', name))).not.toEqual(bytes);
      await test.call('documents:snapshots:restore', { projectId, documentId, snapshotId });
      expect(readFileSync(join(test.folder, 'book', name))).toEqual(bytes);
    }
  });

  it('takes one hunk and leaves the other', async () => {
    const candidateId = await polish();
    const { test } = world;
    expect(await test.fail('ai:candidates:accept', { candidateId, hunks: [7] })).toBe(
      'CANDIDATE_INVALID',
    );
    await test.call('ai:candidates:accept', { candidateId, hunks: [0] });
    expect(await readText()).toBe(
      world.text.replace('林远把伞收起来，站在石阶上等船。', '林远收了伞，站在石阶上等船。'),
    );
  });

  it('goes with its passage when the chapter is split, merged and either is undone [W1]', async () => {
    const { test, projectId, documentId } = world;
    const candidateId = await polish();
    const at = world.text.indexOf(passage);
    const { version } = await test.call('documents:read', { projectId, documentId });
    const place = { projectId, documentId, at, expectedVersion: version };
    const halves = await test.call('documents:split', place);
    const added = halves.documentId;
    const inHalf = { candidateId, documentId: added, start: 0, stale: false };
    expect(await pending()).toMatchObject([inHalf]);
    const documentIds = [documentId, added];
    const merged = await test.call('documents:merge', { projectId, documentIds });
    const inWhole = { candidateId, documentId, start: at, stale: false };
    expect(await pending()).toMatchObject([inWhole]);
    await test.call('documents:undo', { projectId, undoId: merged.undoId });
    expect(await pending()).toMatchObject([inHalf]);
    await test.call('documents:undo', { projectId, undoId: halves.undoId });
    expect(await pending()).toMatchObject([inWhole]);
    await test.call('ai:candidates:accept', { candidateId });
    expect(await readText()).toBe(world.text.replace(passage, polished));
  });

  it('typing elsewhere meanwhile is safe: the candidate finds its place again', async () => {
    const candidateId = await polish();
    await save(`# 第二章 渡口\n\n新写的一段在前面。${world.text.slice(10)}后面也有。\n`);
    const [candidate] = await pending();
    const now = await readText();
    expect(candidate?.stale).toBe(false);
    expect(now.slice(candidate?.start, candidate?.end)).toBe(passage);
    await world.test.call('ai:candidates:accept', { candidateId });
    expect(await readText()).toBe(now.replace(passage, polished));
  });

  it('text changed underneath is asked about: CANDIDATE_STALE, kept, no snapshot, no write', async () => {
    const { test, projectId, documentId } = world;
    const candidateId = await polish();
    await save(world.text.replace('站在石阶上等船', '坐在船上了'));
    const before = await readText();
    const scope = { projectId, documentId };
    const snapshots = (await test.call('documents:snapshots:list', scope)).items.length;
    expect(await test.fail('ai:candidates:accept', { candidateId })).toBe('CANDIDATE_STALE');
    expect(await readText()).toBe(before);
    expect((await test.call('documents:snapshots:list', scope)).items).toHaveLength(snapshots);
    expect(await pending()).toMatchObject([{ candidateId, stale: true }]);
    await save(world.text);
    await test.call('ai:candidates:accept', { candidateId });
  });

  it('survives a restart, is decided once even when asked twice at once, and can be refused', async () => {
    const first = await polish();
    const second = await polish('林远收伞。');
    const { test, projectId } = world;
    await test.restart({ localServers: [] });
    await test.call('projects:open', { path: join(test.folder, 'book') });
    expect((await pending()).map(({ candidateId }) => candidateId)).toEqual([first, second]);
    const signal = new AbortController().signal;
    const replies = await Promise.all(
      [1, 2].map(() =>
        test.app.dispatch('ai:candidates:accept', { candidateId: first }, { signal }),
      ),
    );
    expect(replies.map(({ ok }) => ok).sort()).toEqual([false, true]);
    await test.call('ai:candidates:reject', { candidateId: second });
    expect(await pending()).toEqual([]);
    const { items } = await test.call('memory:episodes:list', { projectId });
    expect(items.map(({ text }) => text)).toEqual([
      expect.stringContaining('退回了'),
      expect.stringContaining('接受了'),
    ]);
    expect(JSON.stringify(items)).not.toContain('石阶');
  });

  it('is fetched back after its refusal, which nothing remembers then, at its passage in a chapter split meanwhile [F14, W1]', async () => {
    const { test, projectId, documentId } = world;
    const episodes = async () => (await test.call('memory:episodes:list', { projectId })).items;
    const candidateId = await polish();
    await test.call('ai:candidates:reject', { candidateId });
    expect(await episodes()).toHaveLength(1);
    const { version, text } = await test.call('documents:read', { projectId, documentId });
    const at = text.lastIndexOf('\n', text.indexOf(passage)) + 1;
    await test.call('documents:split', { projectId, documentId, at, expectedVersion: version });
    await test.restart({ localServers: [] });
    await test.call('projects:open', { path: join(test.folder, 'book') });
    await test.call('ai:candidates:restore', { candidateId });
    expect(await pending()).toMatchObject([{ candidateId, stale: false, original: passage }]);
    expect(await episodes()).toEqual([]);
    // One that the writer deleted is nothing to take back.
    await test.call('ai:candidates:reject', { candidateId });
    const { episodeId = '' } = (await episodes())[0] ?? {};
    await test.call('memory:episodes:delete', { projectId, episodeId });
    await test.call('ai:candidates:restore', { candidateId });
    expect((await pending()).map((one) => one.candidateId)).toEqual([candidateId]);
  });

  it('is refused though its chapter was deleted meanwhile [F14]', async () => {
    const { test, projectId, documentId } = world;
    const candidateId = await polish();
    await test.call('documents:delete', { projectId, documentId });
    await test.call('ai:candidates:reject', { candidateId });
    expect(await test.fail('ai:candidates:reject', { candidateId })).toBe('CANDIDATE_NOT_FOUND');
    expect((await test.call('memory:episodes:list', { projectId })).items).toEqual([]);
  });

  it('a preference seen three times is proposed once, and never confirmed', async () => {
    const { test, projectId } = world;
    const rules = async () => (await test.call('memory:rules:list', { projectId })).items;
    for (let round = 0; round < 4; round += 1) {
      const candidateId = await polish();
      expect(await rules()).toHaveLength(round < 3 ? 0 : 1);
      const { snapshotId } = await test.call('ai:candidates:accept', { candidateId, hunks: [0] });
      await test.call('documents:snapshots:restore', {
        projectId,
        documentId: world.documentId,
        snapshotId,
      });
    }
    expect(await rules()).toMatchObject([{ text: '少用感叹号。', confirmed: false }]);
    const { prompt } = await test.call('context:assemble', {
      projectId,
      documentId: world.documentId,
      cursorPosition: 5,
      skillId: 'continue',
    });
    expect(prompt).not.toContain('少用感叹号');
  });

  it('a fenced passage is not sent: the run is refused before anything leaves', async () => {
    const { test, projectId, documentId } = world;
    await test.call('documents:update', { projectId, documentId, fence: { neverSend: true } });
    const start = world.text.indexOf(passage);
    const request = { projectId, documentId, cursorPosition: start, skillId: 'polish' };
    const selection = { start, end: start + passage.length };
    expect(await test.fail('ai:run', { ...request, selection })).toBe('SELECTION_INVALID');
    expect(world.server.calls).toEqual([]);
    expect(await test.fail('ai:run', { ...request, selection: { start: 5, end: 99_999 } })).toBe(
      'SELECTION_INVALID',
    );
  });

  it('brainstorm goes to the panel: no candidate', async () => {
    world.server.script({ pieces: ['1. 船沉了。\n', '2. 船没有来。'] });
    const done = doneOf(await world.run({ skillId: 'brainstorm' }));
    expect(done).toMatchObject({ candidateId: null, text: '1. 船沉了。\n2. 船没有来。' });
    expect(await pending()).toEqual([]);
  });

  it('writes once more with the findings when the project asks for it, and marks what is left [S3-25]', async () => {
    const { test, projectId } = world;
    await test.call('constraints:create', { projectId, type: 'style', text: '不用感叹号' });
    await test.call('judge:settings:update', { projectId, mode: 'regenerate' });
    world.server.script((call) => ({
      pieces: [call.bytes.includes('重写一遍') ? '没有人。' : '没有人！'],
    }));
    const done = doneOf(await world.run());
    expect(done).toMatchObject({ text: '没有人。', findings: [] });
    expect(world.events.filter(({ name }) => name === 'ai:regenerating')).toHaveLength(1);
    expect(await pending()).toHaveLength(1);
    await test.call('judge:settings:update', { projectId, mode: 'mark' });
    world.server.script({ pieces: ['没有人！'] });
    const marked = doneOf(await world.run());
    expect(marked.findings).toMatchObject([{ quote: '！', by: 'rule' }]);
    const [finding] = marked.findings;
    expect(marked.text.slice(finding?.start, finding?.end)).toBe('！');
    const { findingId = '', constraintId = '', quote = '' } = finding ?? {};
    const reason = '有人喊';
    await test.call('judge:waive', { projectId, findingId, constraintId, quote, reason });
    await test.restart({ localServers: [] });
    await test.call('projects:open', { path: join(test.folder, 'book') });
    const { items } = await test.call('ai:runs:list', { projectId });
    expect(items.map(({ findings, firstFaults }) => [findings, firstFaults])).toEqual([
      [[{ ...finding, waived: true, reason }], null],
      [[], 1],
    ]);
  });

  it('says of an unjudged answer that nobody judged it [S3-25]', async () => {
    const { test, projectId } = world;
    await test.call('judge:settings:update', { projectId, mode: 'off' });
    world.server.script({ pieces: ['没有人！'] });
    expect(doneOf(await world.run())).toMatchObject({ findings: [], judged: false });
    expect((await test.call('ai:runs:list', { projectId })).items).toMatchObject([
      { findings: null, firstFaults: null },
    ]);
  });
});
