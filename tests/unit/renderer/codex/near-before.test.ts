import { expect, it } from 'vitest';
import { nearBefore } from '#renderer/features/codex/new-names/near-before.ts';

it.each([
  ['so that the click of the beak and right was a tunk. ', '…and right was a tunk. '],
  ['line four of it all was all right at 12.52,” ', '…all right at 12.52,” '],
  ['At six ', 'At six '],
  ['and he looked at Mr. Bingley will like it, ', '…Bingley will like it, '],
  ['# Of ', 'Of '],
  ['…二人吓的忙回顾时，原来是窗友名', '…的忙回顾时，原来是窗友名'],
  ['话说', '话说'],
])(
  'shows whole words before a new name, and says where it leaves something out: %s [W6]',
  (before, shown) => {
    expect(nearBefore(before)).toBe(shown);
  },
);
