import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import BetterSqlite3 from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Output } from '#shared/contract/index.ts';
import type { Platform } from '#main/platform.ts';
import { createTestApp, platformAt, type TestApp } from '#tests/helpers/app.ts';
import { writeSnowBook } from '#tests/helpers/snow-book.ts';

let test: TestApp;
let project: Output<'projects:open'>;

const open = async (platform: Partial<Platform> = {}): Promise<void> => {
  test = await createTestApp({ platform });
  writeSnowBook(join(test.folder, 'book'));
  project = await test.call('projects:open', { path: join(test.folder, 'book') });
  const { projectId } = project;
  await test.call('constraints:create', { projectId, type: 'world', text: '本世界没有魔法' });
  await test.call('knowledge:entities:create', {
    projectId,
    kind: 'character',
    name: '林远',
    summary: '性格冷静。',
  });
  await test.call('memory:rules:create', {
    projectId,
    text: '多写动作',
    confidence: 0.9,
    confirmed: true,
  });
};

const request = async () => {
  const { projectId } = project;
  const documentId = project.documents[3]?.documentId ?? '';
  const { text } = await test.call('documents:read', { projectId, documentId });
  return { projectId, documentId, cursorPosition: text.length, skillId: 'continue' };
};

/** What each source puts into a request of the fourth chapter. */
const marks = {
  constraints: '本世界没有魔法',
  codex: '性格冷静',
  memory: '多写动作',
  retrieval: '压在砚台底下',
  ending: '把信看了两遍',
  text: '半个湿脚印',
};
type Source = keyof typeof marks;

const arrived = (prompt: string): Source[] =>
  (Object.keys(marks) as Source[]).filter((source) => prompt.includes(marks[source]));

const everything = Object.keys(marks) as Source[];

/** Another program damages the database beside the running one. */
const damage = (statements: string): void => {
  const other = new BetterSqlite3(join(test.platform.paths.data, 'fabula.sqlite'));
  other.pragma('foreign_keys = OFF');
  other.pragma('ignore_check_constraints = ON');
  other.exec(statements);
  other.close();
};

describe('S3-39 S3-31 a source that fails is skipped with its own code, and the rest goes on', () => {
  beforeEach(() => open());
  afterEach(() => test.close());

  const assemble = async () => {
    await test.call('retrieval:index', { projectId: project.projectId, wait: true });
    return test.call('context:assemble', await request());
  };

  it('none fails: all of them arrive, nothing warns', async () => {
    const { prompt, warnings } = await assemble();
    expect(arrived(prompt)).toEqual(everything);
    expect(warnings).toEqual([]);
  });

  it.each([
    ['memory', 'DROP TABLE memory_rules', 'MEMORY_UNAVAILABLE: 写作偏好与记忆未注入'],
    ['constraints', 'DROP TABLE constraints', 'CONSTRAINTS_UNAVAILABLE: 创作约束未能读取，未注入'],
    [null, 'DROP TABLE relations', 'KG_UNAVAILABLE: 知识图谱数据未注入'],
  ] as const)('%s: %s', async (source, statements, warning) => {
    damage(statements);
    const { prompt, warnings } = await assemble();
    expect(warnings).toEqual([warning]);
    expect(arrived(prompt)).toEqual(everything.filter((one) => one !== source));
    const code = warning.split(':')[0];
    expect(
      test.logs.some(({ level, fields }) => level === 'warn' && fields?.['code'] === code),
    ).toBe(true);
  });

  it('codex: nothing goes that may name what it hides, but the text being written [B2]', async () => {
    damage('DROP TABLE entities');
    const { prompt, warnings } = await assemble();
    expect(warnings).toEqual(['KG_UNAVAILABLE: 知识图谱数据未注入']);
    expect(arrived(prompt)).toEqual(['constraints', 'text']);
  });

  it('the chapter before: a folder stands where its file was', async () => {
    const asked = await request();
    await test.call('retrieval:index', { projectId: project.projectId, wait: true });
    const file = join(project.path, project.documents[2]?.path ?? '');
    rmSync(file);
    mkdirSync(file);
    const { prompt, warnings } = await test.call('context:assemble', asked);
    expect(warnings).toEqual(['IMMEDIATE_UNAVAILABLE: 上一章未能读取，未注入']);
    expect(prompt).toContain(marks.text);
    expect(prompt).not.toContain('[上一章结尾]');
  });
});

describe('S3-39 S3-31 retrieval that cannot start', () => {
  afterEach(() => test.close());

  it('is skipped with RETRIEVAL_UNAVAILABLE', async () => {
    await open({
      workers: { ...platformAt('').workers, retrieval: pathToFileURL('/nowhere/worker.ts') },
    });
    const { prompt, warnings } = await test.call('context:assemble', await request());
    expect(warnings).toEqual(['RETRIEVAL_UNAVAILABLE: 相关前文未能检索，未注入']);
    expect(arrived(prompt)).toEqual(everything.filter((source) => source !== 'retrieval'));
  });
});

describe('S3-39 one layer explodes', () => {
  beforeEach(async () => {
    await open();
    await test.call('settings:update', { debugMode: true });
    const { projectId } = project;
    const { version } = await test.call('context:budget:get', { projectId });
    await test.call('context:budget:update', {
      projectId,
      expectedVersion: version,
      contextWindow: 6000,
      outputReserve: 1000,
    });
  });
  afterEach(() => test.close());

  it('S3-12 S3-13 Rules with 100 entries: warned of, logged by id and reason, mentioned ones stay', async () => {
    const { projectId } = project;
    for (let number = 0; number < 100; number += 1) {
      await test.call('knowledge:entities:create', {
        projectId,
        kind: 'character',
        name: `路人${number}号`,
        summary: '在渡口卖过鱼，后来去了省城。',
      });
    }
    const asked = { ...(await request()), additionalInput: '让路人97号出场。' };
    const { prompt, warnings, layers } = await test.call('context:assemble', asked);
    expect(warnings).toEqual(['CONTEXT_RULES_OVERBUDGET: 规则超出其份额，已按相关度留下最要紧的']);
    expect(layers.rules.truncated).toBe(true);
    expect(layers.rules.tokens).toBeLessThanOrEqual(layers.rules.budget);
    expect(prompt).toContain('路人97号');
    expect(prompt).toContain(marks.constraints);
    expect(prompt).toContain(marks.codex);
    const inspected = await test.call('context:inspect', asked);
    const cut = inspected.layers.rules.items
      .filter(({ reason }) => reason === 'layerLimit')
      .map(({ id, reason }) => ({ id, reason }));
    expect(cut.length).toBeGreaterThan(50);
    const logged = test.logs.filter(({ message }) => message === 'CONTEXT_RULES_OVERBUDGET');
    expect(logged).toHaveLength(1);
    expect(logged[0]?.fields).toEqual({ projectId, cut });
    expect(JSON.stringify(test.logs)).not.toContain('卖过鱼');
  });

  it('S3-26 the writer’s constraints outrank automatic ones, which are cut by priority and logged', async () => {
    const { projectId } = project;
    const automatic: string[] = [];
    for (let number = 0; number < 40; number += 1) {
      const { constraintId } = await test.call('constraints:create', {
        projectId,
        type: 'character',
        source: 'knowledge',
        text: `路人${number}号从不在夜里出门，也不说自己的名字。`,
        priority: number,
      });
      automatic.push(constraintId);
    }
    const { prompt } = await test.call('context:assemble', await request());
    expect(prompt).toContain(marks.constraints);
    expect(prompt).toContain('路人39号');
    expect(prompt).not.toContain('路人0号');
    const [line] = test.logs.filter(({ message }) => message === 'CONTEXT_RULES_OVERBUDGET');
    const dropped = automatic.filter((id) => JSON.stringify(line?.fields).includes(id));
    expect(dropped.length).toBeGreaterThan(0);
    expect(dropped).toEqual(automatic.slice(0, dropped.length));
  });

  it('S3-26 the writer’s own constraints that exceed the total are refused by name', async () => {
    const { projectId } = project;
    const { constraintId } = await test.call('constraints:create', {
      projectId,
      type: 'world',
      text: '第一百条世界设定，'.repeat(200),
    });
    for (let number = 0; number < 8; number += 1) {
      await test.call('constraints:create', {
        projectId,
        type: 'world',
        text: `${number}号世界设定，`.repeat(190),
      });
    }
    const signal = new AbortController().signal;
    const reply = await test.app.dispatch('context:assemble', await request(), { signal });
    expect(reply).toMatchObject({
      ok: false,
      error: {
        code: 'CONTEXT_INPUT_TOO_LARGE',
        details: { items: expect.arrayContaining([expect.objectContaining({ id: constraintId })]) },
      },
    });
  });

  it('S3-47 a chapter with a full queue keeps no other chapter waiting', async () => {
    const asked = await request();
    const { signal } = new AbortController();
    const ask = (change = {}) =>
      test.app.dispatch('context:assemble', { ...asked, ...change }, { signal });
    const many = Array.from({ length: 69 }, () => ask());
    const other = ask({ documentId: project.documents[0]?.documentId ?? '', cursorPosition: 3 });
    const replies = await Promise.all(many);
    expect(replies.filter(({ ok }) => !ok)).toHaveLength(1);
    expect(await other).toMatchObject({ ok: true });
  });

  it('S3-40 S3-39 of budget updates at once one is taken and the others are told', async () => {
    const { projectId } = project;
    const { version } = await test.call('context:budget:get', { projectId });
    const signal = new AbortController().signal;
    const replies = await Promise.all(
      [7000, 8000, 9000].map((contextWindow) =>
        test.app.dispatch(
          'context:budget:update',
          { projectId, expectedVersion: version, contextWindow },
          { signal },
        ),
      ),
    );
    expect(replies.map((reply) => (reply.ok ? 'taken' : reply.error.code))).toEqual([
      'taken',
      'CONTEXT_BUDGET_CONFLICT',
      'CONTEXT_BUDGET_CONFLICT',
    ]);
    expect(await test.call('context:budget:get', { projectId })).toMatchObject({
      version: version + 1,
      contextWindow: 7000,
    });
  });
});

describe('S3-38 a book of one endless paragraph', () => {
  beforeEach(() => open());
  afterEach(() => test.close());

  it('S3-11 F4 keeps to its budget and ends with the words before the cursor', async () => {
    const folder = join(test.folder, 'endless');
    mkdirSync(folder);
    const endless = '雪落在门槛上，灯下的人没有抬头。'.repeat(4000);
    writeFileSync(join(folder, '一.md'), `${endless}\n\n他说`);
    const opened = await test.call('projects:open', { path: folder });
    const { prompt, tokenCount, layers } = await test.call('context:assemble', {
      projectId: opened.projectId,
      documentId: opened.documents[0]?.documentId ?? '',
      cursorPosition: endless.length + 4,
      skillId: 'continue',
    });
    const { total } = await test.call('context:budget:get', { projectId: opened.projectId });
    expect(tokenCount).toBeLessThanOrEqual(total);
    expect(layers.immediate.tokens).toBeGreaterThan(layers.immediate.budget / 2);
    expect(prompt).toContain('[光标之前]\n雪落在门槛上');
    expect(prompt).toContain('灯下的人没有抬头。\n\n他说\n\n');
  });
});
