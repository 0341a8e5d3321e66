import { describe, expect, it } from 'vitest';
import { type Draft, storedFrom } from '#main/ai/contradictions/draft.ts';
import { sortFound } from '#main/ai/contradictions/sort-found.ts';

type Texts = { codex: string; chapter: string };
type Found = { first: string; second: string; message: string; entityId?: string };

/** Of what the codex says, and what a chapter does. */
const draftOf = ({ codex, chapter }: Texts, { first, second, message, entityId }: Found): Draft => {
  const [at, then] = [codex.indexOf(first), chapter.indexOf(second)];
  if (at < 0 || then < 0) throw new Error(`${first} or ${second} is not in the book`);
  return {
    ...{ kind: 'other', by: 'model', entityId: entityId ?? 'who', message },
    places: [
      { source: 'entry', id: 'who', text: codex, start: at, end: at + first.length },
      { source: 'chapter', id: 'one', text: chapter, start: then, end: then + second.length },
    ],
  };
};
const dismissed = (texts: Texts, found: Found) =>
  storedFrom([draftOf(texts, found)], 1).map((one) => ({ ...one, isDismissed: true }));

const chinese: Texts = {
  codex: '守塘人的儿子，不识字，左手有疤。\n年龄：十八岁\n生辰：八月十五生\n眼睛：绿色',
  chapter: '起风了。林远今年二十，读完了信，把它烧了，右手的疤发亮。\n\n他的褐眼睛很亮。\n',
};
const english: Texts = {
  codex:
    'The keeper’s son, who cannot read and fears water.\nAge: eighteen\nBorn: born in May\nEyes: green',
  chapter:
    'The wind rose. Lin, twenty by then, read the letter twice, swam across and burned it.\n\nHis brown eyes shone.\n',
};
const letterZh: Found = { first: '不识字', second: '读完了信', message: '识不识字对不上。' };
const letterEn: Found = {
  first: 'cannot read',
  second: 'read the letter twice',
  message: 'He cannot read, yet he reads.',
};

/** What is found anew after a writer dismissed something, and whether that is the same. */
const cases: [
  what: string,
  texts: Texts,
  before: Found,
  now: Found,
  then: Texts | null,
  same: boolean,
][] = [
  [
    'other words of the model',
    chinese,
    letterZh,
    { ...letterZh, message: '前文说他是文盲，这里却能看信。' },
    null,
    true,
  ],
  [
    'both quotes cut longer',
    chinese,
    letterZh,
    { ...letterZh, first: '守塘人的儿子，不识字', second: '林远今年二十，读完了信，把它烧了' },
    null,
    true,
  ],
  [
    'asked about another entry',
    chinese,
    letterZh,
    { ...letterZh, entityId: 'other', second: '读完了信，把它' },
    null,
    true,
  ],
  [
    'a chapter before it grown',
    chinese,
    letterZh,
    { ...letterZh, message: '能不能读信？' },
    { ...chinese, chapter: `又一天。\n\n${chinese.chapter}` },
    true,
  ],
  [
    'a field in other words',
    chinese,
    { first: '八月十五生', second: '今年二十', message: '甲' },
    { first: '生辰：是八月十五生的', second: '今年二十', message: '乙' },
    { ...chinese, codex: chinese.codex.replace('八月十五生', '是八月十五生的') },
    true,
  ],
  [
    'another clause of both sentences',
    chinese,
    letterZh,
    { first: '左手有疤', second: '右手的疤发亮', message: '左右不同。' },
    null,
    false,
  ],
  [
    'another clause of one sentence',
    chinese,
    letterZh,
    { first: '不识字', second: '把它烧了', message: '他怎么知道该烧？' },
    null,
    false,
  ],
  [
    'a letter shared by chance',
    chinese,
    { first: '不识字，左手', second: '林远今年二十，读', message: '甲' },
    { first: '左手有疤', second: '读完了信', message: '乙' },
    null,
    false,
  ],
  [
    'a field that says another figure',
    chinese,
    { first: '十八岁', second: '今年二十', message: '年龄不同。' },
    { first: '十九岁', second: '今年二十', message: '年龄不同。' },
    { ...chinese, codex: chinese.codex.replace('十八', '十九') },
    false,
  ],
  [
    'a field that denies what it said',
    chinese,
    { first: '绿色', second: '褐眼睛', message: '眼睛不同。' },
    { first: '不是绿色', second: '褐眼睛', message: '眼睛不同。' },
    { ...chinese, codex: chinese.codex.replace('绿色', '不是绿色') },
    false,
  ],
  [
    'another field of the same words',
    chinese,
    { first: '年龄：十八岁', second: '今年二十', message: '年龄不同。' },
    { first: '入门：十八岁', second: '今年二十', message: '年龄不同。' },
    { ...chinese, codex: chinese.codex.replace('年龄', '入门') },
    false,
  ],
  [
    'one that its few words stand in',
    chinese,
    { first: '儿子', second: '读完', message: '他没有父亲。' },
    {
      first: '守塘人的儿子，不识字',
      second: '林远今年二十，读完了信',
      message: '识不识字对不上。',
    },
    null,
    false,
  ],
  [
    'one that its few words stand in',
    english,
    { first: 'cannot', second: 'read', message: 'A word too many.' },
    { ...letterEn, first: 'who cannot read', message: 'The keeper’s son is illiterate.' },
    null,
    false,
  ],
  [
    'other words of the model',
    english,
    letterEn,
    { ...letterEn, message: 'Illiterate in the codex; here a reader of letters.' },
    null,
    true,
  ],
  [
    'both quotes cut otherwise',
    english,
    letterEn,
    { ...letterEn, first: 'who cannot read', second: 'Lin, twenty by then, read the letter' },
    null,
    true,
  ],
  [
    'a field in other words',
    english,
    { first: 'born in May', second: 'twenty by then', message: 'a' },
    { first: 'was born in May', second: 'twenty by then', message: 'b' },
    { ...english, codex: english.codex.replace('born in May', 'was born in May') },
    true,
  ],
  [
    'another clause of both sentences',
    english,
    letterEn,
    { first: 'fears water', second: 'swam across', message: 'He fears water, yet swims.' },
    null,
    false,
  ],
  [
    'a word shared by chance',
    english,
    { first: 'cannot read and', second: 'read the letter twice, swam', message: 'a' },
    { first: 'and fears water', second: 'swam across and burned it', message: 'b' },
    null,
    false,
  ],
  [
    'a field that says another figure',
    english,
    { first: 'eighteen', second: 'twenty by then', message: 'Ages differ.' },
    { first: 'nineteen', second: 'twenty by then', message: 'Ages differ.' },
    { ...english, codex: english.codex.replace('eighteen', 'nineteen') },
    false,
  ],
  [
    'a field that denies what it said',
    english,
    { first: 'green', second: 'brown eyes', message: 'Eyes.' },
    { first: 'not green', second: 'brown eyes', message: 'Eyes.' },
    { ...english, codex: english.codex.replace('green', 'not green') },
    false,
  ],
];

describe('a model’s contradiction after one was dismissed [N15]', () => {
  it.each(cases)('%s (%#)', (_, texts, before, now, then, same) => {
    const known = dismissed(texts, before);
    const { fresh, again } = sortFound(known, [draftOf(then ?? texts, now)], 2);
    expect(fresh).toHaveLength(same ? 0 : 1);
    expect(again.every(({ isDismissed }) => isDismissed)).toBe(true);
    // One that is new takes the row of none that is known.
    expect(fresh.map(({ findingId }) => findingId)).not.toContain(known[0]?.findingId);
  });

  it('stands for one: of two at the same places the other is new', () => {
    const quotes = {
      first: '守塘人的儿子，不识字，左手有疤',
      second: '读完了信，把它烧了，右手的疤发亮',
    };
    const known = dismissed(chinese, { ...quotes, message: '识不识字对不上。' });
    const drafts = ['疤一处在左手，一处在右手。', '他到底识不识字，对不上。'].map((message) =>
      draftOf(chinese, { ...quotes, message }),
    );
    expect(sortFound(known, drafts, 2).fresh.map(({ message }) => message)).toEqual([
      '疤一处在左手，一处在右手。',
    ]);
  });

  it('told twice in one answer in much the same words is one', () => {
    const drafts = [
      letterZh,
      { ...letterZh, second: '读完了信，把它烧了', message: '识不识字，对不上！' },
    ];
    const { fresh } = sortFound(
      [],
      drafts.map((found) => draftOf(chinese, found)),
      2,
    );
    expect(fresh).toHaveLength(1);
  });
});
