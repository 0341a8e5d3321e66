import { expect, it } from 'vitest';
import { placesOf } from '#main/book/longer-han-name.ts';

it('finds the places of a name one behind the other, and of an empty one none [W2]', () => {
  const starts = (text: string, name: string) =>
    [...placesOf(text, name)].map(({ start }) => start);
  expect(starts('张三丰道：张三', '张三')).toEqual([0, 5]);
  expect(starts('三三三', '三三')).toEqual([0]);
  expect(starts('张三', '')).toEqual([]);
  expect(starts('', '')).toEqual([]);
});
