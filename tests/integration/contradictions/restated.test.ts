import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Contradiction } from '#shared/domain/contradiction.ts';
import type { Language } from '#shared/domain/identifiers.ts';
import { openSynopsisWorld, type SynopsisWorld } from '#tests/helpers/synopsis-world.ts';

let world: SynopsisWorld;
beforeAll(async () => {
  world = await openSynopsisWorld();
});
afterAll(() => world.close());

const books = {
  'zh-CN': {
    name: '裴照',
    sentence: '灯下看去，裴照的眼睛是褐色的。',
    chapters: [
      '# 第一章\n\n天黑了。裴照生着一双碧绿的眼睛，行伍里人人都认得。\n',
      '# 第二章\n\n灯下看去，裴照的眼睛是褐色的。林晚推开门。\n\n夜里起了风。\n',
      '# 第三章\n\n林晚走得很慢。\n',
    ],
  },
  en: {
    name: 'Rowan',
    sentence: 'By the lamp, Rowan\u2019s eyes were brown.',
    chapters: [
      '# One\n\nIt was dark. Rowan had green eyes, and everybody knew them.\n',
      '# Two\n\nBy the lamp, Rowan\u2019s eyes were brown. Ada opened the door.\n\nThe wind rose.\n',
      '# Three\n\nAda walked slowly.\n',
    ],
  },
} satisfies Record<Language, { name: string; sentence: string; chapters: string[] }>;

/** A book with one contradiction, which the writer dismissed. */
const dismissed = async (language: Language) => {
  const { name, sentence, chapters } = books[language];
  const book = await world.openBook(chapters, language);
  const { projectId } = book;
  const { call } = world.test;
  await call('knowledge:entities:create', { projectId, kind: 'character', name, summary: '' });
  const check = async () => (await call('contradictions:check', { projectId })).found;
  const items = async (): Promise<Contradiction[]> =>
    (await call('contradictions:list', { projectId })).items;
  expect(await check()).toBe(1);
  const findingIds = (await items()).map(({ findingId }) => findingId);
  await call('contradictions:dismiss', { projectId, findingIds });
  return { ...book, check, items, sentence };
};

const states = (items: readonly Contradiction[]): string[] => items.map(({ state }) => state);

type Row = [what: string, language: Language, written: string, open: number];
const moved: Row[] = [
  ['with a word more', 'zh-CN', '灯下再看去，裴照的眼睛是深褐色的。', 0],
  ['with a word more', 'en', 'By the lamp, Rowan\u2019s eyes were dark brown.', 0],
  ['with another colour', 'zh-CN', '灯下看去，裴照的眼睛是蓝色的。', 1],
  ['with another colour', 'en', 'By the lamp, Rowan\u2019s eyes were blue.', 1],
  ['as another sentence', 'zh-CN', '渡口一战之后人人记得，裴照生着一双褐色的眼睛。', 1],
  [
    'as another sentence',
    'en',
    'Whoever met that stranger remembered it: Rowan had brown eyes.',
    1,
  ],
];

describe('a dismissed contradiction of the codex and the text [N15]', () => {
  type Field = readonly [label: string, text: string];
  const around = (one: Field, height: string): Field[] => [['身高', height], one, ['头发', '黑色']];
  it.each([
    ['in other words', [['眼睛', '绿得像猫眼']], ['dismissed']],
    ['under another name, its neighbours with it', around(['眼眸', '翠绿'], '八尺'), ['dismissed']],
    ['longer', around(['眼睛', '绿色，夜里发亮'], '八尺多'), ['dismissed']],
    ['with another colour', around(['眼睛', '湛蓝色'], '八尺'), ['open']],
  ] as const)('stays so where its field is put %s', async (_, after, wanted) => {
    const book = await world.openBook(['# 第一章\n\n灯下看去，裴照的眼睛是褐色的。\n']);
    const { projectId } = book;
    const { call } = world.test;
    const detailsOf = (all: readonly Field[]) =>
      all.map(([label, text], at) => ({ detailId: `d${at}`, label, text, fromChapter: null }));
    const made = await call('knowledge:entities:create', {
      ...{ projectId, kind: 'character', name: '裴照', summary: '' },
      details: detailsOf(
        after.length === 1 ? [['眼睛', '碧绿色']] : around(['眼睛', '碧绿色'], '七尺'),
      ),
    });
    const items = async () => (await call('contradictions:list', { projectId })).items;
    expect((await call('contradictions:check', { projectId })).found).toBe(1);
    const findingIds = (await items()).map(({ findingId }) => findingId);
    await call('contradictions:dismiss', { projectId, findingIds });
    const { entityId, version: expectedVersion } = made;
    const changed = { projectId, entityId, expectedVersion, details: detailsOf(after) };
    await call('knowledge:entities:update', changed);
    await call('contradictions:check', { projectId });
    expect(states(await items())).toEqual(wanted);
  });
});

describe('a dismissed contradiction whose sentence goes elsewhere [N15]', () => {
  it.each(moved)(
    '%s (%s): is open only where it says something else',
    async (_, language, written, open) => {
      const book = await dismissed(language);
      await book.write(2, (text) => text.replace(book.sentence, ''));
      await book.write(3, (text) => `${text}\n${written}\n`);
      expect(await book.check()).toBe(open);
      expect(states(await book.items())).toEqual([open === 1 ? 'open' : 'dismissed']);
      // The next check comes to the same.
      expect(await book.check()).toBe(open);
    },
  );

  it('is asked about where a sentence in its place states another thing', async () => {
    const book = await dismissed('zh-CN');
    await book.write(2, (text) => text.replace('褐色', '蓝色'));
    expect(await book.check()).toBe(1);
    expect(states(await book.items())).toEqual(['open']);
  });

  it('hides no second one that is put beside it', async () => {
    const book = await dismissed('zh-CN');
    await book.write(1, (text) => `${text}\n火光里，裴照的眼睛是碧绿色的。\n`);
    await book.write(3, (text) => `${text}\n灯下再看去，裴照的眼睛是深褐色的。\n`);
    expect(await book.check()).toBe(1);
    expect(states(await book.items()).toSorted()).toEqual(['dismissed', 'open']);
  });
});
