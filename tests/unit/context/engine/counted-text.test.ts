import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { countedStretch, countPart } from '#main/context/engine/counted-text.ts';
import { keepBeginning, keepEnding } from '#main/context/engine/trim-text.ts';
import { counterWithin } from '#main/context/engine/counted-text.ts';
import { createTokens } from '#main/context/tokens/index.ts';

const tokens = createTokens();

/** Prose with everything that moves a border: blank lines, indents, rules, slashes and the odd next-line mark. */
const texts = fc
  .array(
    fc.constantFrom(
      '雪落了一夜。',
      '“走吧！”她说。',
      'The keeper waited.',
      ' It rained; he left. ',
      '\n',
      '\n\n',
      '\n　　',
      '\n  \n',
      '\r',
      '/',
      '\u0085',
      '……',
      '## ',
    ),
    { minLength: 1, maxLength: 40 },
  )
  .map((parts) => parts.join(''));

/** A stretch as the engine cuts it: from anywhere, trimmed at its end, with something to read. */
const stretches = fc
  .record({ text: texts, from: fc.double({ min: 0, max: 1, noNaN: true }), to: fc.nat(400) })
  .map(({ text, from, to }) => {
    const cut = Math.floor(from * text.length);
    const rest = text.slice(cut);
    const lead = /^\s*\n/u.exec(rest)?.[0].length ?? 0;
    const start = cut + lead;
    return { text, start, end: start + text.slice(start, start + to).trimEnd().length };
  })
  .filter(({ start, end }) => end > start);

describe('a stretch of a counted text', () => {
  it('S3-14 has the paragraphs and tokens it has by itself', () => {
    fc.assert(
      fc.property(stretches, ({ text, start, end }) => {
        const alone = text.slice(start, end);
        const counted = countedStretch(text, start, end, tokens);
        expect(counted.text).toBe(alone);
        expect(counted.paragraphs).toEqual(tokens.paragraphs(alone));
      }),
      { numRuns: 400 },
    );
  });

  it('S3-14 costs in part, and with line ends behind it, what a count of that text says', () => {
    fc.assert(
      fc.property(stretches, fc.nat(200), ({ text, start, end }, allowed) => {
        const alone = text.slice(start, end);
        const counted = countedStretch(text, start, end, tokens);
        expect(countPart(counted, 0, alone.length, '\n\n', tokens)).toBe(
          tokens.count(`${alone}\n\n`),
        );
        const from = keepEnding(alone, allowed, counterWithin(counted, tokens));
        expect(from).toBe(keepEnding(alone, allowed, tokens));
        expect(countPart(counted, from, alone.length, '', tokens)).toBe(
          tokens.count(alone.slice(from)),
        );
        const to = keepBeginning(alone, allowed, counterWithin(counted, tokens), '\n\n');
        expect(to).toBe(keepBeginning(alone, allowed, tokens, '\n\n'));
        const body = alone.slice(0, to).trimEnd();
        if (body !== '') {
          expect(countPart(counted, 0, body.length, '\n\n', tokens)).toBe(
            tokens.count(`${body}\n\n`),
          );
        }
      }),
      { numRuns: 400 },
    );
  });
});
