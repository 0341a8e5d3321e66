import { expect, it } from 'vitest';
import { holdsMergeMarks } from '#main/base/text/merge-marks.ts';

const two = '雪。\n<<<<<<< HEAD\n船沉了。\n=======\n船飞了。\n>>>>>>> draft\n灯灭了。\n';

it.each([
  ['two versions', two],
  ['at the end of the text', two.slice(0, two.indexOf(' draft'))],
  ['with what it was before', two.replace('=======', '||||||| 1a2b\n船靠了岸。\n=======')],
  ['of which one is empty', '<<<<<<< HEAD\n=======\n船。\n>>>>>>> draft\n'],
])('knows the marks of git: %s [B4]', (_what, text) => {
  expect(holdsMergeMarks(text)).toBe(true);
});

it.each([
  ['a heading underlined', '雪\n=======\n\n船。\n'],
  ['one mark alone', '<<<<<<< HEAD\n船。\n'],
  ['in another order', '>>>>>>> draft\n=======\n<<<<<<< HEAD\n'],
  ['within lines', '他写 <<<<<<< 又写 ======= 再写 >>>>>>> 。\n'],
  ['longer ones', '<<<<<<<<\n========\n>>>>>>>>\n'],
])('takes nothing else for them: %s [B4]', (_what, text) => {
  expect(holdsMergeMarks(text)).toBe(false);
});

it('looks at a long text of first marks once [B4 B7]', () => {
  expect(holdsMergeMarks('<<<<<<< HEAD\n'.repeat(200_000))).toBe(false);
});
