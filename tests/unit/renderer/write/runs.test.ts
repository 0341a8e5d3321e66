import { describe, expect, it } from 'vitest';
import { mergeRuns, viewOfRun, withDelta, withFailed } from '#renderer/features/write/run-view.ts';
import { usageWords } from '#renderer/i18n/usage-words.ts';
import { createI18n } from '#renderer/i18n/index.ts';
import type { Run } from '#shared/domain/run.ts';

const run = (runId: string, startedAt: number, state: Run['state'] = 'running'): Run => ({
  runId,
  projectId: 'p',
  documentId: 'd',
  skillId: 'continue',
  profileId: 'm',
  assemblyId: 'a',
  state,
  text: '雪',
  partial: false,
  candidateId: null,
  candidateState: null,
  usage: null,
  reconciliation: null,
  notes: [],
  findings: null,
  coverage: null,
  unjudged: null,
  firstFaults: null,
  error: null,
  request: null,
  rerunOf: null,
  startedAt,
  endedAt: null,
});

describe('runs in the panel', () => {
  it('grow by what comes, and a try that succeeds ends the word about waiting', () => {
    const waiting = {
      ...viewOfRun(run('1', 1)),
      retry: { attempt: 1, delay: 500, code: 'MODEL_OVERLOADED' as const },
    };
    expect(withDelta(waiting, '落了')).toMatchObject({ text: '雪落了', retry: null });
  });

  it('tell a stop by the writer from a failure', () => {
    const ended = (code: 'CANCELLED' | 'MODEL_STALLED') =>
      withFailed(viewOfRun(run('1', 1)), {
        runId: '1',
        error: { code, message: '' },
        text: '雪落',
        candidateId: 'c',
      }).state;
    expect(ended('CANCELLED')).toBe('cancelled');
    expect(ended('MODEL_STALLED')).toBe('failed');
  });

  it('keep this sitting’s words and learn how one ended while the connection was away', () => {
    const known = [{ ...viewOfRun(run('2', 2)), text: '雪落了一夜', instruction: '短些' }];
    const merged = mergeRuns(known, [run('2', 2, 'done'), run('1', 1, 'done')]);
    expect(merged.map(({ runId, state, instruction }) => [runId, state, instruction])).toEqual([
      ['1', 'done', ''],
      ['2', 'done', '短些'],
    ]);
    expect(mergeRuns(known, [run('2', 2)])[0]?.text).toBe('雪落了一夜');
  });

  it('N5 says what a run took, and nothing where the provider said nothing', async () => {
    const { t } = await createI18n('zh-CN');
    const usage = {
      inputTokens: 5934,
      cachedInputTokens: 960,
      cacheWriteTokens: null,
      outputTokens: 412,
      cost: 0.01381,
      currency: '¥',
    };
    expect(usageWords(t, 'zh-CN', usage)).toBe('输入 5,934 词元（缓存 960），输出 412，约 ¥0.014');
    expect(usageWords(t, 'zh-CN', { ...usage, currency: 'USD' })).toContain('，约 0.014 USD');
    const silent = { ...usage, inputTokens: null, outputTokens: null, cost: null };
    expect(usageWords(t, 'zh-CN', silent)).toBeNull();
  });
});
