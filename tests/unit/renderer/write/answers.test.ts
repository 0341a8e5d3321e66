import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { differenceOf } from '#renderer/features/compare/text-difference.ts';
import { leftOut, noiseOf } from '#renderer/features/write/rerun.ts';
import { begunRun, type RunView } from '#renderer/features/write/run-view.ts';

const prose = fc
  .array(fc.constantFrom('雪停了。', 'She left the room. ', '\n\n', '门开着', '😀'), {
    maxLength: 12,
  })
  .map((parts) => parts.join(''));

const run = (runId: string, text: string, mute: string[] = [], rerunOf: string | null = null) => {
  const request = { cursorPosition: 0, mute };
  const started = { runId, assemblyId: runId };
  const begun = begunRun(started, { documentId: 'd', skillId: 's', request, rerunOf });
  return { ...begun, text, state: 'done' } satisfies RunView;
};

describe('two answers', () => {
  it('N6 are whole on both sides, equal where they are equal (property)', () => {
    fc.assert(
      fc.property(prose, prose, (one, other) => {
        const { a, b, share } = differenceOf(one, other);
        const joined = (parts: typeof a) => parts.map(({ text }) => text).join('');
        expect([joined(a), joined(b)]).toEqual([one, other]);
        const shared = (parts: typeof a) => joined(parts.filter(({ own }) => !own));
        expect(shared(a)).toBe(shared(b));
        expect(share).toBeGreaterThanOrEqual(0);
        expect(share).toBeLessThanOrEqual(1);
        const visible = (text: string) => text.replaceAll(/\s+/gu, '');
        if (one === other) expect(share).toBe(0);
        if (share === 0) expect(visible(one)).toBe(visible(other));
      }),
    );
  });

  it('N6 compare Chinese by character and English by word', () => {
    expect(differenceOf('雪停了', '雪落了').share).toBeCloseTo(2 / 6);
    expect(differenceOf('He left. ', 'He stayed. ').b).toEqual([
      { at: 0, text: 'He ', own: false },
      { at: 3, text: 'stayed', own: true },
      { at: 9, text: '. ', own: false },
    ]);
  });

  it('N6 are measured against what the model does by itself', () => {
    const first = run('1', '雪停了。', ['old']);
    const without = run('2', '门开了。', ['old', 'left'], '1');
    expect(leftOut(without, first)).toEqual(['left']);
    expect(noiseOf(first, [first, without])).toBeNull();
    const same = run('3', '雪停了。', ['old'], '1');
    const other = run('4', '门开着。', ['old'], '1');
    const expected = differenceOf(first.text, other.text).share / 2;
    expect(noiseOf(first, [first, without, same, other])).toBeCloseTo(expected);
  });
});
