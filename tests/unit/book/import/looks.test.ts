import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { paragraphOf, type Span, textSpan } from '#main/book/import/formats/spans.ts';
import { commentsIn, resolveMarks } from '#main/book/import/marks.ts';
import { parseChapter } from '#main/book/export/parse-chapter.ts';
import { emphases } from '#shared/emphases.ts';
import '#tests/helpers/property-seed.ts';

type Choice = 'accept' | 'reject';
type Look = { bold?: boolean; italic?: boolean };

const italic: Look = { italic: true };
const bold: Look = { bold: true };
const inserted = { kind: 'inserted', author: 0 } as const;
const deleted = { kind: 'deleted', author: 0 } as const;
const comment: Span = { kind: 'comment', index: 0 };

const written = (spans: readonly Span[], choice: Choice = 'accept'): string =>
  resolveMarks(paragraphOf(spans, 0), choice);

/** Each sign that is no space, with the stars it has: what a writer sees. */
const seen = (signs: readonly { sign: string; stars: number }[]): string =>
  signs
    .filter(({ sign }) => sign.trim() !== '')
    .map(({ sign, stars }) => `${sign}${stars}`)
    .join(' ');

const seenInSpans = (spans: readonly Span[], choice: Choice): string =>
  seen(
    spans.flatMap((span) => {
      if (span.kind !== 'text') return [];
      if (span.change?.kind === (choice === 'accept' ? 'deleted' : 'inserted')) return [];
      const stars = (span.bold ? 2 : 0) + (span.italic ? 1 : 0);
      return [...span.text].map((sign) => ({ sign, stars }));
    }),
  );

const seenOnPage = (line: string): string => {
  const found = emphases(line);
  const isMark = (at: number): boolean =>
    found.some(
      ({ from, to, mark }) => (at >= from && at < from + mark) || (at >= to - mark && at < to),
    );
  const signs: { sign: string; stars: number }[] = [];
  for (let at = 0; at < line.length; at += 1) {
    if (isMark(at)) continue;
    if (line[at] === '\\' && /[!-/:-@[-`{-~]/.test(line[at + 1] ?? '')) at += 1;
    const around = found.filter(({ from, to }) => from <= at && at < to);
    const stars = around.reduce((all, { mark }) => all | mark, 0);
    signs.push({ sign: line[at] ?? '', stars });
  }
  return seen(signs);
};

const seenInExport = (text: string): string =>
  seen(
    parseChapter(text).flatMap((block) =>
      block.kind === 'paragraph'
        ? block.runs.flatMap(({ text: words, emphasis, strong }) =>
            [...words].map((sign) => ({ sign, stars: (strong ? 2 : 0) + (emphasis ? 1 : 0) })),
          )
        : [],
    ),
  );

const looks: Look[] = [{}, italic, bold, { bold: true, italic: true }];
const spansOf = (words: fc.Arbitrary<string>): fc.Arbitrary<Span[]> =>
  fc.array(
    fc.oneof(
      { arbitrary: fc.constant(comment), weight: 1 },
      {
        arbitrary: fc
          .record({
            text: words,
            look: fc.constantFrom(...looks),
            change: fc.constantFrom(null, null, null, inserted, deleted),
          })
          .map(({ text, look, change }) => textSpan(text, { ...look, change })),
        weight: 5,
      },
    ),
    { minLength: 1, maxLength: 8 },
  );

describe('words that look so', () => {
  it('have no marks where a comment stands between them [B10]', () => {
    const spans = [textSpan('fast', italic), comment, textSpan(', and so on.', italic)];
    expect(written(spans)).toBe('*fast, and so on.*');
    expect(commentsIn(paragraphOf(spans, 0))).toEqual([0]);
    expect(written([textSpan('one ', italic), comment, textSpan('two', italic)])).toBe('*one two*');
  });

  it('have none at a tracked change either, whether it is taken or not [B10]', () => {
    const spans = [
      textSpan('他跑', italic),
      textSpan('得快', { ...italic, change: inserted }),
      textSpan('了', italic),
    ];
    expect([written(spans), written(spans, 'reject')]).toEqual(['*他跑得快了*', '*他跑了*']);
    const plain = [textSpan('粗', bold), textSpan('细', { change: deleted }), textSpan('体', bold)];
    expect([written(plain), written(plain, 'reject')]).toEqual(['**粗体**', '**粗**细**体**']);
  });

  it('are told apart by page and export where they touch [B10]', () => {
    const both = { ...bold, ...italic };
    const line = written([textSpan('ita', italic), textSpan('bo', bold), textSpan('th', both)]);
    expect(line).toBe('*ita***bo*th***');
    expect(seenOnPage(line)).toBe('i1 t1 a1 b2 o2 t3 h3');
    expect(seenInExport(line)).toBe(seenOnPage(line));
  });

  it('are on the page what they are in the file, whatever they are [B10]', () => {
    const words = fc
      .array(fc.constantFrom('雪', '马', 'a', 'b', '，', '（', '*', '_', '\\', ' ', '.'), {
        minLength: 1,
        maxLength: 4,
      })
      .map((signs) => signs.join(''));
    fc.assert(
      fc.property(spansOf(words), fc.constantFrom<Choice>('accept', 'reject'), (spans, choice) => {
        // A line of stars alone is a break between scenes.
        const all = [textSpan('雪，'), ...spans];
        expect(seenOnPage(written(all, choice))).toBe(seenInSpans(all, choice));
      }),
      { numRuns: 2000 },
    );
  });

  it('are in an export what they are on the page [B10]', () => {
    const words = fc
      .array(fc.constantFrom('雪', '马', 'a', 'b'), { minLength: 1, maxLength: 3 })
      .map((signs) => signs.join(''));
    fc.assert(
      fc.property(spansOf(words), fc.constantFrom<Choice>('accept', 'reject'), (spans, choice) => {
        const line = written([textSpan('雪，'), ...spans], choice);
        expect(seenInExport(line)).toBe(seenOnPage(line));
      }),
      { numRuns: 1000 },
    );
  });
});
