import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Output } from '#shared/contract/index.ts';
import { createTestApp, type TestApp } from '#tests/helpers/app.ts';
import { chapterOf, openSnowBook, requestAt } from '#tests/helpers/snow-book.ts';

let test: TestApp;
let project: Output<'projects:open'>;

const at = (number: number, change?: Parameters<typeof requestAt>[3]) =>
  requestAt(test, project, number, change);

beforeEach(async () => {
  test = await createTestApp();
  project = await openSnowBook(test);
});

afterEach(() => test.close());

describe('context:assemble', () => {
  it('S3-03 works for a project that has nothing but text', async () => {
    const empty = join(test.folder, 'new');
    mkdirSync(empty);
    writeFileSync(join(empty, '第一章.md'), '# 第一章\n\n雪落了一夜。');
    const opened = await test.call('projects:open', { path: empty });
    const [document] = opened.documents;
    const result = await test.call('context:assemble', {
      projectId: opened.projectId,
      documentId: document?.documentId ?? '',
      cursorPosition: 5,
      skillId: 'continue',
    });
    expect(result.layers.rules.tokens).toBe(0);
    expect(result.layers.settings.tokens).toBe(0);
    expect(result.layers.retrieved).toMatchObject({ tokens: 0, chunks: 0 });
    expect(result.layers.immediate.tokens).toBeGreaterThan(0);
  });

  it('S3-04 sends a marker planted in each of the four sources, in order', async () => {
    const { projectId } = project;
    await test.call('constraints:create', { projectId, type: 'narrative', text: '全书第一人称' });
    await test.call('knowledge:entities:create', {
      projectId,
      kind: 'character',
      name: '林远',
      summary: '性格冷静，不会大声喊叫',
    });
    const rule = await test.call('memory:rules:create', {
      projectId,
      text: '动作场景偏好短句',
      confidence: 0.9,
    });
    await test.call('memory:rules:confirm', { projectId, ruleId: rule.ruleId });
    await test.call('retrieval:index', { projectId, wait: true });
    const { prompt } = await test.call('context:assemble', await at(4));
    const places = [
      '全书第一人称',
      '性格冷静',
      '动作场景偏好短句',
      '压在砚台底下',
      '半个湿脚印',
    ].map((marker) => prompt.indexOf(marker));
    expect(places).not.toContain(-1);
    expect(places).toEqual(places.toSorted((left, right) => left - right));
  });

  it('S3-17 S3-19 the second and third of three equal requests hit the prefix; S3-20 a confirmed rule ends it', async () => {
    const { projectId } = project;
    await test.call('constraints:create', {
      projectId,
      type: 'plot',
      text: '第七章前陈先生不露面',
    });
    const rule = await test.call('memory:rules:create', {
      projectId,
      text: '少用比喻',
      confidence: 0.5,
    });
    const flags: boolean[] = [];
    const hashes = new Set<string>();
    for (let time = 0; time < 3; time += 1) {
      const result = await test.call('context:assemble', await at(4));
      flags.push(result.stablePrefixUnchanged);
      hashes.add(result.stablePrefixHash);
    }
    expect(flags).toEqual([false, true, true]);
    expect(hashes.size).toBe(1);
    await test.call('memory:rules:confirm', { projectId, ruleId: rule.ruleId });
    const after = await test.call('context:assemble', await at(4));
    expect(after.stablePrefixUnchanged).toBe(false);
    expect(hashes.has(after.stablePrefixHash)).toBe(false);
  });

  it('S3-24 a created constraint is in every later prompt, also after a restart', async () => {
    const { projectId } = project;
    await test.call('constraints:create', { projectId, type: 'world', text: '本世界没有魔法' });
    await test.restart();
    project = await test.call('projects:open', { path: project.path });
    expect(project.projectId).toBe(projectId);
    for (const number of [1, 4, 7]) {
      const { prompt } = await test.call('context:assemble', await at(number));
      expect(prompt).toContain('[创作约束 - 不可违反]\n1. 本世界没有魔法\n');
    }
  });

  it('S3-28 the result has every promised field and its count is that of the prompt', async () => {
    const result = await test.call('context:assemble', await at(2));
    expect(result.assemblyId).not.toBe('');
    expect(result.stablePrefixHash).toMatch(/^[0-9a-f]{64}$/u);
    expect(result.warnings).toEqual([]);
    const layers = Object.values(result.layers).reduce((sum, layer) => sum + layer.tokens, 0);
    expect(layers).toBe(result.tokenCount);
  });

  it('S3-35 a failing tokenizer falls back to the default budget and says so', async () => {
    await test.restart({
      countTokens: () => {
        throw new Error('broken');
      },
    });
    project = await test.call('projects:open', { path: project.path });
    const result = await test.call('context:assemble', await at(3));
    expect(result.warnings.some((line) => line.startsWith('CONTEXT_BUDGET_FALLBACK'))).toBe(true);
    expect(result.prompt).toContain('信是省城寄来的');
  });

  it('counts the chapters ahead once a project is indexed, before anybody asks [S3-32 E4]', async () => {
    const counted: string[] = [];
    await test.restart({
      countTokens: (text) => {
        counted.push(text);
        return text.length;
      },
    });
    project = await test.call('projects:open', { path: project.path });
    await test.call('retrieval:index', { projectId: project.projectId, wait: true });
    const holds = (words: string): boolean => counted.some((text) => text.includes(words));
    const last = chapterOf(project, project.documents.length);
    const { text } = await test.call('documents:read', { ...last, projectId: project.projectId });
    // A heading stands above its passages in other words: only counting the chapter itself meets it.
    const heading = text.split('\n')[0] ?? '';
    expect(heading).toMatch(/^# /u);
    await expect.poll(() => holds(heading), { timeout: 20_000 }).toBe(true);
  });

  it('S3-31 a codex that cannot be read is skipped with its warning and the rest goes on', async () => {
    const { default: BetterSqlite3 } = await import('better-sqlite3');
    const other = new BetterSqlite3(join(test.platform.paths.data, 'fabula.sqlite'));
    const tables = other
      .prepare<[], { name: string }>(
        "SELECT name FROM sqlite_master WHERE type = 'table' AND name LIKE '%entit%'",
      )
      .all();
    expect(tables.length).toBeGreaterThan(0);
    other.pragma('foreign_keys = OFF');
    for (const { name } of tables) other.exec(`DROP TABLE "${name}"`);
    other.close();
    const result = await test.call('context:assemble', await at(4));
    expect(result.warnings).toContain('KG_UNAVAILABLE: 知识图谱数据未注入');
    expect(result.prompt).toContain('半个湿脚印');
  });

  it('S3-36 answers wrong requests with their codes', async () => {
    const request = await at(2);
    expect(await test.fail('context:assemble', { ...request, projectId: 'none' })).toBe(
      'PROJECT_NOT_FOUND',
    );
    expect(await test.fail('context:assemble', { ...request, documentId: 'none' })).toBe(
      'DOCUMENT_NOT_FOUND',
    );
    expect(await test.fail('context:assemble', { ...request, cursorPosition: 1_000_000 })).toBe(
      'CONTEXT_CURSOR_OUTSIDE',
    );
    expect(await test.fail('context:assemble', { ...request, skillId: 'unknown' })).toBe(
      'SKILL_NOT_FOUND',
    );
    await test.call('projects:close', { projectId: project.projectId });
    expect(await test.fail('context:assemble', request)).toBe('PROJECT_CLOSED');
  });

  it('S3-42 refuses an input of 90k tokens', async () => {
    const additionalInput = '长指令。'.repeat(30_000);
    expect(await test.fail('context:assemble', await at(2, { additionalInput }))).toBe(
      'CONTEXT_INPUT_TOO_LARGE',
    );
  });

  it('S3-44 no log line, error or event holds a planted sentence', async () => {
    const planted = '唯此一句绝不可外传';
    const { projectId } = project;
    const { documentId } = chapterOf(project, 3);
    const { version } = await test.call('documents:read', { projectId, documentId });
    const heard: string[] = [];
    test.app.events.on((name, payload) => heard.push(JSON.stringify({ name, payload })));
    await test.call('documents:save', {
      projectId,
      documentId,
      text: `# 第三章\n\n${planted}。`,
      expectedVersion: version,
    });
    await test.call('retrieval:index', { projectId, wait: true });
    await test.call('context:assemble', await at(3));
    const refused = await test.app.dispatch(
      'context:assemble',
      { ...(await at(3)), cursorPosition: 10 ** 6 },
      { signal: new AbortController().signal },
    );
    await test.app.dispatch(
      'documents:save',
      { projectId, documentId, text: planted, expectedVersion: 'stale' },
      { signal: new AbortController().signal },
    );
    expect(JSON.stringify(test.logs)).not.toContain(planted);
    expect(heard.join('\n')).not.toContain(planted);
    expect(JSON.stringify(refused)).not.toContain(planted);
  });

  it('S3-47 serves 20 requests for one chapter at once and refuses beyond the queue', async () => {
    const request = await at(4);
    const served = await Promise.all(
      Array.from({ length: 20 }, () => test.call('context:assemble', request)),
    );
    expect(new Set(served.map((result) => result.prompt)).size).toBe(1);
    const signal = new AbortController().signal;
    const replies = await Promise.all(
      Array.from({ length: 80 }, () => test.app.dispatch('context:assemble', request, { signal })),
    );
    const refused = replies.filter((reply) => !reply.ok);
    expect(refused).toHaveLength(12);
    for (const reply of refused) {
      expect(reply.ok ? null : reply.error.code).toBe('CONTEXT_BACKPRESSURE');
    }
  });

  it('S3-39 different cursors of one chapter at once do not disturb each other', async () => {
    const base = await at(4);
    const results = await Promise.all(
      [0, 5, 20, base.cursorPosition].map((cursorPosition) =>
        test.call('context:assemble', { ...base, cursorPosition }),
      ),
    );
    const before = results.map(
      ({ prompt }) => /\[光标之前\]\n([^[]*)/u.exec(prompt)?.[1]?.trim() ?? '',
    );
    const { text } = await test.call('documents:read', {
      projectId: project.projectId,
      documentId: base.documentId,
    });
    expect(before).toEqual(['', text.slice(0, 5).trim(), text.slice(0, 20).trim(), text.trim()]);
  });
});

describe('context:inspect', () => {
  it('S3-45 is refused while debug mode is off, whatever the request claims', async () => {
    const request = { ...(await at(2)), role: 'owner', debugMode: true };
    expect(await test.fail('context:inspect', request)).toBe('CONTEXT_INSPECT_FORBIDDEN');
    await test.call('settings:update', { debugMode: true });
    expect((await test.call('context:inspect', request)).prompt).not.toBe('');
  });

  it('S3-29 S3-30 shows byte for byte what assembling sends, and adds up', async () => {
    await test.call('settings:update', { debugMode: true });
    await test.call('retrieval:index', { projectId: project.projectId, wait: true });
    const request = await at(4, { additionalInput: '写井边。' });
    const inspected = await test.call('context:inspect', request);
    const assembled = await test.call('context:assemble', request);
    expect(inspected.prompt).toBe(assembled.prompt);
    expect(inspected.segments.map((segment) => segment.text).join('')).toBe(assembled.prompt);
    const items = Object.values(inspected.layers).flatMap((layer) => layer.items);
    const sum = items.reduce((tokens, item) => tokens + item.tokenCount, 0);
    expect(sum + inspected.framingTokens).toBe(inspected.tokenCount);
    for (const item of items) expect(item.source).not.toBe('');
  });
});
