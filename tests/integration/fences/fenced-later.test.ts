import { afterEach, describe, expect, it } from 'vitest';
import type { Fence } from '#shared/domain/fence.ts';
import type { ToolProtocol } from '#shared/domain/model-profile.ts';
import { openChatOfSecrets, type ChatOfSecrets } from '#tests/helpers/chat-of-secrets.ts';

let chat: ChatOfSecrets;
afterEach(() => chat.close());

const protocols: ToolProtocol[] = ['native', 'react'];
const never: Fence = { neverSend: true };

/** Words that stand in one chapter only, and those a model that read it says of it. */
const secret = '鹮鹭暗号';
const paraphrase = '白鸟的口令';

describe.each(protocols)('a fence set after a conversation has read [N3], %s', (protocol) => {
  const readSecret = async (): Promise<void> => {
    chat = await openChatOfSecrets(protocol, { secret });
    await chat.turn('第一章写了什么？', [
      { calls: [['Read', { path: '01.md' }]] },
      { answer: `写的是${paraphrase}，原文是${secret}。` },
    ]);
  };

  it('keeps back the observation, the answer and what was said of it, beside the same chapter and another', async () => {
    await readSecret();
    await chat.turn('再说一遍', [{ answer: `还是${paraphrase}。` }]);
    expect(chat.sentSince(0)).toContain(secret);
    expect(chat.sentSince(0)).toContain(paraphrase);
    await chat.fenceChapter(0, never);
    for (const beside of [undefined, 0, 1]) {
      const from = chat.calls();
      await chat.turn('现在呢？', [{ answer: '不知道。' }], beside);
      expect(chat.sentSince(from)).not.toContain(secret);
      expect(chat.sentSince(from)).not.toContain(paraphrase);
      expect(chat.sentSince(from)).toContain('第一章写了什么？');
      expect(chat.sentSince(from)).toMatch(/隐去/u);
    }
  });

  it('keeps what was said after the fence went up, and brings everything back when it is lifted', async () => {
    await readSecret();
    await chat.fenceChapter(0, never);
    await chat.turn('说说天气', [{ answer: '今天有雾。' }]);
    const fenced = chat.calls();
    await chat.turn('再说', [{ answer: '还是雾。' }]);
    expect(chat.sentSince(fenced)).toContain('今天有雾。');
    await chat.fenceChapter(0, null);
    const lifted = chat.calls();
    await chat.turn('现在呢？', [{ answer: '好。' }]);
    expect(chat.sentSince(lifted)).toContain(paraphrase);
    expect(chat.sentSince(lifted)).toContain('今天有雾。');
    // Set twice: what was said while it was up still says nothing of the chapter.
    await chat.fenceChapter(0, { notBeforeChapter: 9 });
    const again = chat.calls();
    await chat.turn('又一次', [{ answer: '好。' }], 1);
    expect(chat.sentSince(again)).not.toContain(paraphrase);
    expect(chat.sentSince(again)).toContain('今天有雾。');
  });

  it('holds from the next request on when it goes up in the middle of a turn', async () => {
    chat = await openChatOfSecrets(protocol, { secret });
    await chat.turn('第一章写了什么？', [
      { calls: [['Read', { path: '01.md' }]] },
      {
        thought: `里面有${paraphrase}`,
        calls: [['Read', { path: '02.md' }]],
        before: () => chat.fenceChapter(0, never),
      },
      { answer: '不知道。' },
    ]);
    const [, second, third] = chat.bodies();
    expect(second).toContain(secret);
    expect(third).not.toContain(secret);
    expect(third).not.toContain(paraphrase);
  });

  it('holds for a request that failed and is tried again', async () => {
    chat = await openChatOfSecrets(protocol, { secret });
    await chat.turn('第一章写了什么？', [
      { calls: [['Read', { path: '01.md' }]] },
      { answer: '', refused: 503, before: () => chat.fenceChapter(0, never) },
      { answer: '不知道。' },
    ]);
    const [, second, ...rest] = chat.bodies();
    expect(second).toContain(secret);
    expect(rest).toHaveLength(1);
    expect(rest[0]).not.toContain(secret);
  });

  it('keeps back a summary, and what is asked for one', async () => {
    await readSecret();
    await chat.turn('还有呢？', [{ answer: `又是${paraphrase}。` }]);
    await chat.summarise(`${paraphrase}的归纳`, { keepRounds: 1 });
    expect(chat.lastBody()).toContain(paraphrase);
    const before = chat.calls();
    await chat.turn('继续', [{ answer: '好。' }]);
    expect(chat.sentSince(before)).toContain(`${paraphrase}的归纳`);
    await chat.fenceChapter(0, never);
    const after = chat.calls();
    await chat.turn('继续', [{ answer: '天晴了。' }]);
    await chat.turn('继续', [{ answer: '天又阴了。' }]);
    await chat.summarise('新的归纳', { keepRounds: 1 });
    await chat.turn('继续', [{ answer: '好。' }]);
    expect(chat.sentSince(after)).not.toContain(paraphrase);
    expect(chat.sentSince(after)).not.toContain(secret);
    expect(chat.lastBody()).toContain('新的归纳');
  });

  it('ends a summary that is being made when the fence goes up, and begins it anew without what is fenced', async () => {
    await readSecret();
    await chat.turn('还有呢？', [{ answer: `又是${paraphrase}。` }]);
    await chat.turn('天气呢？', [{ answer: '有雾。' }]);
    const from = chat.calls();
    // The first answer lacks the headings, so that the summariser asks once more.
    await chat.summarise('没有标题的归纳', {
      keepRounds: 1,
      malformedFirst: true,
      before: () => chat.fenceChapter(0, never),
    });
    const [first, ...rest] = chat.bodies().slice(from);
    expect(first).toContain(paraphrase);
    expect(rest.length).toBeGreaterThan(0);
    expect(rest.join('\n')).not.toContain(paraphrase);
  });

  it('holds for files of the conversation: pages, ends, searches and addresses', async () => {
    await readSecret();
    const file = await chat.keepAnswer();
    await chat.fenceChapter(0, never);
    const from = chat.calls();
    await chat.turn('看看文件', [
      { calls: [['context_read', { id: file.id }]] },
      { calls: [['context_tail', { id: file.id }]] },
      { calls: [['context_grep', { id: file.id, pattern: '口令|.' }]] },
      { calls: [['Read', { path: file.address }]] },
      { calls: [['context_list', {}]] },
      { answer: '看不到。' },
    ]);
    expect(chat.sentSince(from)).not.toContain(paraphrase);
    expect(chat.sentSince(from)).not.toContain(secret);
    await chat.fenceChapter(0, null);
    const lifted = chat.calls();
    await chat.turn('再看', [{ calls: [['context_read', { id: file.id }]] }, { answer: '好。' }]);
    expect(chat.sentSince(lifted)).toContain(paraphrase);
  });

  it('holds for the list of things to do', async () => {
    chat = await openChatOfSecrets(protocol, { secret });
    await chat.turn('列个计划', [
      { calls: [['Read', { path: '01.md' }]] },
      { calls: [['TodoWrite', { todos: [{ content: `查${paraphrase}`, status: 'pending' }] }]] },
      { answer: '列好了。' },
    ]);
    await chat.fenceChapter(0, never);
    const from = chat.calls();
    await chat.turn('然后呢？', [{ answer: '好。' }]);
    expect(chat.sentSince(from)).not.toContain(paraphrase);
  });

  it('holds for proposals and for titles and paths that were listed', async () => {
    chat = await openChatOfSecrets(protocol, { secret, title: '灯塔守望者之死' });
    await chat.turn('有哪些章节？', [{ calls: [['LS', {}]] }, { answer: '两章。' }]);
    await chat.turn('改一改', [
      { calls: [['Read', { path: chat.path(0) }]] },
      {
        calls: [
          ['Edit', { path: chat.path(0), old_string: secret, new_string: `${paraphrase}改过了` }],
        ],
      },
      { answer: '改好了。' },
    ]);
    expect(chat.sentSince(0)).toContain('灯塔守望者之死');
    await chat.fenceChapter(0, never);
    const from = chat.calls();
    await chat.turn('然后呢？', [{ answer: '好。' }]);
    expect(chat.sentSince(from)).not.toContain(paraphrase);
    expect(chat.sentSince(from)).not.toContain('灯塔守望者之死');
  });
});

describe.each(protocols)('a fence set later on a record [N3], %s', (protocol) => {
  it.each<[string, object]>([
    ['never to be sent', { fence: never }],
    ['known by somebody else', { fence: { knownBy: ['somebody'] } }],
    ['not before a later chapter', { fence: { notBeforeChapter: 9 } }],
    ['true from a later chapter on', { validFromChapter: 9 }],
  ])('holds for an entry of the codex: %s', async (_name, change) => {
    chat = await openChatOfSecrets(protocol, { secret });
    const entityId = await chat.entry('沈砚', `他守着${secret}。`);
    await chat.turn(
      '查一查设定',
      [{ calls: [['lookup_codex', { name: '沈砚' }]] }, { answer: `那人守着${paraphrase}。` }],
      1,
    );
    await chat.changeEntry(entityId, change);
    const from = chat.calls();
    await chat.turn('然后呢？', [{ answer: '好。' }], 1);
    expect(chat.sentSince(from)).not.toContain(secret);
    expect(chat.sentSince(from)).not.toContain(paraphrase);
  });

  it('holds for what a chapter tells beside the name of an entry, also one that is made later', async () => {
    chat = await openChatOfSecrets(protocol, { secret });
    await chat.turn('沈砚是谁？', [
      { calls: [['Read', { path: '02.md' }]] },
      { answer: `渡口的人，带着${paraphrase}。` },
    ]);
    const entityId = await chat.entry('沈砚', '');
    await chat.changeEntry(entityId, { fence: never });
    const from = chat.calls();
    await chat.turn('天气呢？', [{ answer: '有雾。' }], 1);
    expect(chat.sentSince(from)).not.toContain(paraphrase);
    expect(chat.sentSince(from)).not.toContain('沈砚');
    expect(chat.sentSince(from)).not.toContain('半块玉佩');
    expect(chat.sentSince(from)).toContain('天气呢？');
    // What the writer says of it knowing of the fence is the writer's to say.
    const named = chat.calls();
    await chat.turn('沈砚后来呢？', [{ answer: '不知道。' }], 1);
    expect(chat.sentSince(named)).toContain('沈砚后来呢？');
  });

  it('holds for what the law of the book tells beside the name of an entry', async () => {
    chat = await openChatOfSecrets(protocol, { secret });
    chat.projectInstructions(`沈砚守着${secret}。\n\n多用短句。`);
    const entityId = await chat.entry('沈砚', '');
    await chat.turn('规矩是什么？', [{ answer: `要守住${paraphrase}。` }]);
    expect(chat.sentSince(0)).toContain(secret);
    await chat.changeEntry(entityId, { fence: never });
    const from = chat.calls();
    await chat.turn('然后呢？', [{ answer: '好。' }]);
    expect(chat.sentSince(from)).not.toContain(secret);
    expect(chat.sentSince(from)).not.toContain(paraphrase);
    expect(chat.sentSince(from)).toContain('多用短句。');
  });

  it('holds for a constraint', async () => {
    chat = await openChatOfSecrets(protocol, { secret });
    const constraintId = await chat.constraint(`${secret}只能由沈砚说出。`);
    await chat.turn('有哪些规则？', [
      { calls: [['lookup_constraints', {}]] },
      { answer: `${paraphrase}要由一个人说出。` },
    ]);
    await chat.fenceConstraint(constraintId, { notBeforeChapter: 9 });
    const from = chat.calls();
    await chat.turn('然后呢？', [{ answer: '好。' }], 1);
    expect(chat.sentSince(from)).not.toContain(secret);
    expect(chat.sentSince(from)).not.toContain(paraphrase);
    await chat.removeConstraint(constraintId);
    const removed = chat.calls();
    await chat.turn('然后呢？', [{ answer: '好。' }], 1);
    expect(chat.sentSince(removed)).not.toContain(paraphrase);
  });
});

describe('a note that the writer put into a message before the fence went up [W4]', () => {
  const note = `> 雪地里埋着${secret}。\n\n我的批注：这里要改。`;

  it('goes, is kept back with its answer once its chapter is closed, and is there again when it is lifted', async () => {
    chat = await openChatOfSecrets('native', { secret });
    await chat.turnWithNote('怎么改？', note, [{ answer: `${paraphrase}要藏得更深。` }]);
    expect(chat.sentSince(0)).toContain(secret);
    await chat.fenceChapter(0, never);
    const from = chat.calls();
    await chat.turn('天气呢？', [{ answer: '有雾。' }], 1);
    expect(chat.sentSince(from)).not.toContain(secret);
    expect(chat.sentSince(from)).not.toContain(paraphrase);
    expect(chat.sentSince(from)).toContain('天气呢？');
    await chat.fenceChapter(0, null);
    const lifted = chat.calls();
    await chat.turn('现在呢？', [{ answer: '好。' }], 1);
    expect(chat.sentSince(lifted)).toContain(secret);
  });

  it('is not sent, nor any of its message, when it is fenced by then: its chapter, or an entry it names', async () => {
    chat = await openChatOfSecrets('native', { secret });
    await chat.fenceChapter(0, never);
    await expect(chat.turnWithNote('怎么改？', note, [])).rejects.toThrow('NOTE_CLOSED');
    await chat.fenceChapter(0, null);
    const entityId = await chat.entry(secret, '');
    await chat.changeEntry(entityId, { fence: never });
    await expect(chat.turnWithNote('怎么改？', note, [])).rejects.toThrow('NOTE_CLOSED');
    expect(chat.bodies()).toEqual([]);
    expect(await chat.shown()).not.toContain(secret);
  });
});

describe('a conversation that an earlier version kept [N3]', () => {
  it('is kept back from its first look into the book on, once anything is fenced', async () => {
    chat = await openChatOfSecrets('native', { secret });
    await chat.turn('你好', [{ answer: '您好，请问要看哪一章？' }]);
    await chat.turn('第一章写了什么？', [
      { calls: [['Read', { path: '01.md' }]] },
      { answer: `写的是${paraphrase}。` },
    ]);
    chat.forgetProvenance();
    const open = chat.calls();
    await chat.turn('再说', [{ answer: `是${paraphrase}。` }]);
    expect(chat.sentSince(open)).toContain(paraphrase);
    await chat.fenceChapter(0, never);
    const from = chat.calls();
    await chat.turn('然后呢？', [{ answer: '好。' }]);
    expect(chat.sentSince(from)).not.toContain(paraphrase);
    expect(chat.sentSince(from)).toContain('请问要看哪一章？');
    expect(await chat.shown()).toContain(paraphrase);
  });
});
