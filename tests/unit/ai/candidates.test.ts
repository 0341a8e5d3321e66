import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anchorAt, findAnchor } from '#main/services/ai/candidates/anchor.ts';
import { applyHunks, hunksOf, splitPieces } from '#main/services/ai/candidates/hunks.ts';
import { votesOf } from '#main/services/ai/candidates/taste.ts';

const prose = fc
  .array(
    fc.constantFrom(
      '雪停了。',
      '他走了！',
      'He left. ',
      'She stayed.',
      '\n\n',
      '\n',
      '……',
      '“走。”',
      '😀',
      ' ',
    ),
    { maxLength: 14 },
  )
  .map((parts) => parts.join(''));

describe('hunks', () => {
  it('pieces joined are the text (property)', () => {
    fc.assert(
      fc.property(fc.oneof(prose, fc.string()), (text) => {
        expect(splitPieces(text).join('')).toBe(text);
      }),
    );
  });

  it('all applied give the new text, none leave the old, each is what stands there (property)', () => {
    fc.assert(
      fc.property(prose, prose, fc.nat(1000), (original, text, start) => {
        const hunks = hunksOf(original, text, start);
        const all = new Set(hunks.map(({ index }) => index));
        expect(applyHunks(original, start, hunks, all)).toBe(text);
        expect(applyHunks(original, start, hunks, new Set())).toBe(original);
        let at = start;
        for (const hunk of hunks) {
          expect(hunk.start).toBeGreaterThanOrEqual(at);
          expect(original.slice(hunk.start - start, hunk.end - start)).toBe(hunk.removed);
          at = hunk.end;
        }
      }),
    );
  });

  it('any choice of hunks keeps what was not chosen (property)', () => {
    fc.assert(
      fc.property(prose, prose, fc.infiniteStream(fc.boolean()), (original, text, coins) => {
        const hunks = hunksOf(original, text, 0);
        const chosen = new Set(hunks.filter(() => coins.next().value).map(({ index }) => index));
        const result = applyHunks(original, 0, hunks, chosen);
        const length = hunks.reduce(
          (sum, { index, inserted, removed }) =>
            sum + (chosen.has(index) ? inserted.length - removed.length : 0),
          original.length,
        );
        expect(result.length).toBe(length);
      }),
    );
  });

  it('changes one sentence of three by one hunk', () => {
    const original = '雪停了。他走了。门开着。';
    expect(hunksOf(original, '雪停了。他没有走。门开着。', 10)).toEqual([
      { index: 0, start: 14, end: 18, removed: '他走了。', inserted: '他没有走。' },
    ]);
  });

  it('an insertion is taken by paragraph', () => {
    expect(hunksOf('', '一。\n\n二。', 5).map(({ inserted }) => inserted)).toEqual([
      '一。\n\n',
      '二。',
    ]);
  });
});

describe('finding the place again', () => {
  const text = `${'雪落在渡口的石阶上。'.repeat(5)}林远把伞收起来，站着等船。${'船终于从雾里来了。'.repeat(5)}`;
  const start = text.indexOf('林远');
  const end = start + '林远把伞收起来，站着等船。'.length;
  const anchor = anchorAt(text, 'v1', start, end);

  it('F14 follows text that moved because something was typed elsewhere (property)', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (head, tail) => {
        const now = `${head}${text}${tail}`;
        const place = findAnchor(now, 'v2', anchor);
        expect(place && now.slice(place.start, place.end)).toBe(anchor.original);
      }),
    );
  });

  it('F14 finds the passage when one neighbour was rewritten, and gives up when it itself was', () => {
    const other = text.replace('船终于从雾里来了。', '雾散了，河上什么也没有。');
    expect(findAnchor(other, 'v2', anchor)).toEqual({ start, end });
    expect(findAnchor(text.replace('收起来', '打开了'), 'v2', anchor)).toBeNull();
  });

  it('F14 gives up when the passage stands there twice and nothing tells which', () => {
    const twice = `${anchor.original}别的话。${anchor.original}`;
    expect(findAnchor(twice, 'v2', anchor)).toBeNull();
  });

  it('F14 an insertion needs its two neighbours side by side', () => {
    const insertion = anchorAt(text, 'v1', end, end);
    expect(findAnchor(`前言。${text}`, 'v2', insertion)).toEqual({ start: end + 3, end: end + 3 });
    const typedThere = `${text.slice(0, end)}他打了个喷嚏。${text.slice(end)}`;
    expect(findAnchor(typedThere, 'v2', insertion)).toBeNull();
    const atEnd = anchorAt(text, 'v1', text.length, text.length);
    expect(findAnchor(`前言。${text}`, 'v2', atEnd)).toEqual({
      start: text.length + 3,
      end: text.length + 3,
    });
    expect(findAnchor(`${text}又写了一句。`, 'v2', atEnd)).toBeNull();
  });

  it('any answer lies inside the text and spans the passage (property)', () => {
    fc.assert(
      fc.property(prose, prose, fc.nat(), fc.nat(), (before, now, one, two) => {
        const from = Math.min(one, two) % (before.length + 1);
        const to = Math.min(before.length, from + (Math.max(one, two) % (before.length + 1)));
        const made = anchorAt(before, 'v1', from, Math.max(from, to));
        const place = findAnchor(now, 'v2', made);
        if (place) expect(now.slice(place.start, place.end)).toBe(made.original);
      }),
    );
  });
});

describe('taste', () => {
  it('counts what was let go while something else was taken', () => {
    const votes = votesOf({ accepted: '他走了。', rejected: '他走了！', removed: '' });
    expect([...votes]).toEqual([['exclamation', 1]]);
    expect([...votesOf({ accepted: '他走了。', rejected: '', removed: '他走了！' })]).toEqual([
      ['exclamation', 1],
    ]);
  });
  it('a taken text that has it speaks against, a whole refusal says nothing', () => {
    expect([...votesOf({ accepted: '走！', rejected: '停！', removed: '' })]).toEqual([
      ['exclamation', -1],
    ]);
    expect(votesOf({ accepted: '', rejected: '停！', removed: '' }).size).toBe(0);
  });
});
