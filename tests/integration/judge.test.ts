import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '#tests/helpers/app.ts';

let test: TestApp;
let projectId: string;
let documents: { documentId: string }[];

const open = async (name: string, chapters: readonly string[], language: 'zh-CN' | 'en') => {
  const folder = join(test.folder, name);
  mkdirSync(folder, { recursive: true });
  chapters.forEach((text, index) => {
    writeFileSync(join(folder, `${index + 1}.md`), text);
  });
  return test.call('projects:open', { path: folder, language });
};

beforeEach(async () => {
  test = await createTestApp({ countTokens: (text) => text.length });
  const project = await open(
    'mine',
    [
      '# 一\n\n郑九推开门，走了进来。',
      '# 二\n\n灯忽然灭了。郑九推开门，走了进来。',
      '# 三\n\n他睡了。',
    ],
    'zh-CN',
  );
  projectId = project.projectId;
  documents = project.documents;
});
afterEach(() => test.close());

const documentId = (chapter: number): string => documents[chapter - 1]?.documentId ?? '';
const forbid = () =>
  test.call('constraints:create', { projectId, type: 'style', text: '不用“忽然”。' });

describe('the judge, through the contract', () => {
  it('marks a chapter with quotes at offsets and the constraint they break [S3-25 F13]', async () => {
    const { constraintId } = await forbid();
    const dead = await test.call('knowledge:entities:create', {
      projectId,
      kind: 'character',
      name: '郑九',
      summary: '',
      validToChapter: 1,
    });
    const { text } = await test.call('documents:read', { projectId, documentId: documentId(2) });
    const { findings, model } = await test.call('judge:check', {
      projectId,
      documentId: documentId(2),
    });
    expect(findings.map(({ kind, quote, by }) => [kind, quote, by])).toEqual([
      ['forbiddenText', '忽然', 'rule'],
      ['deadActs', '郑九推开', 'rule'],
    ]);
    expect(findings[0]).toMatchObject({ constraintId, waived: false });
    expect(findings[1]).toMatchObject({ entityId: dead.entityId });
    for (const { start, end, quote } of findings) expect(text.slice(start, end)).toBe(quote);
    expect(model).toBe('absent');
    const first = await test.call('judge:check', { projectId, documentId: documentId(1) });
    expect(first.findings).toEqual([]);
  });

  it('judges a text as part of a chapter, or of the end of the book [S3-25]', async () => {
    await test.call('knowledge:entities:create', {
      projectId,
      kind: 'item',
      name: '青铜匣',
      summary: '',
      fence: { notBeforeChapter: 3 },
    });
    const text = '桌上放着那只青铜匣。';
    const inChapter = await test.call('judge:check', {
      projectId,
      documentId: documentId(2),
      text,
    });
    expect(inChapter.findings.map(({ kind }) => kind)).toEqual(['nameTooEarly']);
    expect((await test.call('judge:check', { projectId, text })).findings).toEqual([]);
    expect(await test.fail('judge:check', { projectId })).toBe('INVALID_INPUT');
    expect(await test.fail('judge:check', { projectId, documentId: 'none' })).toBe(
      'DOCUMENT_NOT_FOUND',
    );
  });

  it('knows a secret from whoever the chapter is told by [N3]', async () => {
    const create = (name: string, fence?: { knownBy: string[] }) =>
      test.call('knowledge:entities:create', {
        projectId,
        kind: fence ? 'item' : 'character',
        name,
        summary: '',
        ...(fence ? { fence } : {}),
      });
    const knows = await create('沈青');
    const stranger = await create('林远');
    await create('暗账本', { knownBy: [knows.entityId] });
    const check = async (pointOfViewEntityId: string) => {
      await test.call('documents:update', {
        projectId,
        documentId: documentId(3),
        pointOfViewEntityId,
      });
      const found = await test.call('judge:check', { projectId, text: '暗账本不见了。' });
      return found.findings.map(({ kind }) => kind);
    };
    expect(await check(knows.entityId)).toEqual([]);
    expect(await check(stranger.entityId)).toEqual(['notKnownToPointOfView']);
  });

  it('says which constraints no exact rule covers, and leaves out what is switched off or fenced [N4]', async () => {
    const style = await forbid();
    const vague = await test.call('constraints:create', {
      projectId,
      type: 'character',
      text: '让舅公说短话。',
    });
    await test.call('constraints:create', {
      projectId,
      type: 'style',
      text: '不用“灯”。',
      fence: { notBeforeChapter: 3 },
    });
    const check = () => test.call('judge:check', { projectId, documentId: documentId(2) });
    expect(await check()).toMatchObject({
      findings: [{ quote: '忽然' }],
      needsModel: [vague.constraintId],
    });
    await test.call('constraints:update', {
      projectId,
      constraintId: style.constraintId,
      expectedVersion: 1,
      enabled: false,
    });
    expect((await check()).findings).toEqual([]);
  });

  it('waives with a reason, over edits, other places and restarts, until the constraint is reworded [F13]', async () => {
    const { constraintId } = await forbid();
    const [finding] = (await test.call('judge:check', { projectId, documentId: documentId(2) }))
      .findings;
    if (!finding) throw new Error('nothing was found');
    const { findingId, quote } = finding;
    const heard: string[] = [];
    test.app.events.on((...[name]) => heard.push(name));
    await test.call('judge:waive', {
      projectId,
      findingId,
      constraintId,
      quote,
      reason: '  这里要突兀  ',
    });
    expect(heard).toEqual(['judge:changed']);
    await test.restart({ countTokens: (text) => text.length });
    await open('mine', [], 'zh-CN');
    const text = '风更大了。灯忽然灭了。门忽然开了。';
    const check = () => test.call('judge:check', { projectId, text });
    expect((await check()).findings.map(({ waived, reason }) => [waived, reason])).toEqual([
      [true, '这里要突兀'],
      [false, undefined],
    ]);
    const change = { projectId, constraintId };
    await test.call('constraints:update', { ...change, expectedVersion: 1, priority: 5 });
    expect((await check()).findings[0]?.waived).toBe(true);
    await test.call('constraints:update', {
      ...change,
      expectedVersion: 2,
      text: '绝对不用“忽然”。',
    });
    expect((await check()).findings[0]?.waived).toBe(false);
    const { items } = await test.call('judge:waivers:list', { projectId });
    expect(items).toMatchObject([{ findingId, constraintId, version: 1, quote, lapsed: true }]);
    await test.call('judge:unwaive', { projectId, findingId });
    expect((await test.call('judge:waivers:list', { projectId })).items).toEqual([]);
  });

  it('keeps the last check of a chapter over a restart, without what was edited or reworded since [F13]', async () => {
    const { constraintId } = await forbid();
    const scope = { projectId, documentId: documentId(2) };
    const before = await test.call('documents:read', scope);
    const write = async (text: string) => {
      const { version } = await test.call('documents:read', scope);
      await test.call('documents:save', { ...scope, text, expectedVersion: version });
    };
    await write(before.text.replace('灯忽然', '门忽然开了。灯忽然'));
    const { findings } = await test.call('judge:check', scope);
    expect(findings).toHaveLength(2);
    const [door, lamp] = findings;
    await test.call('judge:waive', {
      projectId,
      findingId: lamp?.findingId ?? '',
      constraintId,
      quote: '忽然',
      reason: '要突兀',
    });
    await test.restart({ countTokens: (text) => text.length });
    await open('mine', [], 'zh-CN');
    const kept = async () =>
      (await test.call('judge:checks:list', { projectId })).items.flatMap(
        (check) => check.findings,
      );
    expect(await kept()).toEqual([door, { ...lamp, waived: true, reason: '要突兀' }]);
    await write(before.text.replace('灯忽然', '雪停了。门忽地开了。灯忽然'));
    const [moved, ...others] = await kept();
    expect(others).toEqual([]);
    expect(moved).toMatchObject({ findingId: lamp?.findingId, waived: true });
    const { text } = await test.call('documents:read', scope);
    expect(text.slice(moved?.start, moved?.end)).toBe('忽然');
    expect(text.slice(0, moved?.start).endsWith('灯')).toBe(true);
    await test.call('constraints:update', {
      projectId,
      constraintId,
      expectedVersion: 1,
      text: '绝对不用“忽然”。',
    });
    expect(await kept()).toEqual([]);
    await test.call('judge:checks:remove', scope);
    expect((await test.call('judge:checks:list', { projectId })).items).toEqual([]);
  });

  it('keeps no check of a text that is no chapter [F13]', async () => {
    await forbid();
    await test.call('judge:check', { projectId, documentId: documentId(2), text: '忽然。' });
    expect((await test.call('judge:checks:list', { projectId })).items).toEqual([]);
  });

  it('refuses to waive on what is not there or without a reason [S3-36]', async () => {
    const waiver = { projectId, findingId: 'x', quote: 'x', reason: 'y' };
    expect(await test.fail('judge:waive', { ...waiver, constraintId: 'none' })).toBe(
      'CONSTRAINT_NOT_FOUND',
    );
    expect(await test.fail('judge:waive', { ...waiver, entityId: 'none' })).toBe(
      'ENTITY_NOT_FOUND',
    );
    expect(await test.fail('judge:waive', waiver)).toBe('INVALID_INPUT');
    const { constraintId } = await forbid();
    expect(await test.fail('judge:waive', { ...waiver, constraintId, reason: ' ' })).toBe(
      'INVALID_INPUT',
    );
  });

  it('keeps a mode per project, and forgets everything with it [S3-25]', async () => {
    const other = await open('theirs', ['# One\n'], 'en');
    expect(await test.call('judge:settings:get', { projectId })).toEqual({ mode: 'mark' });
    await test.call('judge:settings:update', { projectId, mode: 'regenerate' });
    expect(await test.call('judge:settings:get', { projectId })).toEqual({ mode: 'regenerate' });
    expect(await test.call('judge:settings:get', { projectId: other.projectId })).toEqual({
      mode: 'mark',
    });
    expect(await test.fail('judge:settings:get', { projectId: 'nowhere' })).toBe(
      'PROJECT_NOT_FOUND',
    );
    await test.call('projects:forget', { projectId });
    projectId = (await open('mine', [], 'zh-CN')).projectId;
    expect(await test.call('judge:settings:get', { projectId })).toEqual({ mode: 'mark' });
  });

  it('logs no word of the manuscript [S3-44]', async () => {
    await forbid();
    await test.call('judge:check', { projectId, documentId: documentId(2) });
    expect(JSON.stringify(test.logs)).not.toContain('忽然');
  });
});

describe('the judge on the samples', () => {
  it.each([
    ['zh-CN', 4],
    ['en', 2],
  ] as const)('finds next to nothing in a finished novel, %s [S3-25]', async (language, max) => {
    const sample = await test.call('projects:openSample', { language });
    const found: string[] = [];
    for (const { documentId: id, chapter } of sample.documents) {
      const scope = { projectId: sample.projectId, documentId: id };
      const { findings } = await test.call('judge:check', scope);
      found.push(...findings.map(({ kind, quote }) => `${chapter} ${kind} ${quote}`));
    }
    expect(sample.documents.length).toBeGreaterThan(10);
    expect(found.slice(max)).toEqual([]);
  });
});
