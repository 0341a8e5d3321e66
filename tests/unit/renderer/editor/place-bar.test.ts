import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type BarScene, placeBar } from '#renderer/features/selection/place-bar.ts';

const frame = { left: 240, right: 1060, top: 44, bottom: 860 };
const bar = { width: 360, height: 34 };
const scene: BarScene = {
  bar,
  frame,
  start: { left: 380, top: 400 },
  end: { right: 600, bottom: 430 },
  above: { textEnd: 900 },
  below: { textEnd: 420 },
};

describe('the bar beside selected text', () => {
  it('takes the emptier side, behind the words of its line [F24]', () => {
    expect(placeBar(scene)).toEqual({ left: 432, top: 436 });
    const other = { ...scene, above: { textEnd: 420 }, below: { textEnd: 900 } };
    expect(placeBar(other)).toEqual({ left: 432, top: 360 });
  });

  it('stands nowhere when the selection fills what is seen [F24]', () => {
    const all = { ...scene, start: { left: 380, top: 10 }, end: { right: 600, bottom: 900 } };
    expect(placeBar(all)).toBeNull();
  });

  it('never covers the selection and never leaves the page (property) [F24]', () => {
    const x = fc.integer({ min: 240, max: 1060 });
    const height = fc.integer({ min: -200, max: 1100 });
    fc.assert(
      fc.property(
        height,
        fc.integer({ min: 20, max: 400 }),
        x,
        x,
        x,
        x,
        (top, tall, left, right, above, below) => {
          const made = {
            ...scene,
            start: { left, top },
            end: { right, bottom: top + tall },
            above: { textEnd: above },
            below: { textEnd: below },
          };
          const place = placeBar(made);
          if (place === null) return;
          expect(place.top + bar.height <= top || place.top >= top + tall).toBe(true);
          expect(place.left).toBeGreaterThanOrEqual(frame.left);
          expect(place.left + bar.width).toBeLessThanOrEqual(frame.right);
          expect(place.top).toBeGreaterThanOrEqual(frame.top);
          expect(place.top + bar.height).toBeLessThanOrEqual(frame.bottom);
        },
      ),
    );
  });
});
