import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createAsked } from '#renderer/features/constraints/asked.ts';
import { createWayBack } from '#renderer/features/constraints/way-back.ts';
import { failureOf, failureWords } from '#renderer/i18n/failure.ts';
import { createI18n } from '#renderer/i18n/index.ts';
import type { Constraint } from '#shared/domain/constraint.ts';
import { createTestApp, type TestApp } from '#tests/helpers/app.ts';
import { pageCall } from '#tests/helpers/page-call.ts';

let test: TestApp;
let projectId: string;

beforeEach(async () => {
  test = await createTestApp();
  const path = join(test.folder, '长夜');
  mkdirSync(path);
  writeFileSync(join(path, '01.md'), '# 第一章\n\n雪落了一夜。\n');
  projectId = (await test.call('projects:open', { path })).projectId;
});
afterEach(() => test.close());

const create = (text: string) =>
  test.call('constraints:create', { projectId, type: 'narrative', text });
const list = async () => (await test.call('constraints:list', { projectId })).items;
const texts = async () => (await list()).map(({ text }) => text);
const update = (
  { constraintId, version }: Constraint,
  change: { text?: string; enabled?: boolean; type?: 'plot' },
) =>
  test.call('constraints:update', { projectId, constraintId, expectedVersion: version, ...change });

const wayBack = createWayBack(pageCall(() => test));

/** What the writer is told of a refusal, in both languages. */
const told = async (failure: unknown): Promise<string[]> => {
  const [zh, en] = await Promise.all([createI18n('zh-CN'), createI18n('en')]);
  return [zh, en].map(({ t }) => failureWords(t, failureOf(failure)).what);
};
const refusal = async (back: ReturnType<typeof wayBack>): Promise<string[]> => {
  const failure = await back?.(projectId).then(
    () => null,
    (error: unknown) => error,
  );
  return told(failure);
};

describe('the way back from a change of constraints [S3-22, W1]', () => {
  it('is gone once, and none where nothing was changed', async () => {
    const made = await create('不写梦。');
    const changed = await update(made, { text: '不写回忆。' });
    const back = wayBack(changed);
    expect(await back?.(projectId)).toBe(true);
    expect(await texts()).toEqual(['不写梦。']);
    expect(await back?.(projectId)).toBe(false);
    const [now] = await list();
    if (now === undefined) throw new Error('it is gone');
    expect(wayBack(await update(now, { text: '不写梦。' }))).toBeNull();
  });

  it('is refused in words that name which constraint says what else by now', async () => {
    const changed = await update(await create('不写梦。'), { text: '不写回忆。', type: 'plot' });
    await update(changed, { text: '别处的写法。' });
    expect(await refusal(wayBack(changed))).toEqual([
      '约束“别处的写法。”的内容已经改成别的了',
      'The constraint “别处的写法。” was changed since: text',
    ]);
    await test.call('constraints:delete', { projectId, constraintId: changed.constraintId });
    expect(await refusal(wayBack(changed))).toEqual([
      '约束“不写回忆。”已经删掉了',
      'The constraint “不写回忆。” was deleted since',
    ]);
  });

  it('is refused for another order by now, which is named as that', async () => {
    const [one, two] = [await create('一'), await create('二')];
    const [a, b] = [one.constraintId, two.constraintId];
    const moved = await test.call('constraints:reorder', { projectId, constraintIds: [b, a] });
    expect(await wayBack(moved)?.(projectId)).toBe(true);
    expect(await texts()).toEqual(['一', '二']);
    const again = await test.call('constraints:reorder', { projectId, constraintIds: [b, a] });
    await test.call('constraints:reorder', { projectId, constraintIds: [a, b] });
    expect(await refusal(wayBack(again))).toEqual([
      '约束的次序已经又调过了',
      'The order of the constraints was changed since',
    ]);
    expect(await texts()).toEqual(['一', '二']);
  });

  it('passes any other failure on as it is', async () => {
    const made = await create('不写梦。');
    const { changes } = made;
    await test.call('projects:close', { projectId });
    await expect(wayBack({ changes })?.(projectId)).rejects.toMatchObject({
      code: 'PROJECT_CLOSED',
    });
  });
});

describe('what is asked for and not stored yet', () => {
  it('is shown in the order it was asked for, over what is stored, until it is', () => {
    const asked = createAsked<number>();
    const doubled = asked.ask('a', (items) => items.map((item) => item * 2));
    const added = asked.ask('a', (items) => [...items, 1]);
    expect(asked.over('a', [1, 2])).toEqual([2, 4, 1]);
    expect(asked.over('b', [1, 2])).toEqual([1, 2]);
    doubled();
    doubled();
    expect(asked.over('a', [2, 4])).toEqual([2, 4, 1]);
    added();
    expect(asked.over('a', [2, 4])).toEqual([2, 4]);
  });
});
