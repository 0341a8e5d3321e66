import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import type { Language } from '#shared/domain/identifiers.ts';
import { type AiWorld, createAiWorld, doneOf } from '#tests/helpers/ai-world.ts';

let world: AiWorld;
afterEach(() => world.close());

/** A book whose codex is empty, with a model that writes `answer` and judges as `judgement` says. */
const begin = async (
  language: Language,
  answer: string,
  judgement: (ids: readonly string[]) => string = () => 'no answer',
) => {
  world = await createAiWorld({ language });
  await world.connect();
  world.server.script((call) => {
    const isJudge = call.bytes.includes('RULES');
    const ids = [...call.bytes.toString().matchAll(/(?:\\n|^)([\w-]{21}): /g)].map(
      ([, id]) => id ?? '',
    );
    return { pieces: [isJudge ? judgement(ids) : answer] };
  });
};

const constrain = async (text: string) => {
  const { projectId, test } = world;
  return (await test.call('constraints:create', { projectId, type: 'narrative', text }))
    .constraintId;
};

const third: Record<Language, string> = {
  'zh-CN':
    '他推开门，走进雨里。街上一个人也没有。他把领子竖起来，忽然觉得冷，才想起那件夹袄还搭在店里的椅背上。他站了一会儿，终究没有回去拿。',
  en: 'He pushed the door open and went out into the rain. He turned up his collar and remembered that his coat was still on the chair. He stood for a while, and he did not go back for it.',
};
const first: Record<Language, string> = {
  'zh-CN': '我推开门，走进雨里。“他心想事成。”她说。他把领子竖起来，看了我一眼。',
  en: 'I pushed the door open and went out into the rain. “He thought of it,” she said. He turned up his collar and looked at me.',
};
const wanted = {
  first: { 'zh-CN': '严格第一人称', en: 'Strictly first person' },
  third: { 'zh-CN': '严格第三人称', en: 'Strictly third person' },
  laughs: { 'zh-CN': '亚哈从来不笑', en: 'Ahab never laughs' },
} as const;

describe.each(['zh-CN', 'en'] as const)('what an answer was held against, %s', (language) => {
  it('finds an answer in the wrong person, told in the third or in the first, without a codex [S3-25]', async () => {
    await begin(language, third[language]);
    const constraintId = await constrain(wanted.first[language]);
    const done = doneOf(await world.run());
    expect(done.findings).toMatchObject([{ kind: 'narrativePerson', constraintId, by: 'rule' }]);
    expect(done.checked).toMatchObject([{ constraintId, by: 'rule' }]);
    await world.close();

    await begin(language, first[language]);
    const other = await constrain(wanted.third[language]);
    const reverse = doneOf(await world.run());
    expect(reverse.findings[0]).toMatchObject({ kind: 'narrativePerson', constraintId: other });
  });

  it('holds an answer to the person and tense settled for the book, without any constraint [S3-48]', async () => {
    await begin(language, third[language]);
    const { projectId, test } = world;
    await test.call('projects:update', { projectId, narrativePerson: 'first', tense: 'past' });
    const constraintId = 'book:narrativePerson';
    const done = doneOf(await world.run());
    expect(done.findings).toMatchObject([{ kind: 'narrativePerson', constraintId, by: 'rule' }]);
    expect(done.checked).toMatchObject([{ constraintId, by: 'rule' }]);
    expect(done.unchecked).toMatchObject([{ constraintId: 'book:tense', reason: 'notAsked' }]);
    const [finding] = done.findings;
    if (!finding) throw new Error('nothing was found');
    const { findingId, quote } = finding;
    const waiver = { projectId, findingId, constraintId, quote, reason: '梦里' };
    expect(await test.call('judge:waive', waiver)).toMatchObject({ lapsed: false });
    await test.call('projects:update', { projectId, narrativePerson: 'third-omniscient' });
    const { items } = await test.call('judge:waivers:list', { projectId });
    expect(items).toMatchObject([{ lapsed: true }]);
    const wanted = await test.call('judge:check', { projectId, text: third[language] });
    expect(wanted.findings).toEqual([]);
  });

  it('complains once where a constraint and the book ask for the same person [S3-48]', async () => {
    await begin(language, third[language]);
    const { projectId, test } = world;
    await test.call('projects:update', { projectId, narrativePerson: 'first' });
    const constraintId = await constrain(wanted.first[language]);
    const done = doneOf(await world.run());
    expect(done.findings).toMatchObject([{ constraintId }]);
    expect(done.checked).toHaveLength(2);
  });

  it('leaves the answer alone whose others are called he or she, and says who checked what [S3-25]', async () => {
    await begin(language, first[language]);
    const person = await constrain(wanted.first[language]);
    const laughs = await constrain(wanted.laughs[language]);
    const done = doneOf(await world.run());
    expect(done).toMatchObject({
      findings: [],
      judged: true,
      unjudged: null,
      checked: [{ constraintId: person, by: 'rule' }],
      unchecked: [{ constraintId: laughs, reason: 'notAsked', partly: false }],
    });
  });

  it('calls a passage that shows no person unchecked, not kept [S3-25]', async () => {
    const silent = {
      'zh-CN': '雨停了。街上没有人，灯一盏一盏灭了。',
      en: 'The rain stopped. The street was empty; the lamps went out.',
    };
    await begin(language, silent[language]);
    const constraintId = await constrain(wanted.first[language]);
    const done = doneOf(await world.run());
    expect(done).toMatchObject({ findings: [], checked: [], unchecked: [{ constraintId }] });
  });

  it('names what the model judged, what it left out and what it could not prove [S3-25]', async () => {
    await begin(language, first[language], ([laughs = '', limp = '']) =>
      JSON.stringify({
        checked: [laughs, limp],
        findings: [{ constraintId: limp, quote: 'nowhere', message: 'It limps.' }],
      }),
    );
    const { projectId, test } = world;
    const laughs = await constrain(wanted.laughs[language]);
    const limp = await constrain('Ahab limps');
    const silent = await constrain('Ahab is silent');
    await test.call('judge:settings:update', { projectId, mode: 'regenerate' });
    const done = doneOf(await world.run());
    expect(done).toMatchObject({
      findings: [],
      checked: [{ constraintId: laughs, by: 'model' }],
      unchecked: [
        { constraintId: limp, reason: 'unproven' },
        { constraintId: silent, reason: 'unanswered' },
      ],
    });
  });
});

describe('what an answer was held against', () => {
  it('is asked of the model when the writer wants it, and kept with the run over a restart [S3-25]', async () => {
    await begin('en', first.en, (ids) => JSON.stringify({ checked: ids, findings: [] }));
    const { projectId, test } = world;
    const laughs = await constrain(wanted.laughs.en);
    const person = await constrain(wanted.first.en);
    const { runId } = await world.run();
    const { run } = await test.call('ai:runs:judge', { projectId, runId });
    expect(run.coverage).toMatchObject({
      checked: [
        { constraintId: laughs, by: 'model' },
        { constraintId: person, by: 'rule' },
      ],
      unchecked: [],
    });
    await test.restart({ localServers: [] });
    await test.call('projects:open', { path: join(test.folder, 'book') });
    const listed = async () => (await test.call('ai:runs:list', { projectId })).items[0];
    expect(await listed()).toMatchObject({ coverage: run.coverage, unjudged: null });
    await test.call('constraints:update', {
      projectId,
      constraintId: laughs,
      expectedVersion: 1,
      text: 'Ahab laughs once',
    });
    expect((await listed())?.coverage).toMatchObject({
      checked: [{ constraintId: person }],
      unchecked: [{ constraintId: laughs, reason: 'changed' }],
    });
  });

  it('says that no model is connected, that nobody judged, and why [S3-25]', async () => {
    await begin('en', first.en);
    const { projectId, test } = world;
    const laughs = await constrain(wanted.laughs.en);
    await test.call('judge:settings:update', { projectId, mode: 'off' });
    expect(doneOf(await world.run())).toMatchObject({
      judged: false,
      unjudged: 'off',
      checked: [],
      unchecked: [],
    });
    const panel = doneOf(await world.run({ skillId: 'brainstorm' }));
    expect(panel).toMatchObject({ judged: false, unjudged: 'panel' });
    expect(await test.fail('ai:runs:judge', { projectId, runId: 'none' })).toBe('RUN_NOT_FOUND');
    await test.call('ai:models:remove', { id: 'scripted' });
    const checked = await test.call('judge:check', { projectId, text: first.en });
    expect(checked).toMatchObject({
      model: 'absent',
      checked: [],
      unchecked: [{ constraintId: laughs, reason: 'noModel' }],
    });
  });

  it('keeps what must never be sent from the model, and says so [N3, S3-25]', async () => {
    await begin('en', first.en, (ids) => JSON.stringify({ checked: ids, findings: [] }));
    const { projectId, documentId, test } = world;
    const { constraintId } = await test.call('constraints:create', {
      projectId,
      type: 'plot',
      text: 'Ahab is Ishmael',
      fence: { neverSend: true },
    });
    const judged = await test.call('judge:check', { projectId, documentId });
    expect(judged.unchecked).toEqual([{ constraintId, reason: 'neverSend', partly: false }]);
    expect(world.server.calls.filter(({ bytes }) => bytes.includes('RULES'))).toEqual([]);
  });

  it('says of a chapter what came or was edited after its check [S3-25]', async () => {
    await begin('en', first.en);
    const { projectId, documentId, test } = world;
    const person = await constrain(wanted.third.en);
    await test.call('judge:check', { projectId, documentId });
    const listed = async () => (await test.call('judge:checks:list', { projectId })).items[0];
    expect(await listed()).toMatchObject({
      edited: false,
      checked: [{ constraintId: person, by: 'rule' }],
      unchecked: [],
    });
    const laughs = await constrain(wanted.laughs.en);
    const { text, version } = await test.call('documents:read', { projectId, documentId });
    await test.call('documents:save', {
      projectId,
      documentId,
      text: `${text}\nIt rained.\n`,
      expectedVersion: version,
    });
    expect(await listed()).toMatchObject({
      edited: true,
      unchecked: [{ constraintId: laughs, reason: 'added' }],
    });
  });

  it('counts over a chapter only where the chapter is there to be counted [S3-25]', async () => {
    await begin('en', 'He went.');
    const { projectId, documentId, test } = world;
    const limit = await constrain('At most one exclamation mark per chapter.');
    expect(doneOf(await world.run()).unchecked).toMatchObject([
      { constraintId: limit, reason: 'chapterOnly' },
    ]);
    expect(await test.call('judge:check', { projectId, documentId })).toMatchObject({
      checked: [{ constraintId: limit, by: 'rule' }],
      unchecked: [],
    });
  });

  it('does not call an end checked of somebody the codex does not know [S3-25]', async () => {
    await begin('zh-CN', first['zh-CN']);
    const { projectId, test } = world;
    const dead = await constrain('郑九在第一章死去');
    const check = (text: string) => test.call('judge:check', { projectId, text, askModel: false });
    expect(await check('门开着。老人推开窗。')).toMatchObject({
      findings: [],
      checked: [],
      unchecked: [{ constraintId: dead, reason: 'notAsked' }],
    });
    expect((await check('门开着。郑九推开窗。')).findings).toMatchObject([
      { kind: 'deadActs', constraintId: dead },
    ]);
    await test.call('knowledge:entities:create', {
      projectId,
      kind: 'character',
      name: '郑九',
      summary: '',
    });
    expect(await check('门开着。老人推开窗。')).toMatchObject({
      checked: [{ constraintId: dead, by: 'rule' }],
      unchecked: [],
    });
  });

  it('waits for the writer’s word where asking takes more than their sum, then and later [E2, N12]', async () => {
    await begin('en', first.en, (ids) => JSON.stringify({ checked: ids, findings: [] }));
    const { projectId, documentId, test, server } = world;
    const laughs = await constrain(wanted.laughs.en);
    await test.call('purse:update', { askAbove: { tokens: 10 } });
    const check = (more: object = {}) =>
      test.call('judge:check', { projectId, documentId, ...more });
    const waiting = await check();
    const unchecked = [{ constraintId: laughs, reason: 'asksFirst', partly: false }];
    expect(waiting).toMatchObject({ model: 'absent', checked: [], unchecked });
    expect(waiting.question?.inputTokens).toBeGreaterThan(10);
    expect(server.calls).toEqual([]);
    await test.restart({ localServers: [] });
    await test.call('projects:open', { path: join(test.folder, 'book') });
    const { items } = await test.call('judge:checks:list', { projectId });
    expect(items[0]).toMatchObject({ unchecked, question: waiting.question });
    const sums = waiting.question ?? { inputTokens: 0, cost: null, currency: null };
    const { inputTokens, cost, currency } = sums;
    const less = { inputTokens: Math.floor(inputTokens / 2), cost, currency };
    expect(await check({ agreedTo: less })).toMatchObject({ unchecked });
    expect(server.calls).toEqual([]);
    const agreed = await check({ agreedTo: { inputTokens, cost, currency } });
    expect(agreed).toMatchObject({ model: 'answered', unchecked: [] });
    expect(agreed.question).toBeUndefined();
    expect(server.calls).toHaveLength(1);
    // Given once, it was given for once.
    expect(await check()).toMatchObject({ unchecked });
  });

  it('says so of an answer that was written with the writer’s word, too [E2, N12]', async () => {
    await begin('en', first.en, (ids) => JSON.stringify({ checked: ids, findings: [] }));
    const { projectId, test, server } = world;
    const laughs = await constrain(wanted.laughs.en);
    await test.call('judge:settings:update', { projectId, mode: 'regenerate' });
    await test.call('purse:update', { askAbove: { tokens: 10 } });
    const done = doneOf(await world.run({ isAgreed: true }));
    expect(done.unchecked).toMatchObject([{ constraintId: laughs, reason: 'asksFirst' }]);
    expect(server.calls).toHaveLength(1);
    const { inputTokens = 0, cost = null, currency = null } = done.question ?? {};
    const [listed] = (await test.call('ai:runs:list', { projectId })).items;
    expect(listed?.coverage?.question).toEqual(done.question);
    const { run } = await test.call('ai:runs:judge', {
      ...{ projectId, runId: done.runId },
      agreedTo: { inputTokens, cost, currency },
    });
    expect(run.coverage).toMatchObject({ checked: [{ constraintId: laughs, by: 'model' }] });
    expect(server.calls).toHaveLength(2);
  });
});
