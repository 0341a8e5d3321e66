import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type AiWorld, createAiWorld, doneOf } from '#tests/helpers/ai-world.ts';

let world: AiWorld;
beforeEach(async () => {
  world = await createAiWorld();
  await world.connect();
});
afterEach(() => world.close());

const sentence = '林远把伞收起来，站在石阶上等船。';

const rewrite = async (answer: string, additionalInput: string) => {
  world.server.script({ pieces: [answer] });
  const start = world.text.indexOf(sentence);
  const selection = { start, end: start + sentence.length };
  return doneOf(
    await world.run({ skillId: 'rewrite', selection, cursorPosition: start, additionalInput }),
  );
};

const pending = async () =>
  (await world.test.call('ai:candidates:list', { projectId: world.projectId })).items;

const states = async () =>
  (await world.test.call('ai:runs:list', { projectId: world.projectId })).items.map(
    ({ candidateState }) => candidateState,
  );

describe('several answers for one passage', () => {
  it('wait each by itself, with what was asked and who wrote it; accepting one sets the other aside [F14]', async () => {
    const { test, projectId, documentId, text } = world;
    const first = await rewrite('林远收了伞。他等着船。', '短一点');
    const second = await rewrite('伞收起来了。林远在石阶上站着。', '不写动作');
    expect((await pending()).map(({ instruction, model }) => [instruction, model])).toEqual([
      ['短一点', 'gpt-4o'],
      ['不写动作', 'gpt-4o'],
    ]);
    const candidateId = first.candidateId ?? '';
    const done = await test.call('ai:candidates:accept', { candidateId });
    expect(done.setAside).toEqual([second.candidateId]);
    expect(await pending()).toEqual([]);
    expect(await states()).toEqual(['setAside', 'accepted']);
    const { text: now } = await test.call('documents:read', { projectId, documentId });
    expect(now).toBe(text.replace(sentence, '林远收了伞。他等着船。'));
    await test.call('ai:candidates:restore', { candidateId: second.candidateId ?? '' });
    expect(await pending()).toMatchObject([{ candidateId: second.candidateId, stale: true }]);
    expect(await states()).toEqual(['waiting', 'accepted']);
    expect(await test.fail('ai:candidates:restore', { candidateId })).toBe('CANDIDATE_NOT_FOUND');
  });

  it('are one when they say the same [F14]', async () => {
    const first = await rewrite('林远收了伞。', '短一点');
    const second = await rewrite('林远收了伞。', '再短一点');
    expect(second.candidateId).toBe(first.candidateId);
    expect(await pending()).toHaveLength(1);
    expect(await states()).toEqual(['waiting', 'waiting']);
  });

  it('leave a text beside the passage alone, and say when a part was taken [F14]', async () => {
    const { test, text } = world;
    const first = await rewrite('林远收了伞。\n\n他等着船。\n\n雾散了。', '');
    world.server.script({ pieces: ['他上了船。\n\n雨停了。'] });
    const beside = doneOf(await world.run({ cursorPosition: text.trimEnd().length }));
    const done = await test.call('ai:candidates:accept', { candidateId: first.candidateId ?? '' });
    expect(done.setAside).toEqual([]);
    expect((await pending()).map(({ candidateId }) => candidateId)).toEqual([beside.candidateId]);
    const candidateId = beside.candidateId ?? '';
    await test.call('ai:candidates:accept', { candidateId, hunks: [1] });
    expect((await states())[0]).toBe('partly');
  });
});
