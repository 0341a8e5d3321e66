import { describe, expect, it } from 'vitest';
import { stepFurther } from '#renderer/ui/list-steps.ts';

const press = (key: string, held: { ctrlKey?: boolean; altKey?: boolean } = {}) => ({
  ...{ key, ctrlKey: false, metaKey: false, altKey: false },
  ...held,
});
const stops = [true, false, false, true, false].map((begins) => ({ begins }));
const to = (key: string, from: number, held = {}) =>
  stepFurther(press(key, held), stops, { from, page: 3 });

describe('the keys of a long list [W2]', () => {
  it('go by a page as far as there are lines', () => {
    expect([to('PageDown', 0), to('PageDown', 3), to('PageUp', 4), to('PageUp', 1)]).toEqual([
      ...[3, 4, 1, 0],
    ]);
    expect(to('ArrowDown', 0)).toBeNull();
    expect(stepFurther(press('PageDown'), stops, { from: 1, page: 0 })).toBe(2);
  });

  it('go from the beginning of a part to the next or the one before, and stay where there is none', () => {
    const control = { ctrlKey: true };
    expect([to('ArrowDown', 1, control), to('ArrowDown', 3, control)]).toEqual([3, 3]);
    expect([to('ArrowUp', 4, control), to('ArrowUp', 3, control)]).toEqual([3, 0]);
    expect(to('ArrowUp', 0, control)).toBe(0);
    expect(to('ArrowDown', 1, { ctrlKey: true, altKey: true })).toBeNull();
    expect(to('PageDown', 0, control)).toBeNull();
  });
});
