import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isSynopsisStale, minHash, synopsisMark } from '#main/book/documents/synopsis-mark.ts';
import { versionOf } from '#main/book/documents/version.ts';
import { createRandom, writeProse } from '#tests/helpers/book.ts';

const factsOf = (text: string) => ({ version: versionOf(text), minHash: minHash(text) });
const markOf = (text: string): string => synopsisMark(factsOf(text));
const isStale = (before: string, now: string): boolean =>
  isSynopsisStale(markOf(before), factsOf(now));

const chapter = writeProse(createRandom(1), 24);
const other = writeProse(createRandom(2), 24);
const english = Array.from(
  { length: 200 },
  (_, index) => `The ${index * 7}th lantern went out by the ferry, and nobody spoke of it again.`,
).join(' ');

describe('the text a synopsis was written for [E3]', () => {
  it('is the same over typing errors, white space and a short sentence more', () => {
    expect(isStale(chapter, chapter)).toBe(false);
    expect(isStale(chapter, chapter.replace('。', '！'))).toBe(false);
    expect(isStale(chapter, chapter.replaceAll('\n', '\n\n　　'))).toBe(false);
    expect(isStale(chapter, `${chapter}他没有回头。`)).toBe(false);
    expect(isStale(english, english.replace('ferry', 'bridge'))).toBe(false);
  });

  it('is another one where a good part was rewritten, added or taken away', () => {
    expect(isStale(chapter, other)).toBe(true);
    expect(isStale(chapter, '')).toBe(true);
    expect(isStale(chapter, chapter + other.slice(0, chapter.length / 2))).toBe(true);
    expect(isStale(chapter, chapter.slice(0, chapter.length / 2))).toBe(true);
    const half = Math.floor(english.length / 2);
    expect(isStale(english, `${english.slice(0, half)} ${'All was quiet now. '.repeat(9)}`)).toBe(
      true,
    );
  });

  it('is known by its version alone where an earlier version of the program noted it', () => {
    expect(isSynopsisStale(versionOf(chapter), factsOf(chapter))).toBe(false);
    expect(isSynopsisStale(versionOf(chapter), factsOf(`${chapter}。`))).toBe(true);
    expect(isSynopsisStale('parts', factsOf(chapter))).toBe(true);
    expect(isSynopsisStale(null, factsOf(chapter))).toBe(false);
  });

  it('fits beside its version into what a record may hold, whatever the text (property)', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 400 }), (text) => {
        expect(markOf(text).length).toBeLessThanOrEqual(200);
        expect(markOf(text)).toMatch(/^[\w~-]+$/u);
        expect(isStale(text, text)).toBe(false);
      }),
    );
  });
});
