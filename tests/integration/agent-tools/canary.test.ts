import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Json } from '#shared/errors.ts';
import { openToolWorld, type ToolWorld } from '#tests/helpers/tool-world.ts';

/**
 * Words that stand in nothing but one fenced thing each. `alone`: the text of a fenced chapter, relation or
 * constraint. `name`: a fenced entry. `beside`: what is told in a paragraph that names it.
 */
const canaries = {
  chapterNever: '禁甲鹮',
  chapterLater: '禁乙鹮',
  chapterEyes: '禁丙鹮',
  nameNever: '禁丁鹮',
  besideNever: '伴丁鹮',
  nameLater: '禁戊鹮',
  aliasLater: '别戊鹮',
  besideLater: '伴戊鹮',
  nameEyes: '禁己鹮',
  besideEyes: '伴己鹮',
  relationLater: '禁庚鹮',
  constraintLater: '禁辛鹮',
  constraintNaming: '伴辛鹮',
  summaryNaming: '伴壬鹮',
  contextNaming: '伴癸鹮',
  synopsisLater: '禁子鹮',
  synopsisNaming: '伴子鹮',
} as const;
type Canary = keyof typeof canaries;

const everything = Object.keys(canaries) as Canary[];
const later: Canary[] = [
  'chapterLater',
  'nameLater',
  'aliasLater',
  'besideLater',
  'relationLater',
  'constraintLater',
  'synopsisLater',
];
const eyes: Canary[] = ['chapterEyes', 'nameEyes', 'besideEyes'];

let world: ToolWorld;
let contextIds: string[];
let addresses: string[];

const chapterText = (number: number, secret: string): string =>
  `# 第${number}章\n\n林远提着铜锣走过第${number}座桥，井边没有人。\n\n${secret}\n\n他听了听铜锣的声音，又往前走。\n`;

beforeAll(async () => {
  const c = canaries;
  world = await openToolWorld({
    '第1章.md': chapterText(1, '他什么也没有说。'),
    '第2章.md': chapterText(
      2,
      [
        `井里的${c.nameNever}只有他知道，${c.besideNever}也在那里。\n这一行没有空行隔开，写着${c.besideNever}`,
        `她说起${c.nameLater}，${c.besideLater}就在桥下。`,
        `郑九想着${c.nameEyes}，还有${c.besideEyes}。`,
        `有人叫它${c.aliasLater}。`,
      ].join('\n\n'),
    ),
    '第3章.md': chapterText(3, `林远把铜锣藏在井里，${c.chapterNever}没有人看见。`),
    '第4章.md': `# 第4章 ${c.nameNever}的来历\n\n井边还是没有人。\n`,
    '第5章.md': chapterText(5, `后来的事是${c.chapterLater}。`),
    '第6章.md': chapterText(6, `郑九记得${c.chapterEyes}。`),
    '第7章.md': chapterText(7, '桥上有风。'),
    '第8章.md': chapterText(8, '桥上有雨。'),
    [`${c.nameNever}.csv`]: '一,二\n',
    [`笔记/${c.nameNever}_旧稿.csv`]: '一,二\n',
    '笔记/人物.csv': `铜锣,三面\n\n${c.nameNever},${c.besideNever}\n`,
  });
  mkdirSync(join(world.book, c.nameNever));
  const { projectId, conversationId, documents, knowledge, constraints, contextFiles } = world;
  const make = (name: string, more: object = {}) =>
    knowledge.createEntity({ projectId, kind: 'concept', name, summary: `${name}的来历`, ...more });
  const keeper = make('郑九');
  make('林远', { summary: `提铜锣的人。\n\n他藏着${c.nameNever}，${c.summaryNaming}。` });
  const hidden = make(c.nameNever, { fence: { neverSend: true }, aliases: ['井底的物件'] });
  make(c.nameLater, { fence: { notBeforeChapter: 7 }, aliases: [c.aliasLater] });
  make(c.nameEyes, { fence: { knownBy: [keeper.entityId] } });
  const open = knowledge.listEntities(projectId).find(({ name }) => name === '林远');
  const relate = (objectId: string, predicate: string, more: object = {}) =>
    knowledge.createRelation({
      projectId,
      subjectId: open?.entityId ?? '',
      predicate,
      objectId,
      ...more,
    });
  relate(keeper.entityId, `欠${c.relationLater}`, { fence: { notBeforeChapter: 7 } });
  relate(hidden.entityId, '藏起');
  relate(keeper.entityId, `瞒着${c.nameNever}`);
  const constrain = (text: string, more: object = {}) =>
    constraints.create({ projectId, type: 'plot', text, ...more });
  constrain(`铜锣里有${c.constraintLater}`, { fence: { notBeforeChapter: 7 } });
  constrain(`不要提${c.nameNever}和${c.constraintNaming}`);
  constrain('一直用第三人称');
  const fence = (path: string, change: object) =>
    documents.update({ projectId, documentId: world.chapter(path), ...change });
  await fence('第3章.md', { fence: { neverSend: true } });
  await fence('第5章.md', { fence: { notBeforeChapter: 7 } });
  await fence('第6章.md', { fence: { knownBy: [keeper.entityId] } });
  // Of a closed chapter; of open ones: naming what is closed, telling in its words, naming its title.
  await fence('第5章.md', { synopsis: `他找到了${c.synopsisLater}。` });
  await fence('第2章.md', {
    synopsis: `他路过井边。\n\n他想着${c.nameNever}，${c.synopsisNaming}。`,
  });
  await fence('第1章.md', {
    synopsis: `门外天晴了！\n\n林远把铜锣藏在井里，${c.chapterNever}没有人看见。`,
  });
  await fence('第4章.md', { pointOfViewEntityId: keeper.entityId });
  await fence('第8章.md', { pointOfViewEntityId: keeper.entityId });
  const output = [
    '开头',
    `说到${c.nameNever}的一行，${c.contextNaming}也在里头`,
    `${c.contextNaming}接着上一行`,
    '',
    '中间\n\n'.repeat(3000),
    `又说到${c.nameNever}，${c.contextNaming}`,
    '',
    '结尾',
  ].join('\n');
  const keep = (name: string, content: string, hint: string) =>
    contextFiles.create(conversationId, {
      kind: 'artifact',
      hint,
      source: { type: 'tool', id: name },
      content,
      name: { for: 'tool', callId: name },
    });
  const plain = await keep('output', output, `${c.nameNever}的输出`);
  const record = await keep(
    'record',
    JSON.stringify({
      schema_version: '1.0',
      item_id: 'call',
      item_type: 'tool_result',
      offloaded_at: 1_700_000_000,
      metadata: { tool_name: 'Read' },
      content: output,
    }),
    '一条记录',
  );
  contextIds = [plain.id, record.id];
  for (const id of contextIds) await world.hand(id);
  addresses = await Promise.all(contextIds.map((id) => contextFiles.addressOf(conversationId, id)));
  await world.retrieval.index(projectId, true);
});
afterAll(() => world.close());

/** Nine bytes are three characters: no input names a canary, so what is answered was not merely echoed. */
const hints = Object.values(canaries).flatMap((word) => [word.slice(0, 2), word.slice(1)]);

const attempts = (): [string, Json][] => {
  const paths = [
    ...Array.from({ length: 8 }, (_, index) => `第${index + 1}章.md`),
    '笔记/人物.csv',
    `${canaries.nameNever}.csv`,
    `笔记/${canaries.nameNever}_旧稿.csv`,
    ...addresses,
  ];
  const searches = [...hints, '鹮', '.', '[禁伴别].鹮', '(?s).*', '井', '锣', '^', '\\p{Han}{3}'];
  const words = [...Object.values(canaries), ...hints, '井里 铜锣', '铜锣里有什么'];
  return [
    ...['', '笔记', canaries.nameNever].map((path): [string, Json] => ['LS', { path }]),
    ...['**/*', '*鹮*', '**/禁*', '*.csv', `${canaries.nameNever}/**`].map(
      (pattern): [string, Json] => ['Glob', { pattern }],
    ),
    ...searches.map((pattern): [string, Json] => ['Grep', { pattern, maxResults: 200 }]),
    ...paths
      .slice(0, 9)
      .flatMap((path): [string, Json][] => [
        ['Grep', { pattern: '.', path, maxResults: 200 }],
        ['Edit', { path, old_string: '鹮', new_string: '鸟', replace_all: true }],
        ['Edit', { path, old_string: '铜锣', new_string: '铜鼓', replace_all: true }],
        ['Write', { path, content: '# 新的\n' }],
        ...hints.map((old_string): [string, Json] => [
          'MultiEdit',
          { path, edits: [{ old_string, new_string: '某物' }] },
        ]),
      ]),
    ...paths.flatMap((path): [string, Json][] => [
      ['Read', { path }],
      ['Read', { path, offset: 3, limit: 2 }],
    ]),
    ...words.map((query): [string, Json] => ['search_manuscript', { query, limit: 20 }]),
    ['lookup_codex', {}],
    ...[...words, '林远', '郑九', '井底的物件'].map((name): [string, Json] => [
      'lookup_codex',
      { name },
    ]),
    ['lookup_constraints', {}],
    ['lookup_constraints', { type: 'plot' }],
    ['lookup_synopses', {}],
    ...Array.from({ length: 8 }, (_, at): [string, Json] => [
      'lookup_synopses',
      { fromChapter: at + 1, toChapter: at + 1 },
    ]),
    ['context_list', {}],
    ...contextIds.flatMap((id): [string, Json][] => [
      ['context_read', { id, limit: 65_536 }],
      ...Array.from({ length: 12 }, (_, page): [string, Json] => [
        'context_read',
        { id, offset: page * 32, limit: 32 },
      ]),
      ['context_tail', { id, lines: 3 }],
      ['context_tail', { id, lines: 2000 }],
      ...searches.map((pattern): [string, Json] => [
        'context_grep',
        { id, pattern, contextLines: 3, maxResults: 200 },
      ]),
    ]),
  ];
};

/** Every byte every tool answers beside this chapter. */
const everyByte = async (beside: string | null): Promise<string> => {
  const answers: string[] = [];
  const called = new Set<string>();
  for (const [name, input] of attempts()) {
    called.add(name);
    const { text, data, error } = await world.run(name, input, { beside });
    // A model gets its own words back: they are no news.
    const { pattern = '', query = '', ...rest } = data;
    const answer = JSON.stringify([text, rest, error ?? null]);
    const own = [pattern, query].filter((word) => typeof word === 'string');
    answers.push(own.reduce((now, word) => now.replace(word, ''), answer));
  }
  const untried = [...world.tools.keys()].filter((name) => !called.has(name));
  expect(untried).toEqual(['TodoWrite']);
  return answers.join('\n');
};

const shownIn = (bytes: string): Canary[] =>
  everything.filter((canary) => bytes.includes(canaries[canary]));

describe('what a fence hides is in no byte that a tool of the manuscript answers [N3]', () => {
  it.each([
    ['beside no chapter', null, []],
    ['beside the first chapter', '第1章.md', []],
    ['beside the seventh chapter, of which some things are open', '第7章.md', later],
    ['beside a chapter through the eyes of one who knows', '第4章.md', eyes],
    ['beside the eighth chapter through these eyes', '第8章.md', [...later, ...eyes]],
  ] as const)(
    '%s',
    async (_name, beside, open) => {
      const bytes = await everyByte(beside);
      expect(shownIn(bytes).sort()).toEqual([...open].sort());
      // What nobody fenced is there at every standpoint.
      for (const word of [
        '第8座桥',
        '一直用第三人称',
        '铜锣,三面',
        '提铜锣的人。',
        '结尾',
        '门外天晴了！',
        '他路过井边。',
      ]) {
        expect(bytes).toContain(word);
      }
    },
    120_000,
  );

  it('a fenced chapter is not listed; reading it says that a fence keeps it back, without its title', async () => {
    const listed = await world.run('Glob', { pattern: '*.md' });
    expect(listed.data.matches).toEqual([
      '第1章.md',
      '第2章.md',
      '第4章.md',
      '第7章.md',
      '第8章.md',
    ]);
    const read = await world.run('Read', { path: '第3章.md' });
    expect(read.error?.code).toBe('FENCED');
    expect(read.text).not.toContain('第3章');
  });

  it('line numbers stay where paragraphs are kept back', async () => {
    const { data } = await world.run('Read', { path: '第2章.md' });
    const lines = data.lines as string[];
    expect(lines.at(-1)).toBe('他听了听铜锣的声音，又往前走。');
    expect(lines[4]).toContain('不予显示');
    expect(lines[5]).toBe('');
    const { data: found } = await world.run('Grep', { pattern: '往前走', path: '第2章.md' });
    expect(found.matches).toMatchObject([{ line: lines.length }]);
  });

  it('an edit neither finds nor changes what is hidden, and a whole new text is refused', async () => {
    const before = world.bytes('第2章.md').toString();
    const hidden = await world.run('Edit', {
      path: '第2章.md',
      old_string: '只有他知道',
      new_string: '没有人知道',
    });
    expect(hidden.error?.code).toBe('EDIT_NOT_FOUND');
    const write = await world.run('Write', { path: '第2章.md', content: '# 第二章\n' });
    expect(write.error?.code).toBe('FENCED');
    const open = await world.run('Edit', {
      path: '第2章.md',
      old_string: '又往前走',
      new_string: '又往回走',
    });
    const [candidate] = (await world.ai.listCandidates(world.projectId)).filter(
      ({ candidateId }) => candidateId === open.data.candidateId,
    );
    expect(candidate?.original).toBe('他听了听铜锣的声音，又往前走。');
    expect(world.bytes('第2章.md').toString()).toBe(before);
  });

  it('a fence put up in the middle of a turn counts from then on', async () => {
    const { projectId, documents } = world;
    const documentId = world.chapter('第1章.md');
    const view = world.engine.fenceView(projectId, world.chapter('第8章.md'));
    expect(view.allowsDocument(documentId)).toBe(true);
    await documents.update({ projectId, documentId, fence: { neverSend: true } });
    expect(view.allowsDocument(documentId)).toBe(false);
    await documents.update({ projectId, documentId, fence: null });
    expect(view.allowsDocument(documentId)).toBe(true);
  });
});
