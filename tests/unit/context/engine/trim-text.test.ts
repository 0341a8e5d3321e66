import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  keepBeginning,
  keepEnding,
  lastSentence,
  sentenceStarts,
} from '#main/context/engine/trim-text.ts';
import { createTokens } from '#main/context/tokens/index.ts';

const tokens = createTokens();

const prose = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        '潮是半夜里涨上来的。',
        '“七尺四。”他说。',
        'He waited. ',
        '\n\n',
        '👨‍👩‍👧‍👦',
        'é́',
        '\r\n',
      ),
      fc.string({ unit: 'grapheme', maxLength: 12 }),
    ),
    { maxLength: 40 },
  )
  .map((parts) => parts.join(''));

const graphemeStarts = (text: string): Set<number> =>
  new Set([...new Intl.Segmenter().segment(text)].map((piece) => piece.index).concat(text.length));

describe('keepEnding', () => {
  it('S3-11 keeps the text nearest before the cursor and cuts on a paragraph', () => {
    const paragraphs = Array.from(
      { length: 20 },
      (_, index) => `第${index}段。雪还在下，灯还亮着。`,
    );
    const text = paragraphs.join('\n\n');
    const start = keepEnding(text, 60, tokens);
    expect(start).toBeGreaterThan(0);
    expect(text.slice(start).startsWith('第')).toBe(true);
    expect(text.slice(start - 2, start)).toBe('\n\n');
    expect(text.endsWith('灯还亮着。')).toBe(true);
  });

  it('S3-11 cuts a paragraph that is too long at a sentence', () => {
    const text = Array.from({ length: 60 }, (_, index) => `这是第${index}句话。`).join('');
    const start = keepEnding(text, 50, tokens);
    expect(text.slice(start)).toMatch(/^这是第\d+句话。/u);
    expect(tokens.count(text.slice(start))).toBeLessThanOrEqual(50);
  });

  it('S3-11 cuts into a long paragraph rather than keep only a short one behind it', () => {
    const long = Array.from({ length: 60 }, (_, index) => `这是第${index}句话。`).join('');
    const text = `${long}\n\n他说`;
    const kept = text.slice(keepEnding(text, 100, tokens));
    expect(kept).toMatch(/^这是第\d+句话。[\s\S]*\n\n他说$/u);
    expect(tokens.count(kept)).toBeGreaterThan(80);
    expect(tokens.count(kept)).toBeLessThanOrEqual(100);
  });

  it('S3-11 cuts a sentence that is too long between graphemes', () => {
    const text = '👨‍👩‍👧‍👦'.repeat(100);
    const start = keepEnding(text, 30, tokens);
    expect(start % '👨‍👩‍👧‍👦'.length).toBe(0);
    expect(start).toBeLessThan(text.length);
  });

  it('S3-11 fits, keeps an ending, and never tears a grapheme (property)', () => {
    fc.assert(
      fc.property(prose, fc.integer({ min: 0, max: 200 }), (text, allowed) => {
        const start = keepEnding(text, allowed, tokens);
        const kept = text.slice(start);
        expect(tokens.count(kept)).toBeLessThanOrEqual(Math.max(0, allowed));
        expect(graphemeStarts(text).has(start)).toBe(true);
        if (tokens.count(text) <= allowed) expect(kept).toBe(text);
      }),
      { numRuns: 300 },
    );
  });
});

describe('keepBeginning', () => {
  it('S3-11 cuts into a long paragraph rather than keep only the heading before it', () => {
    const long = Array.from({ length: 60 }, (_, index) => `这是第${index}句话。`).join('');
    const text = `# 二\n\n${long}`;
    const kept = text.slice(0, keepBeginning(text, 100, tokens, '\n\n'));
    expect(kept).toMatch(/^# 二\n\n这是第0句话。[\s\S]*句话。$/u);
    expect(tokens.count(kept)).toBeGreaterThan(80);
    expect(tokens.count(kept)).toBeLessThanOrEqual(100);
  });

  it('S3-11 fits, keeps a beginning, and never tears a grapheme (property)', () => {
    fc.assert(
      fc.property(prose, fc.integer({ min: 0, max: 200 }), (text, allowed) => {
        const end = keepBeginning(text, allowed, tokens, '\n\n');
        const closed = (part: string): number => tokens.count(`${part.trimEnd()}\n\n`);
        if (end > 0) expect(closed(text.slice(0, end))).toBeLessThanOrEqual(allowed);
        expect(graphemeStarts(text).has(end)).toBe(true);
        if (tokens.count(text) <= allowed && closed(text) <= allowed) expect(end).toBe(text.length);
      }),
      { numRuns: 300 },
    );
  });
});

describe('sentenceStarts', () => {
  it('S3-11 leaves closing quotation marks with their sentence', () => {
    const text = '“七尺四。”他说。外头有人敲锣。';
    expect(sentenceStarts(text).map((start) => text.slice(start))).toEqual([
      '他说。外头有人敲锣。',
      '外头有人敲锣。',
    ]);
    const english = 'He paid £3.50. “Why?” she asked. Snow fell.';
    expect(sentenceStarts(english).map((start) => english.slice(start))).toEqual([
      '“Why?” she asked. Snow fell.',
      'she asked. Snow fell.',
      'Snow fell.',
    ]);
  });
});

describe('the last sentence of a text', () => {
  it('is that behind the last border of its last 800 characters, however it is looked for (property)', () => {
    const marks = fc.constantFrom(
      '潮',
      'a',
      '。',
      '！',
      '”',
      '.',
      ' ',
      '\n',
      '’',
      '…',
      '潮水'.repeat(40),
    );
    fc.assert(
      fc.property(fc.array(marks, { maxLength: 200 }), (parts) => {
        const text = parts.join('');
        const tail = text.slice(-800);
        expect(lastSentence(text)).toBe(tail.slice(sentenceStarts(tail).at(-1) ?? 0));
      }),
      { numRuns: 500 },
    );
  });
});
