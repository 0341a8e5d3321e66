import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  placeWindow,
  type Rectangle,
  readWindow,
  smallestWindow,
  writeWindow,
} from '#main/hosts/electron/window-bounds.ts';

const screen: Rectangle = { x: 0, y: 0, width: 1920, height: 1080 };
const coordinate = fc.integer({ min: -10_000, max: 10_000 });
const rectangle = (min: number) =>
  fc.record({
    x: coordinate,
    y: coordinate,
    width: fc.integer({ min, max: 5000 }),
    height: fc.integer({ min, max: 5000 }),
  });

const contains = (outer: Rectangle, inner: Rectangle): boolean =>
  inner.x >= outer.x &&
  inner.y >= outer.y &&
  inner.x + inner.width <= outer.x + outer.width &&
  inner.y + inner.height <= outer.y + outer.height;

describe('the place of the window', () => {
  it('is the middle of the first display at first, and later where it was', () => {
    expect(placeWindow(null, [screen])).toEqual({ x: 240, y: 90, width: 1440, height: 900 });
    const there = { x: 7, y: 8, width: 1000, height: 700 };
    expect(placeWindow(there, [screen])).toEqual(there);
  });

  it('comes back from a display that was unplugged', () => {
    const there = { x: 2500, y: 300, width: 1000, height: 700 };
    const second = { x: 1920, y: 0, width: 1920, height: 1080 };
    expect(placeWindow(there, [screen, second])).toEqual(there);
    expect(placeWindow(there, [screen])).toEqual({ ...there, x: 920 });
  });

  it('always lies whole on one display that is large enough', () => {
    fc.assert(
      fc.property(
        fc.option(rectangle(1)),
        fc.array(rectangle(900), { minLength: 1, maxLength: 4 }),
        (remembered, [first, ...rest]) => {
          if (!first) return;
          const placed = placeWindow(remembered, [first, ...rest]);
          expect([first, ...rest].some((display) => contains(display, placed))).toBe(true);
          expect(placed.width).toBeGreaterThanOrEqual(smallestWindow.width);
          expect(placed.height).toBeGreaterThanOrEqual(smallestWindow.height);
        },
      ),
    );
  });

  it('keeps its corner reachable on a display that is too small', () => {
    const small = { x: 100, y: 50, width: 640, height: 480 };
    expect(placeWindow(null, [small])).toEqual({ x: 100, y: 50, ...smallestWindow });
  });

  it('is remembered, and a memory that is damaged or absent is none', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'fabula-bounds-'));
    try {
      const file = path.join(folder, 'window.json');
      expect(readWindow(file)).toBeNull();
      writeWindow(file, { ...screen, maximized: true });
      expect(readWindow(file)).toEqual({ ...screen, maximized: true });
      for (const damaged of [
        '',
        '{',
        '[]',
        '{"x":1}',
        '{"x":0,"y":0,"width":-1,"height":1e9,"maximized":true}',
      ]) {
        await writeFile(file, damaged);
        expect([damaged, readWindow(file)]).toEqual([damaged, null]);
      }
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});
