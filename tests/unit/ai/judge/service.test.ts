import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createJudge } from '#main/ai/judge/index.ts';
import type { ModelJudge } from '#main/ai/judge/service.ts';
import { noBookSettings } from '#shared/domain/book-settings.ts';
import { AppError } from '#shared/errors.ts';
import { aChapter, aConstraint } from '#tests/helpers/assembly-input.ts';
import { openStoreWorld, type StoreWorld } from '#tests/helpers/stores.ts';

let world: StoreWorld;
beforeEach(() => {
  world = openStoreWorld();
});
afterEach(() => world.close());

const signal = new AbortController().signal;
const text = '舅公说了一大段话。灯忽然灭了。';

const judgeWith = (model: ModelJudge) => {
  const logs: string[] = [];
  const constraints = [
    aConstraint('short', { text: '让舅公说短话。' }),
    aConstraint('word', { text: '不用“忽然”一类的词。' }),
    aConstraint('secret', { text: '舅公其实没有瞎。', fence: { neverSend: true } }),
    aConstraint('exact', { text: '不用感叹号。' }),
  ];
  const judge = createJudge({
    ...world,
    logger: { log: (_level, message, fields) => logs.push(`${message} ${JSON.stringify(fields)}`) },
    sources: {
      projects: {
        get: (projectId) => ({
          projectId,
          name: '',
          language: 'zh-CN',
          path: '',
          readOnly: false,
          documents: [],
          problems: [],
          pointOfViewEntityId: null,
          ...noBookSettings,
        }),
      },
      documents: {
        list: () => [aChapter(1)],
        info: () => aChapter(1),
        read: () => Promise.resolve({ text, version: '1' }),
      },
      constraints: { list: () => constraints },
      knowledge: {
        listEntities: () => [],
        listRelations: () => [],
        matcher: () => ({ find: () => [] }),
      },
      fenceView: () => ({
        allowsConstraint: ({ fence }) => fence === null,
        openSince: () => () => true,
      }),
    },
    model,
  });
  return { judge, logs };
};

describe('the judge with a model', () => {
  it('says by how much a question was over a cap, also later, and not that the model failed [N12]', async () => {
    const refusal = {
      ...{ cap: 'perDay', unit: 'tokens', reason: 'over', asked: 900, spent: 0, reserved: 0 },
      ...{ limit: 500, fits: 500, currency: null, inputTokens: 800, outputTokens: 100 },
    };
    const { judge } = judgeWith({
      check: () => Promise.reject(new AppError('PURSE_EXCEEDED', 'Over a cap.', refusal)),
    });
    const answer = await judge.check({ projectId: 'p', documentId: 'document-1' }, signal);
    expect(answer.refusal).toEqual(refusal);
    expect(answer.unchecked).toContainEqual({
      ...{ constraintId: 'short', reason: 'purse', partly: false },
    });
    const [kept] = await judge.listChecks('p');
    expect(kept?.refusal ?? 'no check was kept').toEqual(refusal);
  });

  it('asks only where exact rules do not reach, and never about what is fenced from models [N4]', async () => {
    const asked: string[][] = [];
    const { judge } = judgeWith({
      check: (_text, constraints) => {
        asked.push(constraints.map(({ constraintId }) => constraintId));
        return Promise.resolve({
          findings: [
            { constraintId: 'short', quote: '一大段话', message: '舅公说得太长。' },
            { constraintId: 'word', quote: '忽然', message: '又来了。' },
            { constraintId: 'exact', quote: '灯', message: '没有问过。' },
          ],
        });
      },
    });
    const answer = await judge.check({ projectId: 'p', text }, signal);
    expect(asked).toEqual([['short', 'word']]);
    expect(answer.model).toBe('answered');
    expect(answer.findings.map(({ quote, by }) => [quote, by])).toEqual([
      ['一大段话', 'model'],
      ['忽然', 'rule'],
    ]);
    await judge.check({ projectId: 'p', text, askModel: false }, signal);
    expect(asked).toHaveLength(1);
  });

  it('keeps its own findings when the model fails or talks nonsense, and says so [N4]', async () => {
    for (const check of [
      () => Promise.reject(new AppError('INTERNAL', `cannot judge ${text}`)),
      () => Promise.resolve('I could not find anything.'),
    ]) {
      const { judge, logs } = judgeWith({ check });
      const answer = await judge.check({ projectId: 'p', text }, signal);
      expect([answer.model, answer.findings.length]).toEqual(['failed', 1]);
      expect(logs).toHaveLength(1);
      expect(logs.join()).not.toContain('舅公');
    }
  });

  it('ends when the caller leaves [S3-25]', async () => {
    const leaving = new AbortController();
    const { judge } = judgeWith({
      check: (_text, _constraints, modelSignal) =>
        new Promise((_resolve, reject) => {
          modelSignal.addEventListener('abort', () => reject(new Error('aborted')));
          leaving.abort();
        }),
    });
    await expect(judge.check({ projectId: 'p', text }, leaving.signal)).rejects.toMatchObject({
      code: 'CANCELLED',
    });
  });
});
