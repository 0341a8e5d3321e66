import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { placeBeside, type Side, sideAt } from '#renderer/features/structure/drop-side.ts';

const box = { left: 100, top: 50, width: 200, height: 120 };

describe('the side at which something dragged is let go [W1]', () => {
  it('is that of the half the pointer is over, along the way cards or lines follow one another', () => {
    const at = (clientX: number, clientY: number) => [
      sideAt(box, { clientX, clientY }, 'across'),
      sideAt(box, { clientX, clientY }, 'down'),
    ];
    expect(at(101, 169)).toEqual(['before', 'after']);
    expect(at(299, 51)).toEqual(['after', 'before']);
    expect(at(200, 110)).toEqual(['after', 'after']);
  });

  it('has a scene stand there among the others, wherever it came from', () => {
    const scenes = fc.uniqueArray(fc.string(), { minLength: 2, maxLength: 6 });
    fc.assert(
      fc.property(scenes, fc.nat(), fc.nat(), fc.boolean(), (all, from, to, isAfter) => {
        const [moved, beside] = [from % all.length, to % all.length];
        const side: Side = isAfter ? 'after' : 'before';
        const others = all.filter((_, at) => at !== moved);
        const here = { documentId: 'a', index: beside };
        const place = placeBeside({ documentId: 'a', index: moved }, here, side);
        const standing = others.toSpliced(place, 0, all[moved] ?? '');
        const beyond = moved === beside ? 0 : isAfter ? 1 : -1;
        expect(standing.indexOf(all[moved] ?? '')).toBe(
          standing.indexOf(all[beside] ?? '') + beyond,
        );
        // From another chapter none of them goes away first.
        const foreign = placeBeside({ documentId: 'b', index: moved }, here, side);
        expect(foreign).toBe(beside + (isAfter ? 1 : 0));
      }),
    );
    expect(placeBeside({ documentId: 'a', index: 0 }, { documentId: 'a', index: 2 }, 'after')).toBe(
      2,
    );
  });
});
