import { join } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Output } from '#shared/contract/index.ts';
import { defaultBudget } from '#shared/domain/budget.ts';
import { createTestApp, type TestApp } from '#tests/helpers/app.ts';
import { openSnowBook, requestAt } from '#tests/helpers/snow-book.ts';

let test: TestApp;
let project: Output<'projects:open'>;

beforeEach(async () => {
  test = await createTestApp();
  project = await openSnowBook(test);
});
afterEach(() => test.close());

/** Another program damages rows beside the running one. */
const damage = (statement: string, ...values: unknown[]): void => {
  const other = new BetterSqlite3(join(test.platform.paths.data, 'fabula.sqlite'));
  other.pragma('foreign_keys = OFF');
  other.pragma('ignore_check_constraints = ON');
  other.prepare(statement).run(...values);
  other.close();
};
const assemble = async () => test.call('context:assemble', await requestAt(test, project, 4));

describe('a damaged row costs itself, not its source [S3-02 S3-39]', () => {
  it('constraint: the others are sent and listed, and the warning names the damaged one', async () => {
    const { projectId } = project;
    const made = [];
    for (const text of ['本世界没有魔法', '不写梦', '句子要短']) {
      made.push(await test.call('constraints:create', { projectId, type: 'world', text }));
    }
    const id = made[1]?.constraintId ?? '';
    damage("UPDATE constraints SET source = '' WHERE constraint_id = ?", id);
    const { prompt, warnings } = await assemble();
    expect(prompt).toContain('1. 本世界没有魔法\n2. 句子要短\n');
    expect(prompt).not.toContain('不写梦');
    expect(warnings).toEqual([`CONTEXT_LAYER_INVALID: 有数据格式不合，未注入：约束 ${id}`]);
    expect((await test.call('constraints:list', { projectId })).items).toHaveLength(2);
  });

  it('codex entry: the others and what relates them go on', async () => {
    const { projectId } = project;
    const made = [];
    for (const name of ['林远', '郑九', '陈先生']) {
      const entry = { projectId, kind: 'character', name, summary: `${name}的来历` } as const;
      made.push(await test.call('knowledge:entities:create', entry));
    }
    const [first, second, third] = made.map(({ entityId }) => entityId);
    for (const objectId of [second ?? '', third ?? '']) {
      const relation = { projectId, subjectId: first ?? '', predicate: '认得', objectId };
      await test.call('knowledge:relations:create', relation);
    }
    damage('UPDATE entities SET token_count = -5 WHERE entity_id = ?', second);
    const { prompt, warnings } = await assemble();
    expect(prompt).toContain('林远的来历');
    expect(prompt).toContain('林远——认得——陈先生');
    expect(prompt).not.toContain('郑九的来历');
    expect(warnings).toEqual([`CONTEXT_LAYER_INVALID: 有数据格式不合，未注入：设定 ${second}`]);
  });

  it('habit: the others stay, and the log holds the id', async () => {
    const { projectId } = project;
    const made = [];
    for (const text of ['多写动作', '少用比喻']) {
      const rule = { projectId, text, confidence: 0.9, confirmed: true };
      made.push(await test.call('memory:rules:create', rule));
    }
    const ruleId = made[0]?.ruleId ?? '';
    damage('UPDATE memory_rules SET confidence = 7 WHERE rule_id = ?', ruleId);
    const { prompt, warnings } = await assemble();
    expect(prompt).toContain('少用比喻');
    expect(warnings).toEqual([`CONTEXT_LAYER_INVALID: 有数据格式不合，未注入：偏好 ${ruleId}`]);
    const line = test.logs.find(({ message }) => message === 'CONTEXT_LAYER_INVALID');
    expect(line?.fields).toMatchObject({ rows: [{ kind: 'rule', id: ruleId }] });
  });
});

describe('a damaged budget [S3-35]', () => {
  it.each([
    ['is no JSON', 'no budget at all'],
    ['lacks its shares', '{"contextWindow":8000,"outputReserve":1000}'],
    [
      'has shares that are not one',
      JSON.stringify({
        ...defaultBudget,
        shares: { rules: 1, settings: 1, retrieved: 1, immediate: 1 },
      }),
    ],
    [
      'leaves nothing beside the answer',
      JSON.stringify({ ...defaultBudget, contextWindow: 10, outputReserve: 900 }),
    ],
  ])(
    'that %s falls back to the default with CONTEXT_BUDGET_FALLBACK, and can be set anew',
    async (_what, stored) => {
      const { projectId } = project;
      const { version } = await test.call('context:budget:get', { projectId });
      await test.call('context:budget:update', {
        projectId,
        expectedVersion: version,
        contextWindow: 9000,
      });
      damage('UPDATE budgets SET budget = ? WHERE project_id = ?', stored, projectId);
      const { warnings, tokenCount } = await assemble();
      expect(warnings).toEqual(['CONTEXT_BUDGET_FALLBACK: 保存的预算已损坏，已改用默认预算']);
      expect(tokenCount).toBeGreaterThan(0);
      const fallen = await test.call('context:budget:get', { projectId });
      expect(fallen).toMatchObject({ ...defaultBudget, version: version + 1 });
      await test.call('context:budget:update', {
        projectId,
        expectedVersion: fallen.version,
        contextWindow: 7000,
      });
      expect((await assemble()).warnings).toEqual([]);
      expect(await test.call('context:budget:get', { projectId })).toMatchObject({
        contextWindow: 7000,
      });
    },
  );
});

describe('what is logged of a request [S3-44]', () => {
  it('is one line for each: ids, counts and the hash, and no word of the text', async () => {
    const { projectId } = project;
    await test.call('settings:update', { debugMode: true });
    const request = await requestAt(test, project, 4);
    const made = await test.call('context:assemble', request);
    await test.call('context:inspect', request);
    const lines = test.logs.filter(({ message }) => message === 'a context was assembled');
    expect(lines.map(({ fields }) => fields?.['purpose'])).toEqual(['assemble', 'inspect']);
    expect(lines[0]?.fields).toMatchObject({
      projectId,
      documentId: request.documentId,
      skillId: 'continue',
      assemblyId: made.assemblyId,
      tokens: made.tokenCount,
      stablePrefixHash: made.stablePrefixHash,
    });
    expect(JSON.stringify(lines)).not.toMatch(/\p{Script=Han}/u);
  });
});

describe('constraints that do not fit', () => {
  it('are named, every one of them [S3-26]', async () => {
    const { projectId } = project;
    const ids: string[] = [];
    for (let place = 0; place < 45; place += 1) {
      const text = `第 ${place} 条：${'雪'.repeat(120)}`;
      const made = await test.call('constraints:create', { projectId, type: 'world', text });
      ids.push(made.constraintId);
    }
    const { version } = await test.call('context:budget:get', { projectId });
    const room = { contextWindow: 5000, outputReserve: 1000, expectedVersion: version };
    await test.call('context:budget:update', { projectId, ...room });
    const signal = new AbortController().signal;
    const request = await requestAt(test, project, 4);
    const reply = await test.app.dispatch('context:assemble', request, { signal });
    const details = reply.ok ? undefined : reply.error.details;
    expect(reply).toMatchObject({ ok: false, error: { code: 'CONTEXT_INPUT_TOO_LARGE' } });
    const items = (details?.['items'] ?? []) as { id: string }[];
    expect(items.map(({ id }) => id)).toEqual(expect.arrayContaining(ids));
  });
});
