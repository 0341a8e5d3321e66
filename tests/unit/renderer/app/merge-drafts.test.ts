import { describe, expect, it } from 'vitest';
import { followEntry, mergeDrafts } from '#renderer/app/merge-drafts.ts';

const begun = { name: '林远', summary: '', aliases: ['阿远'] };

describe('a form whose entry was changed meanwhile [W2, W6]', () => {
  it('has of each what only they changed', () => {
    const mine = { ...begun, summary: '摆船的人' };
    const theirs = { ...begun, name: '林近', aliases: ['阿近'] };
    expect(mergeDrafts(begun, mine, theirs)).toEqual({
      name: '林近',
      summary: '摆船的人',
      aliases: ['阿近'],
    });
  });

  it('has no answer where both changed one field, but where they say the same', () => {
    const mine = { ...begun, name: '林深' };
    expect(mergeDrafts(begun, mine, { ...begun, name: '林近' })).toBeNull();
    expect(mergeDrafts(begun, mine, { ...begun, name: '林深', summary: '旧友' })).toEqual({
      ...begun,
      name: '林深',
      summary: '旧友',
    });
  });
});

describe('a form that is open while its entry is changed [W1, N3]', () => {
  it('follows it in what was not changed there, and says what both changed', () => {
    const mine = { ...begun, summary: '摆船的人' };
    const theirs = { ...begun, name: '林近', aliases: ['阿近'] };
    expect(followEntry(begun, mine, theirs)).toEqual({
      draft: { name: '林近', summary: '摆船的人', aliases: ['阿近'] },
      isContested: false,
    });
    expect(followEntry(begun, mine, { ...theirs, summary: '旧友' })).toEqual({
      draft: { name: '林近', summary: '摆船的人', aliases: ['阿近'] },
      isContested: true,
    });
  });

  it('does so of a form of one field', () => {
    expect(followEntry('', '', '雪夜')).toEqual({ draft: '雪夜', isContested: false });
    expect(followEntry('', '灯下', '雪夜')).toEqual({ draft: '灯下', isContested: true });
    expect(followEntry('', '灯下', '')).toEqual({ draft: '灯下', isContested: false });
  });
});
