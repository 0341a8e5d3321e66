import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openSource } from '#main/assistant/files/content/byte-source.ts';
import { createProperties } from '#main/assistant/files/grep/code-points.ts';
import { searchWithRe2 } from '#main/assistant/files/grep/fallback.ts';
import type { Hits } from '#main/assistant/files/grep/hits.ts';
import { parsePattern } from '#main/assistant/files/grep/parse.ts';
import { type Pattern, writePattern } from '#main/assistant/files/grep/pattern.ts';
import { findRipgrep, searchWithRipgrep } from '#main/assistant/files/grep/ripgrep.ts';
import { memorySource } from '#tests/helpers/context-files.ts';

const properties = createProperties();
const signal = new AbortController().signal;
let folder = '';
let ripgrep = '';
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'fabula-grep-'));
  const found = await findRipgrep();
  if (found === null) throw new Error('ripgrep is part of the installation and must be here');
  ripgrep = found;
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** What each engine finds, the column of a match at the very end told in the same way. */
const searchBoth = async (
  text: string,
  bytes: Buffer,
  ignoreCase: boolean,
  wanted: number,
): Promise<{ ripgrep: Hits; piped: Hits; re2: Hits }> => {
  const part = parsePattern(text, properties);
  const pattern: Pattern = { type: 'group', part, ignoreCase };
  const file = join(folder, 'subject');
  writeFileSync(file, bytes);
  const source = await openSource(await open(file, 'r'), false);
  const lineLength = (offset: number): number => {
    const end = bytes.indexOf(10, offset);
    return (end < 0 ? bytes.length : end) - offset;
  };
  const sameEnd = (hits: Hits | null): Hits => {
    if (hits === null) throw new Error(`ripgrep refused ${writePattern(pattern, 'ripgrep')}`);
    return {
      total: hits.total,
      hits: hits.hits.map((hit) => ({
        ...hit,
        column: Math.min(hit.column, lineLength(hit.offset)),
      })),
    };
  };
  try {
    const written = writePattern(pattern, 'ripgrep');
    const memory = memorySource(bytes);
    const [direct, piped, re2] = await Promise.all([
      searchWithRipgrep(ripgrep, source, { pattern: written, wanted }, signal),
      searchWithRipgrep(ripgrep, memory, { pattern: written, wanted }, signal),
      searchWithRe2(memory, writePattern(pattern, 're2'), wanted, signal),
    ]);
    return { ripgrep: sameEnd(direct), piped: sameEnd(piped), re2: sameEnd(re2) };
  } finally {
    await source.close();
  }
};

const character = fc.constantFrom(
  ...'aAbBkKsSzeorx01 _-.,:;!\t"\'()[]{}',
  ...'林黛玉宝钗的，。「」',
  'é',
  'ß',
  'ſ',
  'K',
  'İ',
  'Σ',
  'ς',
  'σ',
  'Ж',
  'ж',
  '😀',
  '👩‍👧',
  '\u0301',
  '\u00a0',
  '\u3000',
);
const lineEnd = fc.constantFrom('\n', '\r\n', '\r', '');
const stray = fc.constantFrom(
  Buffer.from([0xff]),
  Buffer.from([0x80]),
  Buffer.from([0xe4, 0xb8]),
  Buffer.from([0xf0, 0x9f]),
  Buffer.from([0xed, 0xa0, 0x80]),
  Buffer.from([0xc0, 0xaf]),
  Buffer.from([0]),
);
const piece = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.array(character, { maxLength: 12 }).map((parts) => Buffer.from(parts.join(''))),
  },
  { weight: 4, arbitrary: lineEnd.map((end) => Buffer.from(end)) },
  { weight: 1, arbitrary: stray },
  {
    weight: 1,
    arbitrary: fc
      .constantFrom(1000, 70_000)
      .map((length) => Buffer.from('ab林'.repeat(length / 5))),
  },
);
const bytes = fc.array(piece, { maxLength: 24 }).map((pieces) => Buffer.concat(pieces));

const atom = fc.oneof(
  {
    weight: 5,
    arbitrary: fc
      .array(character, { minLength: 1, maxLength: 3 })
      .map((parts) => parts.join('').replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')),
  },
  {
    weight: 3,
    arbitrary: fc.constantFrom(
      '.',
      '\\d',
      '\\w',
      '\\s',
      '\\D',
      '\\W',
      '\\S',
      '\\b',
      '^',
      '$',
      '\\t',
      '\\r',
      '\\x41',
      '\\u9edb',
      '\\x{1f600}',
      '\\p{Han}',
      '\\P{L}',
      '\\p{Lu}',
      '\\x00',
    ),
  },
  {
    weight: 2,
    arbitrary: fc.constantFrom(
      '[a-z]',
      '[^a-z]',
      '[^\\W_]',
      '[\\s\\d]',
      '[林黛]',
      '[^林]',
      '[[:alpha:]]',
      '[^[:space:]]',
      '[K-k]',
      '[^k]',
      '[]a]',
      '[^]a]',
      '[a\\-z]',
      '[\\D]',
      '[^\\S]',
    ),
  },
);
const grow = (inner: fc.Arbitrary<string>): fc.Arbitrary<string> =>
  fc.oneof(
    fc
      .tuple(inner, fc.constantFrom('*', '+', '?', '{2}', '{0,3}', '{1,}', '*?', '+?'))
      .map(([part, times]) => `(${part})${times}`),
    fc.tuple(inner, inner).map(([one, other]) => one + other),
    fc.tuple(inner, inner).map(([one, other]) => `(?:${one}|${other})`),
    inner.map((part) => `(?i)${part}`),
    inner.map((part) => `(?-i:${part})`),
    inner.map((part) => `(?P<name>${part})`),
  );
const pattern = fc.oneof(
  atom,
  grow(atom),
  grow(grow(atom)),
  fc.constantFrom('', '()', '|a', 'a{', '{', ']', 'a|'),
);

describe('grep, ripgrep against RE2 (S0-10, S0-11)', () => {
  it('finds the same lines, columns and totals whatever the text and the pattern [S0-11]', async () => {
    await fc.assert(
      fc.asyncProperty(
        bytes,
        pattern,
        fc.boolean(),
        fc.integer({ min: 1, max: 8 }),
        async (text, regex, ignoreCase, wanted) => {
          const found = await searchBoth(regex, text, ignoreCase, wanted);
          expect(found.re2).toEqual(found.ripgrep);
          expect(found.piped).toEqual(found.ripgrep);
        },
      ),
      { numRuns: 100 },
    );
  });
});
