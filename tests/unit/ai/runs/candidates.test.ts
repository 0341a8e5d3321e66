import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anchorAt, findAnchor } from '#main/base/anchors/anchor.ts';
import { applyHunks, hunksOf, splitPieces } from '#main/ai/runs/candidates/hunks.ts';
import { votesOf } from '#main/ai/runs/candidates/preference-patterns.ts';

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
        expect(applyHunks({ original, start }, hunks, all)).toBe(text);
        expect(applyHunks({ original, start }, hunks, new Set())).toBe(original);
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
        // What was inserted where nothing stood is parted anew: see the property of the page.
        fc.pre(original !== '');
        const hunks = hunksOf(original, text, 0);
        const chosen = new Set(hunks.filter(() => coins.next().value).map(({ index }) => index));
        const result = applyHunks({ original, start: 0 }, hunks, chosen);
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

  it('line breaks at the beginning of an insertion belong to its first paragraph [F14]', () => {
    expect(hunksOf('', '\n\n一。\n\n二。', 5).map(({ inserted }) => inserted)).toEqual([
      '\n\n一。',
      '\n\n二。',
    ]);
    expect(hunksOf('', '\n\n', 5).map(({ inserted }) => inserted)).toEqual(['\n\n']);
  });

  it('a break that is all there is of a change goes with the change beside it [F14]', () => {
    const hunks = hunksOf('雪停了。', '雪停了。\n\n他走了。', 0);
    expect(hunks.map(({ inserted }) => inserted)).toEqual(['\n\n他走了。']);
  });

  it('an insertion is taken by paragraph', () => {
    expect(hunksOf('', '一。\n\n二。', 5).map(({ inserted }) => inserted)).toEqual([
      '一。',
      '\n\n二。',
    ]);
  });
});

describe('finding the place again', () => {
  const text = `${'雪落在渡口的石阶上。'.repeat(5)}林远把伞收起来，站着等船。${'船终于从雾里来了。'.repeat(5)}`;
  const start = text.indexOf('林远');
  const end = start + '林远把伞收起来，站着等船。'.length;
  const anchor = anchorAt(text, 'v1', start, end);

  it('follows text that moved because something was typed elsewhere (property) [F14]', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (head, tail) => {
        const now = `${head}${text}${tail}`;
        const place = findAnchor(now, 'v2', anchor);
        expect(place && now.slice(place.start, place.end)).toBe(anchor.original);
      }),
    );
  });

  it('finds the passage when one neighbour was rewritten, and gives up when it itself was [F14]', () => {
    const other = text.replace('船终于从雾里来了。', '雾散了，河上什么也没有。');
    expect(findAnchor(other, 'v2', anchor)).toEqual({ start, end });
    expect(findAnchor(text.replace('收起来', '打开了'), 'v2', anchor)).toBeNull();
  });

  it('gives up when the passage stands there twice and nothing tells which [F14]', () => {
    const twice = `${anchor.original}别的话。${anchor.original}`;
    expect(findAnchor(twice, 'v2', anchor)).toBeNull();
  });

  it('an insertion needs its two neighbours side by side [F14]', () => {
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

  const repetitive = fc
    .array(fc.constantFrom('雪停了。', '他走了！', '船来了。', '\n\n', '门开着，没有人。'), {
      maxLength: 120,
    })
    .map((parts) => parts.join(''));
  const unlike = Array.from(
    { length: 60 },
    (_, place) => `第${String(place * 7919)}夜的雪落在河上。\n\n`,
  ).join('');
  type Edit = { from: number; to: number; insert: string };
  const editOf = (length: number) =>
    fc
      .tuple(fc.nat(length), fc.nat(60), fc.string({ maxLength: 12 }))
      .map(([from, cut, insert]): Edit => ({ from, to: Math.min(length, from + cut), insert }));
  const apply = (before: string, { from, to, insert }: Edit): string =>
    `${before.slice(0, from)}${insert}${before.slice(to)}`;
  /** Neither character beside the place is touched, and nothing is put between them. */
  const spares = (place: number, { from, to }: Edit): boolean => to < place || from > place;
  const moved = (place: number, { from, to, insert }: Edit): number =>
    from > place ? place : place + insert.length - (to - from);

  it('an insertion is never put in a wrong place by an edit elsewhere, in the most repetitive text (property) [F14]', () => {
    const cases = repetitive.chain((before) =>
      fc.tuple(fc.constant(before), fc.nat(before.length), editOf(before.length)),
    );
    fc.assert(
      fc.property(cases, ([before, place, edit]) => {
        fc.pre(spares(place, edit));
        const found = findAnchor(apply(before, edit), 'v2', anchorAt(before, 'v1', place, place));
        if (found) expect(found.start).toBe(moved(place, edit));
      }),
      { numRuns: 2000 },
    );
  });

  it('an insertion finds its place after any edit that spares what stands beside it (property) [F14]', () => {
    fc.assert(
      fc.property(fc.nat(unlike.length), editOf(unlike.length), (place, edit) => {
        fc.pre(spares(place, edit));
        const found = findAnchor(apply(unlike, edit), 'v2', anchorAt(unlike, 'v1', place, place));
        expect(found?.start).toBe(moved(place, edit));
      }),
      { numRuns: 2000 },
    );
  });

  it('an insertion asks when something was put at its place, or over it (property) [F14]', () => {
    const around = fc
      .tuple(fc.integer({ min: 20, max: unlike.length - 20 }), fc.nat(15), fc.nat(15), fc.string())
      .map(([place, left, right, insert]) => ({
        place,
        edit: { from: place - left, to: place + right, insert },
      }));
    fc.assert(
      fc.property(around, ({ place, edit }) => {
        // Marks of its own: without them, what is put there may be what stood there.
        const now = apply(unlike, { ...edit, insert: `#${edit.insert}#` });
        expect(findAnchor(now, 'v2', anchorAt(unlike, 'v1', place, place))).toBeNull();
      }),
      { numRuns: 1000 },
    );
  });

  it('an insertion asks in a chapter that was replaced by another [F14]', () => {
    const atEnd = anchorAt('雪落了一夜。\n', 'v1', 6, 6);
    expect(findAnchor('他走了，没有回来。\n', 'v2', atEnd)).toBeNull();
    expect(findAnchor('大雪落了一夜。\n', 'v2', atEnd)).toEqual({ start: 7, end: 7 });
  });

  it('a passage that was changed is not found in a copy of what it was [F14]', () => {
    const now = `${text.replace('收起来', '打开了')}${'后来的事。'.repeat(3)}${anchor.original}`;
    expect(findAnchor(now, 'v2', anchor)).toBeNull();
    const cut = `${text.replace(anchor.original, '')}${'后来的事。'.repeat(3)}${anchor.original}`;
    expect(findAnchor(cut, 'v2', anchor)?.start).toBe(cut.indexOf(anchor.original));
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
