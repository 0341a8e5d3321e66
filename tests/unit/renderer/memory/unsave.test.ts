import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createUnsave } from '#renderer/features/memory/unsave.ts';
import { failureOf, failureWords } from '#renderer/i18n/failure.ts';
import { createI18n } from '#renderer/i18n/index.ts';
import type { MemoryRule } from '#shared/domain/memory.ts';
import { createTestApp, type TestApp } from '#tests/helpers/app.ts';

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

const create = (text: string, confirmed = true) =>
  test.call('memory:rules:create', { projectId, text, confidence: 0.8, confirmed });
const update = ({ ruleId, version }: MemoryRule, change: { text?: string; confirmed?: boolean }) =>
  test.call('memory:rules:update', { projectId, ruleId, expectedVersion: version, ...change });
const habits = async () =>
  (await test.call('memory:rules:list', { projectId })).items.map(
    ({ version: _v, updatedAt: _u, ...habit }) => habit,
  );

const unsave = createUnsave((channel, input) => test.call(channel, input));

/** What the writer is told of a refusal, in both languages. */
const told = async (undoing: Promise<unknown>): Promise<string[]> => {
  const failure = await undoing.catch((error: unknown) => error);
  const [zh, en] = await Promise.all([createI18n('zh-CN'), createI18n('en')]);
  return [zh, en].map(({ t }) => failureWords(t, failureOf(failure)).what);
};

describe('a changed habit that is taken back [W1]', () => {
  it('says what it said, once, and stays as sure and as confirmed as it is by now', async () => {
    const before = await create('少用比喻', false);
    const stored = await update(before, { text: '多用比喻' });
    await update(stored, { confirmed: true });
    expect(await unsave(projectId, stored, before)).toBe(true);
    expect(await habits()).toMatchObject([
      { text: '少用比喻', confidence: 0.8, confirmed: true, tokenCount: before.tokenCount },
    ]);
    expect(await unsave(projectId, stored, before)).toBe(false);
  });

  it('waits to be confirmed again where it was confirmed', async () => {
    const before = await create('少用比喻', false);
    const { ruleId } = before;
    const stored = await test.call('memory:rules:confirm', { projectId, ruleId });
    await unsave(projectId, stored, { ...stored, confirmed: false });
    expect(await habits()).toMatchObject([{ text: '少用比喻', confirmed: false }]);
  });

  it('is refused by name where another wrote in it, and where it is gone', async () => {
    const before = await create('少用比喻');
    const stored = await update(before, { text: '多用比喻' });
    await update(stored, { text: '不用比喻' });
    expect(await told(unsave(projectId, stored, before))).toEqual([
      '习惯“不用比喻”已经改成别的了',
      'The habit “不用比喻” was changed since',
    ]);
    expect(await habits()).toMatchObject([{ text: '不用比喻' }]);
    await test.call('memory:rules:delete', { projectId, ruleId: before.ruleId });
    expect(await told(unsave(projectId, stored, before))).toEqual([
      '习惯“多用比喻”已经删掉了',
      'The habit “多用比喻” was deleted since',
    ]);
    expect(await habits()).toEqual([]);
  });

  it('is gone where it was added, unless something was written in it since', async () => {
    const made = await create('少用比喻');
    expect(await unsave(projectId, made, null)).toBe(true);
    expect(await habits()).toEqual([]);
    expect(await unsave(projectId, made, null)).toBe(false);
    const other = await create('少用叹号');
    await update(other, { text: '不用叹号' });
    await expect(unsave(projectId, other, null)).rejects.toMatchObject({ code: 'FIELD_CHANGED' });
    expect(await habits()).toMatchObject([{ text: '不用叹号' }]);
  });
});
