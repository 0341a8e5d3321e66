import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { placeCard } from '#renderer/features/codex/card/place-card.ts';

const size = { width: 380, height: 230 };

describe('the place of the card of a name [W6]', () => {
  it('is below the name, above it at the bottom of the window', () => {
    const frame = { width: 1024, height: 700 };
    const name = { left: 300, right: 340, top: 100, bottom: 124 };
    expect(placeCard(name, size, frame)).toEqual({ left: 266, top: 132 });
    const low = { ...name, top: 600, bottom: 624 };
    expect(placeCard(low, size, frame)).toEqual({ left: 266, top: 362 });
  });

  it('never lies on the name, and never beyond the sides', () => {
    const side = fc.integer({ min: 0, max: 1400 });
    fc.assert(
      fc.property(side, side, (left, top) => {
        const frame = { width: 1440, height: 900 };
        const name = { left, right: left + 40, top, bottom: top + 24 };
        const at = placeCard(name, size, frame);
        expect(at.left).toBeGreaterThanOrEqual(8);
        expect(at.left + size.width).toBeLessThanOrEqual(frame.width - 8);
        expect(at.top >= name.bottom || at.top + size.height <= name.top).toBe(true);
      }),
    );
  });
});
