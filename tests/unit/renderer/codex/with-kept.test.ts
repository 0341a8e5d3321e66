import { describe, expect, it } from 'vitest';
import { createOnceMore } from '#renderer/app/last-asked.ts';
import { withKept } from '#renderer/features/codex/new-names/with-kept.ts';
import { createGate } from '#tests/helpers/gate.ts';

const list = (...names: [string, number][]) => ({
  items: names.map(([name, count]) => ({ name, count })),
  total: names.length,
});

describe('the list of names that is read again [W6]', () => {
  it('is the same object where it says the same, and has the same rows where only others changed', () => {
    const before = list(['宝玉', 9], ['黛玉', 7], ['宝钗', 5]);
    expect(withKept(before, structuredClone(before))).toBe(before);
    const now = withKept(before, list(['黛玉', 7], ['宝钗', 6]));
    expect(now).toEqual(list(['黛玉', 7], ['宝钗', 6]));
    expect(now.items[0]).toBe(before.items[1]);
    expect(now.items[1]).not.toBe(before.items[2]);
    expect(withKept(null, before)).toBe(before);
  });

  it('is read once for all who ask while it is read, and what they then find is newer', async () => {
    const gate = createGate();
    let [begun, version] = [0, 1];
    const seen: number[] = [];
    const read = createOnceMore(async () => {
      begun += 1;
      const own = version;
      await gate.opened;
      seen.push(own);
    });
    const first = read('book');
    version = 2;
    const others = [read('book'), read('book'), read('book')];
    gate.open();
    await Promise.all([first, ...others]);
    expect([begun, seen]).toEqual([2, [1, 2]]);
    await read('book');
    expect(begun).toBe(3);
  });
});
