import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { constraintLimit } from '#shared/domain/constraint.ts';
import { createTestApp, type TestApp } from '#tests/helpers/app.ts';

let test: TestApp;
let projectId: string;
let other: string;

const openProject = async (name: string): Promise<string> => {
  const folder = join(test.folder, name);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, '第一章.md'), '# 第一章\n\n渡口的锣响了。\n');
  return (await test.call('projects:open', { path: folder, language: 'zh-CN' })).projectId;
};

beforeEach(async () => {
  test = await createTestApp({ countTokens: (text) => text.length });
  projectId = await openProject('mine');
  other = await openProject('theirs');
});
afterEach(() => test.close());

describe('constraints, through the contract', () => {
  it('S3-22 S3-24 are created, changed, ordered, deleted and restored, and survive a restart', async () => {
    const heard: string[] = [];
    test.app.events.on((...[name]) => heard.push(name));
    const first = await test.call('constraints:create', {
      projectId,
      type: 'style',
      text: ' 少用感叹号 ',
    });
    const second = await test.call('constraints:create', {
      projectId,
      type: 'plot',
      text: '船不能沉',
    });
    expect(first).toMatchObject({
      text: '少用感叹号',
      source: 'user',
      priority: 0,
      enabled: true,
      version: 1,
    });
    const ids = [second.constraintId, first.constraintId];
    await test.call('constraints:reorder', { projectId, constraintIds: ids });
    await test.call('constraints:delete', { projectId, constraintId: first.constraintId });
    await test.call('constraints:restore', { projectId, constraintId: first.constraintId });
    await test.restart({ countTokens: (text) => text.length });
    await openProject('mine');
    const { items } = await test.call('constraints:list', { projectId });
    expect(items.map(({ constraintId }) => constraintId)).toEqual(ids);
    expect(heard.filter((name) => name === 'constraints:changed')).toHaveLength(5);
  });

  it('S3-36 answer bad and stale input with a code each', async () => {
    const { constraintId } = await test.call('constraints:create', {
      projectId,
      type: 'style',
      text: 'a',
    });
    const change = { projectId, constraintId, expectedVersion: 1 };
    expect(
      await test.fail('constraints:create', { projectId, type: 'style', text: ' \u3000\n' }),
    ).toBe('INVALID_INPUT');
    await test.call('constraints:update', { ...change, text: 'b' });
    expect(await test.fail('constraints:update', { ...change, text: 'c' })).toBe(
      'CONSTRAINT_CONFLICT',
    );
    expect(await test.fail('constraints:reorder', { projectId, constraintIds: [] })).toBe(
      'CONSTRAINT_INVALID',
    );
    expect(await test.fail('constraints:list', { projectId: 'nowhere' })).toBe('PROJECT_NOT_FOUND');
  });

  it('S3-43 are at most 500', async () => {
    for (let index = 0; index < constraintLimit; index += 1) {
      await test.call('constraints:create', { projectId, type: 'world', text: `规则${index}` });
    }
    expect(await test.fail('constraints:create', { projectId, type: 'world', text: '多了' })).toBe(
      'CONSTRAINT_LIMIT',
    );
    await test.call('constraints:create', { projectId: other, type: 'world', text: '别处' });
  });
});

describe('codex and memory, through the contract', () => {
  it('S3-41 keep projects apart and answer for ids of others as for none', async () => {
    const entity = await test.call('knowledge:entities:create', {
      projectId,
      kind: 'character',
      name: '林远',
      aliases: ['阿远', '阿遠', '林远'],
      summary: '',
    });
    expect(entity.aliases).toEqual(['阿远']);
    const { changes: _changes, ...theirs } = await test.call('knowledge:entities:create', {
      projectId: other,
      kind: 'character',
      name: '林远',
      summary: '',
    });
    const rule = await test.call('memory:rules:create', {
      projectId,
      text: '短句',
      confidence: 0.5,
    });
    const { entityId } = entity;
    const { ruleId } = rule;
    const foreign = { projectId: other, expectedVersion: 1 };
    expect(await test.fail('knowledge:entities:update', { ...foreign, entityId, name: 'x' })).toBe(
      'ENTITY_NOT_FOUND',
    );
    expect(await test.fail('knowledge:entities:delete', { projectId: other, entityId })).toBe(
      'ENTITY_NOT_FOUND',
    );
    expect(await test.fail('memory:rules:confirm', { projectId: other, ruleId })).toBe(
      'MEMORY_RULE_NOT_FOUND',
    );
    expect(
      await test.fail('knowledge:relations:create', {
        projectId,
        subjectId: entityId,
        predicate: '认识',
        objectId: theirs.entityId,
      }),
    ).toBe('RELATION_INVALID');
    expect((await test.call('knowledge:entities:list', { projectId: other })).items).toEqual([
      theirs,
    ]);
    expect((await test.call('memory:rules:list', { projectId: other })).items).toEqual([]);
  });

  it('forget what only this machine knew of a project; what stands in its folder comes back with it [B1]', async () => {
    await test.call('constraints:create', { projectId, type: 'style', text: 'a' });
    await test.call('knowledge:entities:create', {
      projectId,
      kind: 'item',
      name: '锣',
      summary: '',
    });
    await test.call('memory:episodes:create', { projectId, text: '写完了第一章' });
    await test.call('projects:forget', { projectId });
    const again = await openProject('mine');
    const list = { projectId: again };
    expect((await test.call('memory:episodes:list', list)).items).toEqual([]);
    const { items: constraints } = await test.call('constraints:list', list);
    expect(constraints.map(({ text }) => text)).toEqual(['a']);
    const { items: entities } = await test.call('knowledge:entities:list', list);
    expect(entities.map(({ name }) => name)).toEqual(['锣']);
  });
});

describe('settings, through the contract', () => {
  it('survive a restart', async () => {
    await test.call('settings:update', { theme: 'dark', tools: { web: 'ask' } });
    await test.restart({ countTokens: (text) => text.length });
    expect(await test.call('settings:get', {})).toMatchObject({
      theme: 'dark',
      tools: { web: 'ask', bash: 'off' },
    });
    expect(await test.fail('settings:update', { editor: { fontSize: 3 } })).toBe('INVALID_INPUT');
  });
});
