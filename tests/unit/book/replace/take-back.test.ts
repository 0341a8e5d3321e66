import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { applyPlaces } from '#main/book/replace/apply-places.ts';
import type { ReplacedPlace } from '#main/book/replace/store.ts';
import { takePlacesBack } from '#main/book/replace/take-back.ts';

/** What became of the text; that the edits told are those very ones is looked at below. */
const takeBack = (before: string, places: readonly ReplacedPlace[], now: string) => {
  const { edits: _, ...taken } = takePlacesBack(before, places, now);
  return taken;
};

/** Every `宝玉` of a text, or only some of them. */
const placesOf = (text: string, replacement: string, isTicked: (index: number) => boolean) =>
  [...text.matchAll(/宝玉/gu)]
    .map(({ index }) => ({ start: index, end: index + 2, replacement }))
    .filter((_place, index) => isTicked(index));

const book = fc
  .array(fc.constantFrom('宝玉', '黛玉', '笑道', '，', '。', '\n', 'said ', '𠮷', '玉', '石头'), {
    maxLength: 60,
  })
  .map((parts) => parts.join(''));
const replacement = fc.constantFrom('石头', '贾宝玉', '宝', 'the Stone ', '𠮷石\n头');
/** No two sentences are alike, and none is short. */
const page = fc
  .array(
    fc.constantFrom('独自在沁芳桥上坐了大半日', '往潇湘馆去了又悄悄回来', 'said nothing of it'),
    {
      minLength: 1,
      maxLength: 12,
    },
  )
  .map((parts) =>
    parts
      .map((part, index) => `第${index}日微雨初停，宝玉𠮷${part}，到了${index}更天。\n`)
      .join('\n'),
  );
/** Nothing of it is in the book: where it was typed is told without a doubt. */
const typed = fc.array(
  fc.record({ at: fc.nat(), words: fc.constantFrom('甲', '乙丙', '丁戊，己庚', '；') }),
  { maxLength: 8 },
);

/** The first of each paragraph: one side of every place stands as it stood. */
const oncePerParagraph = <T extends { before: number }>(text: string, all: readonly T[]): T[] => {
  const paragraphs = all.map(({ before }) => text.slice(0, before).split('\n').length);
  return all.filter((_, index) => paragraphs.indexOf(paragraphs[index] ?? 0) === index);
};

describe('taking places back [W2]', () => {
  it('gives the text of before with everything that was typed since', () => {
    fc.assert(
      fc.property(page, replacement, typed, fc.nat(), (before, made, edits, salt) => {
        const places = placesOf(before, made, (index) => (index + salt) % 3 > 0);
        const after = applyPlaces(before, places);
        let shift = 0;
        // Borders of both texts that are one and the same place, in no place that was replaced.
        const borders: { before: number; after: number }[] = [];
        let from = 0;
        for (const { start, end } of [...places, { start: before.length + 1, end: 0 }]) {
          for (let at = from; at <= Math.min(start, before.length); at += 1) {
            // Nobody types in the middle of a character.
            if (!/[\uDC00-\uDFFF]/.test(before.charAt(at))) {
              borders.push({ before: at, after: at + shift });
            }
          }
          shift += made.length - (end - start);
          from = end;
        }
        const wanted = edits
          .map(({ at, words }) => ({ border: borders[at % borders.length], words }))
          .flatMap(({ border, words }) => (border ? [{ ...border, words }] : []));
        const typedAt = oncePerParagraph(before, wanted).toSorted(
          (one, other) => one.after - other.after || one.before - other.before,
        );
        const write = (text: string, side: 'before' | 'after'): string =>
          applyPlaces(
            text,
            typedAt.map((one) => ({ start: one[side], end: one[side], replacement: one.words })),
          );
        expect(takeBack(before, places, write(after, 'after'))).toEqual({
          ...{ text: write(before, 'before'), left: 0, gone: [] },
        });
      }),
      { numRuns: 300 },
    );
  });

  it('loses no character of any text that came of it: only what was put in is taken out', () => {
    fc.assert(
      fc.property(book, book, fc.nat(), (before, now, salt) => {
        const places = placesOf(before, '〔石〕', (index) => (index + salt) % 2 === 0);
        const going = `${now.slice(0, 9)}${applyPlaces(before, places).slice(salt % 7)}${now.slice(9)}`;
        const { text, left, edits } = takePlacesBack(before, places, going);
        // The edits that are told make this text of that one: what marks there are follow them.
        let shift = 0;
        const told = edits.map(({ start, end, length }) => {
          const from = start + shift;
          shift += length - (end - start);
          return { start, end, replacement: text.slice(from, from + length) };
        });
        expect(applyPlaces(going, told)).toBe(text);
        expect(text.replaceAll('〔石〕', '宝玉')).toBe(going.replaceAll('〔石〕', '宝玉'));
        const stood = going.split('〔石〕').length - text.split('〔石〕').length;
        expect(stood + left).toBeLessThanOrEqual(places.length);
      }),
      { numRuns: 300 },
    );
  });

  it('leaves a place whose words were changed, and counts it', () => {
    const before = '宝玉笑了大半日。宝玉走了。';
    const places = placesOf(before, '石头', () => true);
    expect(takeBack(before, places, '石头笑了大半日。石狮走了。')).toEqual({
      ...{ text: '宝玉笑了大半日。石狮走了。', left: 1, gone: [] },
    });
  });

  it('takes a place back in the short last paragraph of a text in which another one was reworded', () => {
    const before = '# 第二章 来信\n\n信是宝玉捎来的。宝玉不说话。\n';
    const places = placesOf(before, '石头', () => true);
    const now = '# 第二章 来信\n\n信是石大头捎来的。石头不说话。\n';
    expect(takeBack(before, places, now)).toEqual({
      ...{ text: '# 第二章 来信\n\n信是石大头捎来的。宝玉不说话。\n', left: 1, gone: [] },
    });
  });

  it('takes both places of a short paragraph back between which a sentence was written', () => {
    const before = '# 第一章 渡口\n\n宝玉敲锣。宝玉斤卖豆腐，他笑了。\n';
    const places = placesOf(before, '石头', () => true);
    const now = '# 第一章 渡口\n\n石头敲锣。天黑了。石头斤卖豆腐，他笑了。\n';
    expect(takeBack(before, places, now)).toEqual({
      ...{ text: before.replace('锣。', '锣。天黑了。'), left: 0, gone: [] },
    });
  });

  it('goes with a paragraph that was moved', () => {
    const before = '宝玉在园子里笑了半日，又往潇湘馆去。\n\n黛玉走了，没有回头。\n';
    const places = placesOf(before, '石头', () => true);
    const now = '黛玉走了，没有回头。\n\n石头在园子里笑了半日，又往潇湘馆去。\n';
    expect(takeBack(before, places, now)).toEqual({
      ...{
        text: '黛玉走了，没有回头。\n\n宝玉在园子里笑了半日，又往潇湘馆去。\n',
        left: 0,
        gone: [],
      },
    });
  });

  it('puts words back that were deleted everywhere', () => {
    const before = '宝玉笑了大半日，又笑了。宝玉宝玉走了。';
    const places = placesOf(before, '', () => true);
    expect(takeBack(before, places, '笑了大半日，又笑了。他走了。')).toEqual({
      ...{ text: '宝玉笑了大半日，又笑了。宝玉宝玉他走了。', left: 0, gone: [] },
    });
  });

  it('names the paragraphs that are no more there, where all of their places went with them', () => {
    const went = '宝玉在园子里笑了半日，宝玉又往潇湘馆去。';
    const before = `${went}\n\n黛玉走了，没有回头。\n宝玉也走了，没有等她回来。\n`;
    const places = placesOf(before, '石头', () => true);
    const now = '黛玉走了，没有回头。\n石头也走了，没有等她。\n';
    expect(takeBack(before, places, now)).toEqual({
      text: '黛玉走了，没有回头。\n宝玉也走了，没有等她。\n',
      left: 2,
      gone: [
        {
          text: went.replaceAll('宝玉', '石头'),
          places: placesOf(went, '石头', () => true),
        },
      ].map(({ text, places: inside }) => ({
        text,
        places: inside.map((place) => ({ ...place, replacement: '宝玉' })),
      })),
    });
  });
});
