import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import iconv from 'iconv-lite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ProjectInfo } from '#shared/domain/project.ts';
import {
  act,
  call,
  type ConversationsWorld,
  openConversations,
  projectId,
  promptOf,
  round,
  usage,
} from '#tests/helpers/conversations.ts';

let world: ConversationsWorld;
let conversationId: string;
beforeEach(() => {
  world = openConversations();
  ({ conversationId } = world.service.create({ projectId }));
});
afterEach(() => world.close());

const write = (path: string, text: string | Buffer = '字'): void => {
  mkdirSync(dirname(join(world.root, path)), { recursive: true });
  writeFileSync(join(world.root, path), text);
};
const reminder = (path: string): string =>
  `<system-reminder>\nThe user mentioned @${path}.\nYou MUST read this file with the Read tool before answering.\n</system-reminder>`;
/** What the model is told of files when the writer says this. */
const remindersOf = async (text: string): Promise<string[]> => {
  const { prompt } = await world.service.preview({ conversationId, text }, '');
  expect(prompt.question.text.startsWith(text)).toBe(true);
  return prompt.question.text.slice(text.length).split('\n\n').slice(1);
};

/** A chapter the project knows of. */
const chapter = (documentId: string, path: string): ProjectInfo['documents'][number] => ({
  documentId,
  path,
  title: '章',
  order: 0,
  chapter: 9,
  charCount: 1,
  wordCount: 1,
  group: '',
  encoding: 'utf-8',
  modifiedAt: 0,
  pointOfViewEntityId: null,
  fence: null,
  status: null,
  synopsis: '',
  labels: [],
  wordGoal: null,
});

describe('CODE_LAW.md', () => {
  it('is read at every assembly, in any letter case, and never in history [S4-02 S4-28]', async () => {
    const turn = await world.service.begin({ conversationId, text: '问' });
    expect((await promptOf(turn)).projectInstructions).toBe('');
    write('Code_Law.md', '\uFEFF不用感叹号\n');
    expect((await promptOf(turn)).projectInstructions).toBe('不用感叹号');
    write('Code_Law.md', '多用短句');
    const prompt = await promptOf(turn);
    expect(prompt.projectInstructions).toBe('多用短句');
    expect(JSON.stringify([prompt.history, prompt.scratchpad, prompt.question])).not.toContain(
      '短句',
    );
    turn.finish('答', usage());
    rmSync(join(world.root, 'Code_Law.md'));
    const next = await world.service.begin({ conversationId, text: '再问' });
    expect((await promptOf(next)).projectInstructions).toBe('');
    expect(JSON.stringify(world.service.get(conversationId))).not.toContain('短句');
  });

  it('that is too long is shown in part, which it says [S4-02]', async () => {
    write('CODE_LAW.md', '每条一行，共三万行。\n'.repeat(30_000));
    const turn = await world.service.begin({ conversationId, text: '问' });
    const { projectInstructions } = await promptOf(turn);
    expect(projectInstructions.length).toBeLessThan(33_000);
    expect(projectInstructions).toMatch(
      /\n\n\[CODE_LAW\.md is longer .* after line \d+\. Use Read tool on CODE_LAW\.md/,
    );
  });

  it.each(['gbk', 'big5', 'utf-16le', 'utf-16be'])(
    'is read in the encoding it was written in: %s [S4-02]',
    async (encoding) => {
      const projectInstructions = '不用比喻，不用省略。\n句子都要短，人物不多。';
      write(
        'CODE_LAW.md',
        iconv.encode(`${projectInstructions.replace('\n', '\r\n')}\r\n`, encoding),
      );
      const turn = await world.service.begin({ conversationId, text: '问' });
      expect((await promptOf(turn)).projectInstructions).toBe(projectInstructions);
    },
  );

  const outside = () => join(world.root, '..', 'secret.md');
  it.each<[is: string, cause: string, put: () => void]>([
    ['no text', 'NOT_A_TEXT', () => write('CODE_LAW.md', Buffer.from([0x89, 0x50, 0, 1, 2]))],
    ['a folder', 'NOT_A_REGULAR_FILE', () => mkdirSync(join(world.root, 'code_law.md'))],
    [
      'a link out of the folder',
      'NOT_A_REGULAR_FILE',
      () => {
        writeFileSync(outside(), '外面');
        symlinkSync(outside(), join(world.root, 'CODE_LAW.md'));
      },
    ],
    [
      'larger than a chapter may be',
      'FILE_TOO_LARGE',
      () => write('CODE_LAW.md', '长'.repeat(4e6)),
    ],
    [
      'there in two spellings',
      'SEVERAL',
      () => {
        write('CODE_LAW.md', '不写血。');
        write('code_law.md', '可以写血。');
      },
    ],
  ])(
    'that is %s asks nothing of a model, and names the file [S4-02 S4-28]',
    async (_, cause, put) => {
      put();
      const turn = await world.service.begin({ conversationId, text: '问' });
      const refused = promptOf(turn);
      await expect(refused).rejects.toMatchObject({ code: 'INSTRUCTIONS_UNREADABLE' });
      await expect(refused).rejects.toMatchObject({ details: { cause } });
      await expect(refused).rejects.toMatchObject({
        details: { file: expect.stringMatching(/code_law\.md/i) },
      });
      for (const name of ['CODE_LAW.md', 'code_law.md']) {
        rmSync(join(world.root, name), { recursive: true, force: true });
      }
      write('CODE_LAW.md', '只用过去时。\n');
      expect((await promptOf(turn)).projectInstructions).toBe('只用过去时。');
    },
  );

  it.each(['\n', '\r\n'])(
    'in which git left two versions of a rule asks nothing of a model, and names the file [S4-02 B4 B11]',
    async (end) => {
      const rules = [
        '只用过去时。',
        '<<<<<<< HEAD',
        '不写血。',
        '=======',
        '可以写血。',
        '>>>>>>> draft',
      ];
      write('CODE_LAW.md', rules.join(end));
      const turn = await world.service.begin({ conversationId, text: '问' });
      await expect(promptOf(turn)).rejects.toMatchObject({
        code: 'INSTRUCTIONS_UNMERGED',
        details: { file: 'CODE_LAW.md' },
      });
      write('CODE_LAW.md', '只用过去时。\n不写血。\n');
      expect((await promptOf(turn)).projectInstructions).toBe('只用过去时。\n不写血。');
    },
  );

  it('loses the paragraphs that a fence keeps back [S4-02]', async () => {
    write('CODE_LAW.md', '不提凶手沈砚。\n多用短句。');
    world.view = {
      ...world.view,
      redact: (text) => ({ text: text.replace('不提凶手沈砚。', '〔略〕'), redacted: 1 }),
    };
    const turn = await world.service.begin({ conversationId, text: '问' });
    expect((await promptOf(turn)).projectInstructions).toBe('〔略〕\n多用短句。');
  });
});

describe('@files of a question', () => {
  it('are reminded of, in order, once each, in the exact words [S4-23 S4-24]', async () => {
    write('src/utils/auth.ts');
    write('notes.md');
    expect(
      await remindersOf('看 @src/utils/auth.ts 和 @notes.md，再看 @src/utils/auth.ts'),
    ).toEqual([reminder('src/utils/auth.ts'), reminder('notes.md')]);
  });

  it('may have Chinese names, spaces in quotes, and marks after them [S4-25]', async () => {
    write('卷一/第三章.md');
    write('卷一/第 四 章.md');
    write('大纲.md');
    expect(await remindersOf('请看@卷一/第三章.md里阿宁的话，与@大纲.md。')).toEqual([
      reminder('卷一/第三章.md'),
      reminder('大纲.md'),
    ]);
    expect(await remindersOf('@"卷一/第 四 章.md"')).toEqual([reminder('卷一/第 四 章.md')]);
    expect(await remindersOf('@“卷一/第 四 章.md”呢')).toEqual([reminder('卷一/第 四 章.md')]);
    expect(await remindersOf('(@./大纲.md.)')).toEqual([reminder('大纲.md')]);
  });

  it('may be chapters whose names hold marks and spaces [S4-25]', async () => {
    const path = '卷一/第三章：雪 夜（上）.md';
    write(path);
    expect(await remindersOf(`看@${path}里的人`)).toEqual([]);
    world.project.documents = [chapter('d3', path)];
    expect(await remindersOf(`看@${path}里的人，与@"${path}"`)).toEqual([reminder(path)]);
    world.view = { ...world.view, allowsDocument: () => false };
    expect(await remindersOf(`看@${path}里的人`)).toEqual([]);
  });

  it('are none in an address, outside the project, hidden, or not there [S4-26]', async () => {
    write('qq.com');
    write('.fabula/project.json');
    write('node_modules/a.js');
    mkdirSync(join(world.root, '卷一'));
    writeFileSync(join(world.root, '..', 'outside.md'), '外面');
    symlinkSync(join(world.root, '..', 'outside.md'), join(world.root, 'link.md'));
    for (const text of [
      'aning@qq.com',
      '@../outside.md',
      '@"../outside.md"',
      '@/etc/hostname',
      '@link.md',
      '@.fabula/project.json',
      '@node_modules/a.js',
      '@卷一',
      '@没有.md',
      '@',
    ]) {
      expect({ text, reminders: await remindersOf(text) }).toEqual({ text, reminders: [] });
    }
  });

  it('that a fence keeps back are not mentioned [S4-26]', async () => {
    write('第九章.md');
    world.project.documents = [chapter('d9', '第九章.md')];
    expect(await remindersOf('@第九章.md')).toEqual([reminder('第九章.md')]);
    world.view = { ...world.view, allowsDocument: (id) => id !== 'd9' };
    expect(await remindersOf('@第九章.md')).toEqual([]);
  });

  it('are at most five, and the rest is counted [S4-26]', async () => {
    const names = Array.from({ length: 7 }, (_, index) => `c${index}.md`);
    for (const name of names) write(name);
    expect(await remindersOf(names.map((name) => `@${name}`).join(' '))).toEqual([
      ...names.slice(0, 5).map(reminder),
      '(and 2 more…)',
    ]);
  });

  it('stay with the question, whose own words are kept too [S4-23]', async () => {
    write('大纲.md');
    await round(world.service, conversationId, '看@大纲.md', '看了');
    const [question] = world.service.get(conversationId).messages;
    expect(question?.content).toBe(`看@大纲.md\n\n${reminder('大纲.md')}`);
    expect(world.service.original(conversationId, question?.messageId ?? '')).toBe('看@大纲.md');
    const next = await world.service.begin({ conversationId, text: '然后' });
    expect((await promptOf(next)).history[0]?.text).toBe(question?.content);
  });
});

describe('attachments', () => {
  it('are named by their ids and never put into the question [S0-06]', async () => {
    const { id } = await world.service.attach({
      conversationId,
      name: '旧稿.txt',
      text: '很长的旧稿'.repeat(1000),
    });
    const input = { conversationId, text: '看附件', attachments: [id] };
    const turn = await world.service.begin(input);
    const { question } = await promptOf(turn);
    expect(question.text).toContain(`The user attached the context file ${id}: 旧稿.txt (14.6KB).`);
    expect(question.text).toContain(`context_read, id "${id}"`);
    expect(question.text.length).toBeLessThan(400);
    const [stored] = world.service.get(conversationId).messages;
    expect(stored).toMatchObject({ contextRefs: [id], metadata: { attachments: [id] } });
  });
});

describe('a conversation that moves to another chapter', () => {
  it('leaves behind what it read where a fence was open, and what was said after [N3]', async () => {
    const late = await world.service.begin({
      conversationId,
      text: '沈砚是谁？',
      documentId: 'd30',
    });
    const asked = call('c1', 'Edit', { path: 'a.md', new_string: '沈砚推门。' });
    await act(late, asked, { status: 'success', text: '沈砚是凶手', data: { who: '沈砚是凶手' } });
    late.finish('他是摆渡人。\n沈砚就是凶手。', usage());
    const open = world.view;
    const key = 'name:shen:1';
    world.view = {
      ...open,
      hidesNames: true,
      names: {},
      closed: () => new Set([key]),
      closes: (asked) => asked === key,
      namesIn: (text) => (text.includes('沈砚') ? [key] : []),
      redactSaid: (text, meant = new Set()) =>
        meant.has(key) ? text : text.replace(/[^\n]*沈砚[^\n]*/g, '〔略〕'),
    };
    const asked3 = { conversationId, text: '沈砚在哪里？', documentId: 'd3' };
    const early = await world.service.begin(asked3);
    const prompt = await promptOf(early);
    const [question, ...rest] = prompt.history;
    // What the writer says knowing of the fence is the writer's to say; what was said before it is not.
    expect(prompt.question.text).toBe('沈砚在哪里？');
    expect(question?.text).toBe('〔略〕');
    expect(rest.map(({ kind }) => kind)).toEqual(['step', 'result', 'finish']);
    expect(JSON.stringify(rest)).not.toContain('沈砚');
    expect(JSON.stringify(rest)).not.toContain('摆渡人');
    expect(rest.map(({ text }) => text)).toContain('〔此处出自如今保密的内容，已隐去〕');
    early.finish('好', usage());
    world.view = open;
    const again = await world.service.begin({ conversationId, text: '续写', documentId: 'd30' });
    expect((await promptOf(again)).history.map(({ text }) => text)).toContain(
      '他是摆渡人。\n沈砚就是凶手。',
    );
  });
});
