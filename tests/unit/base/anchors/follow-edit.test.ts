import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anchorText } from '#main/base/anchors/anchored-text.ts';
import { findMarked } from '#main/base/anchors/find-marked.ts';
import { followEdit, followEdits } from '#main/base/anchors/follow-edit.ts';
import { anchorPlace } from '#main/base/anchors/place-anchor.ts';
import { maxMarkedText } from '#shared/domain/thread.ts';

const spanOf = (text: string, words: string) => {
  const start = text.indexOf(words);
  expect(start).toBeGreaterThan(-1);
  return { start, end: start + words.length };
};

const mark = '他把铜钥匙藏进了井底的石缝里。';
const chapter = `雨下了一夜。\n\n渡口的灯笼在风里晃来晃去，没有人下船。${mark}没有人看见。\n\n第二天林远走了。\n`;

const textAt = (text: string, span: { start: number; end: number } | null): string | null =>
  span && text.slice(span.start, span.end);

describe('a marked place in a text that was edited [N13]', () => {
  it('moves with what is put in or taken out before it, and stays without what is typed at its edges', () => {
    const span = spanOf(chapter, mark);
    for (const [from, to] of [
      ['雨下了一夜。', '雪下了三天三夜。'],
      ['雨下了一夜。\n\n', ''],
      [mark, `忽然，${mark}`],
      [mark, `${mark}谁也不知道。`],
      ['第二天林远走了。', ''],
    ] as const) {
      const after = chapter.replace(from, to);
      expect(textAt(after, followEdit(chapter, after, span))).toBe(mark);
    }
  });

  it('stands behind a paragraph that begins like its own, as it is put in and as it is taken out', () => {
    for (const [other, own] of [
      ['Iris was the child who sold bread.', 'Iris slept the whole afternoon.'],
      ['林远走了。', '林远把铜钥匙藏进了石缝里。'],
    ] as const) {
      const [short, long] = [`夜。\n\n${own}\n\n晨。\n`, `夜。\n\n${other}\n\n${own}\n\n晨。\n`];
      expect(followEdit(short, long, spanOf(short, own))).toEqual(spanOf(long, own));
      expect(followEdit(long, short, spanOf(long, own))).toEqual(spanOf(short, own));
      expect(followEdit(long, short, spanOf(long, other))).toBeNull();
      const begun = spanOf(short, own.slice(0, 4));
      const first = long.indexOf(own);
      expect(followEdit(short, long, begun)).toEqual({ start: first, end: first + 4 });
    }
  });

  it('is the edited text where words in it were changed, in many places of the chapter at once', () => {
    const book = `铜钥匙。\n\n${chapter}\n\n铜钥匙又响了一声。\n`;
    const after = book.replaceAll('铜钥匙', '白玉簪子').replaceAll('林远', '沈舟');
    const found = followEdit(book, after, spanOf(book, mark));
    expect(textAt(after, found)).toBe(mark.replace('铜钥匙', '白玉簪子'));
  });

  it('is gone where it was deleted or something else was written over it, and is there again when it comes back', () => {
    const span = spanOf(chapter, mark);
    for (const other of ['', '月亮升起来，狗在叫，远处有火光，她想起母亲。']) {
      const after = chapter.replace(mark, other);
      const follow = followEdits(chapter, after);
      expect(findMarked(after, anchorText(chapter, span), { follow, span })).toBeNull();
    }
    expect(findMarked(chapter, anchorText(chapter, span), null)).toEqual(span);
  });

  it('is found by its neighbours where it was edited while nobody looked', () => {
    const after = `序。\n\n${chapter.replace('铜钥匙', '玉簪')}`;
    const found = findMarked(after, anchorText(chapter, spanOf(chapter, mark)), null);
    expect(textAt(after, found)).toBe(mark.replace('铜钥匙', '玉簪'));
  });

  it('is not guessed: of two equal places with equal neighbours none is taken', () => {
    const twice = `${chapter}${chapter}`;
    const span = spanOf(chapter, mark);
    const anchor = anchorText(`${chapter}尾声。`, span);
    expect(findMarked(`开头。${twice}`, anchor, null)).toBeNull();
  });

  const refrain = '风从海上来，风往海上去，没有人问。';
  const song = `她唱起来：\n\n${refrain}\n\n船工们都不作声，只有桨在水里一下一下地响。\n\n${refrain}\n\n天就亮了。\n`;

  it('is not another place with the same words, where its own were deleted, whether anybody looked or not', () => {
    const places = [song.indexOf(refrain), song.lastIndexOf(refrain)].map((start) => ({
      ...{ start, end: start + refrain.length },
    }));
    for (const span of places) {
      const after = `${song.slice(0, span.start)}${song.slice(span.end + 2)}`;
      const anchor = anchorPlace(song, span);
      expect(findMarked(after, anchor, { follow: followEdits(song, after), span })).toBeNull();
      expect(findMarked(after, anchor, null)).toBeNull();
      // It comes back with its words, and goes with its neighbours.
      expect(findMarked(song, anchor, null)).toEqual(span);
      const moved = findMarked(`序。\n\n${song}`, anchor, null);
      expect(moved).toEqual({ start: span.start + 4, end: span.end + 4 });
    }
  });

  it('is there again when a long text that was put into it is taken out again', () => {
    for (const short of [mark, '他还会回来的。']) {
      const old = chapter.replace(mark, short);
      const grown = old.replace(
        short,
        `${short.slice(0, 3)}（${'想了很久很久'.repeat(20)}）${short.slice(3)}`,
      );
      const there = followEdit(old, grown, spanOf(old, short));
      expect(textAt(old, there && followEdit(grown, old, there))).toBe(short);
    }
  });

  it('is gone where another English sentence was written over it', () => {
    const [one, other] = [
      'He had hidden the copper key between the stones of the well, and told nobody about it.',
      'Her mother never wrote back from the coast that winter, not even when the ferry had sunk.',
    ];
    const book = `It rained.\n\nThe lanterns swung. ${one} Nobody saw.\n\nHe left.\n`;
    expect(followEdit(book, book.replace(one, other), spanOf(book, one))).toBeNull();
    const touched = one.replace('copper', 'little brass');
    const found = followEdit(book, book.replace(one, touched), spanOf(book, one));
    expect(textAt(book.replace(one, touched), found)).toBe(touched);
  });

  it('has the beginning of what grew in it, when that is more than a place may be', () => {
    const span = spanOf(chapter, mark);
    const grown = chapter.replace('石缝', `石${'他们想了很久很久。'.repeat(600)}缝`);
    const found = findMarked(grown, anchorPlace(chapter, span), {
      ...{ follow: followEdits(chapter, grown), span },
    });
    expect(found).toEqual({ start: span.start, end: span.start + maxMarkedText });
  });

  it('is found where every line of the chapter was changed by a replacement', () => {
    const lines = Array.from({ length: 900 }, (_, at) => `第${at}天，潮水涨到石阶，灯还亮着。\n\n`);
    const long = `${lines.join('')}${mark}\n\n${lines.join('')}`;
    const after = long.replaceAll('。', '……');
    const found = followEdit(long, after, spanOf(long, mark));
    expect(textAt(after, found)).toBe(mark.replace('。', '……'));
  });

  const piece = fc.constantFrom('雨', '林远', '。', '\n', 'a ', '𠮷', '铜钥匙');
  const text = fc.array(piece, { maxLength: 40 }).map((parts) => parts.join(''));

  it('always has the very same text after edits outside of it', () => {
    fc.assert(
      fc.property(text, text, text, text, (before, after, otherBefore, otherAfter) => {
        const marked = '【井底的铜钥匙还在不在】';
        const [old, now] = [before + marked + after, otherBefore + marked + otherAfter];
        const found = followEdit(old, now, spanOf(old, marked));
        // Too far from what it was it may be lost, but never another text.
        expect([marked, null]).toContain(textAt(now, found));
      }),
    );
  });

  it('lies within the text, whatever was edited', () => {
    fc.assert(
      fc.property(text, text, fc.nat(40), fc.nat(40), (old, now, from, length) => {
        const span = {
          start: Math.min(from, old.length),
          end: Math.min(from + length, old.length),
        };
        const found = followEdit(old, now, span);
        if (!found) return;
        expect(found.start).toBeGreaterThanOrEqual(0);
        expect(found.end).toBeLessThanOrEqual(now.length);
        expect(found.start).toBeLessThan(found.end);
      }),
    );
  });
});
