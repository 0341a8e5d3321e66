import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Output } from '#shared/contract/index.ts';
import { createTestApp, type TestApp } from '#tests/helpers/app.ts';
import { openSnowBook, requestAt, writeSnowBook } from '#tests/helpers/snow-book.ts';

let test: TestApp;
let project: Output<'projects:open'>;

const at = (number: number, change?: Parameters<typeof requestAt>[3]) =>
  requestAt(test, project, number, change);

beforeEach(async () => {
  test = await createTestApp();
  project = await openSnowBook(test);
});

afterEach(() => test.close());

describe('context:budget', () => {
  it('S3-05 S3-15 S3-40 has the default shares, keeps the first of two writes and survives a restart', async () => {
    const { projectId } = project;
    const first = await test.call('context:budget:get', { projectId });
    expect(first.shares).toEqual({ rules: 0.15, settings: 0.1, retrieved: 0.25, immediate: 0.5 });
    expect(first.minimums).toEqual({ rules: 500, settings: 200, retrieved: 0, immediate: 2000 });
    const change = { projectId, expectedVersion: first.version, contextWindow: 16_000 };
    const second = await test.call('context:budget:update', change);
    expect(await test.fail('context:budget:update', { ...change, contextWindow: 9000 })).toBe(
      'CONTEXT_BUDGET_CONFLICT',
    );
    await test.restart();
    project = await test.call('projects:open', { path: project.path });
    expect(await test.call('context:budget:get', { projectId })).toEqual(second);
  });

  it('S3-36 refuses budgets that cannot hold together', async () => {
    const { projectId } = project;
    const { version } = await test.call('context:budget:get', { projectId });
    const refused = [
      { shares: { rules: 0.9 } },
      { contextWindow: 1000 },
      { minimums: { immediate: 20_000 } },
    ];
    for (const change of refused) {
      expect(
        await test.fail('context:budget:update', {
          projectId,
          expectedVersion: version,
          ...change,
        }),
      ).toBe('CONTEXT_BUDGET_INVALID');
    }
  });

  it('S3-06 the total is the window less the system text and the answer', async () => {
    await test.call('settings:update', { debugMode: true });
    const inspected = await test.call('context:inspect', await at(1));
    expect(inspected.budget).toBe(
      inspected.contextWindow - inspected.systemTokens - inspected.outputReserve,
    );
  });
});

describe('context:history', () => {
  it('N1 replays a request to the same SHA-256, also after a restart', async () => {
    const { createHash } = await import('node:crypto');
    const made = await test.call('context:assemble', await at(4));
    await test.restart();
    project = await test.call('projects:open', { path: project.path });
    const replayed = await test.call('context:history:replay', { assemblyId: made.assemblyId });
    expect(replayed.prompt).toBe(made.prompt);
    expect(replayed.systemPrompt).toBe(made.systemPrompt);
    const whole = `${made.systemPrompt}${made.prompt}`;
    expect(replayed.sha256).toBe(createHash('sha256').update(whole).digest('hex'));
    const { items } = await test.call('context:history:list', { projectId: project.projectId });
    expect(items.map((item) => item.assemblyId)).toContain(made.assemblyId);
  });

  it('N1 names what changed and the cause', async () => {
    const { projectId } = project;
    const before = await test.call('context:assemble', await at(4));
    const constraint = await test.call('constraints:create', {
      projectId,
      type: 'style',
      text: '不写梦',
    });
    const after = await test.call('context:assemble', await at(4));
    const { changes } = await test.call('context:history:compare', {
      from: before.assemblyId,
      to: after.assemblyId,
    });
    expect(changes).toEqual([
      expect.objectContaining({
        change: 'added',
        layer: 'rules',
        itemId: constraint.constraintId,
        cause: 'constraint',
      }),
    ]);
  });

  it('N1 says of reordered constraints that they moved', async () => {
    const { projectId } = project;
    const ids: string[] = [];
    for (const text of ['不写梦', '少用感叹号', '没有魔法']) {
      const { constraintId } = await test.call('constraints:create', {
        projectId,
        type: 'style',
        text,
      });
      ids.push(constraintId);
    }
    const before = await test.call('context:assemble', await at(4));
    const [first = '', second = '', third = ''] = ids;
    await test.call('constraints:reorder', { projectId, constraintIds: [third, first, second] });
    const after = await test.call('context:assemble', await at(4));
    const { changes } = await test.call('context:history:compare', {
      from: before.assemblyId,
      to: after.assemblyId,
    });
    expect(changes.map(({ change, itemId, cause }) => [change, itemId, cause])).toEqual([
      ['moved', third, 'constraint'],
    ]);
  });

  it('N1 names the setting when the book’s language changed how things read', async () => {
    const { projectId } = project;
    await test.call('knowledge:entities:create', {
      projectId,
      kind: 'character',
      name: '林远',
      summary: '性格冷静。',
    });
    const causes = async (from: string, to: string) => {
      const { changes } = await test.call('context:history:compare', { from, to });
      return changes.map(({ itemId, cause }) => [itemId.startsWith('skill:'), cause]);
    };
    const chinese = await test.call('context:assemble', await at(4));
    await test.call('projects:update', { projectId, language: 'en' });
    const english = await test.call('context:assemble', await at(4));
    expect(await causes(chinese.assemblyId, english.assemblyId)).toEqual([
      [false, 'setting'],
      [true, 'setting'],
    ]);
  });

  it('S3-41 does not compare requests of two projects', async () => {
    const folder = join(test.folder, 'other');
    writeSnowBook(folder);
    const other = await test.call('projects:open', { path: folder });
    const mine = await test.call('context:assemble', await at(4));
    const theirs = await test.call('context:assemble', {
      projectId: other.projectId,
      documentId: other.documents[0]?.documentId ?? '',
      cursorPosition: 3,
      skillId: 'continue',
    });
    expect(
      await test.fail('context:history:compare', { from: mine.assemblyId, to: theirs.assemblyId }),
    ).toBe('CONTEXT_SCOPE_VIOLATION');
    expect(test.logs.some((line) => line.level === 'security')).toBe(true);
  });
});
