import { describe, expect, it } from 'vitest';
import { withoutTornNames } from '#main/context/engine/torn-names.ts';

const focus = '赵云力战不退，旗杆断了。';
const mentions = [{ entityId: 'zhao', name: '赵云', start: 0, end: 2 }];

describe('words told as the reason of a passage', () => {
  it('are no pieces of a name of the codex', () => {
    expect(withoutTornNames(['云力', '云', '旗杆'], { focus, mentions })).toEqual(['旗杆']);
  });

  it('may be a name, hold one, or stand in the instruction alone', () => {
    const words = ['赵云', '赵云力战', '乌鸦'];
    expect(withoutTornNames(words, { focus, mentions })).toEqual(words);
  });
});
