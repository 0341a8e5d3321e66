import { readFileSync } from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readEncoderFile, readEncoderMark } from '#main/context/retrieval/sentence/encoder-file.ts';
import { createSentenceEncoder } from '#main/context/retrieval/sentence/encoder.ts';
import { createEnglishReader, readGlosses } from '#main/context/retrieval/sentence/glosses.ts';
import { createPassageReader } from '#main/context/retrieval/sentence/passages.ts';
import { createSubwordTokenizer } from '#main/context/retrieval/sentence/subword-tokenizer.ts';
import { createAlphabet } from '#main/context/retrieval/text/create-alphabet.ts';
import { createKernel } from '#main/context/retrieval/vector/kernel.ts';
import { createWordVectors, readWordVectors } from '#main/context/retrieval/vector/word-vectors.ts';

const assets = path.resolve(import.meta.dirname, '../../../../assets');
const file = readFileSync(path.join(assets, 'sentences/encoder.bin'));
const kernel = createKernel();
const parts = readEncoderFile(file);
const encoder = createSentenceEncoder(parts, kernel);

const cosine = (left: Float32Array, right: Float32Array): number =>
  left.reduce((sum, value, index) => sum + value * (right[index] ?? 0), 0);

describe('S3-15 the sentence encoder', () => {
  it('gives the numbers the original model gives, to the precision of 8-bit weights', () => {
    // Cosines and first numbers as the model's own program printed them.
    const sentences = [
      'hello',
      'world',
      'The ferry had stopped running at six, so Imogen paid a man with a crab boat to take her over.',
    ];
    const [hello, world, ferry] = sentences.map((text) => encoder.encodeWide(encoder.split(text)));
    if (!hello || !world || !ferry) throw new Error('three sentences were asked for');
    [0.0417, -0.0224, -0.0476, -0.0493].forEach((value, index) => {
      expect(hello[index]).toBeCloseTo(value, 2);
    });
    expect(cosine(hello, world)).toBeCloseTo(0.346, 2);
    expect(cosine(hello, ferry)).toBeCloseTo(0.0103, 2);
    expect(cosine(world, ferry)).toBeCloseTo(0.1093, 2);
  });

  it('puts what means the same nearer than what shares its words', () => {
    const [same, asked, words] = [
      'The old man passed away at dawn.',
      'Grandfather died early in the morning.',
      'The old man passed the salt at dawn.',
    ].map((text) => encoder.encode(text)[0]);
    if (!same || !asked || !words) throw new Error('three sentences were asked for');
    expect(cosine(asked, same)).toBeGreaterThan(cosine(asked, words) + 0.1);
  });

  it('reads a sentence of any length in parts of at most 64 pieces, each a unit vector', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom('lantern', 'the', 'ferryman', 'of', 'drowned', '漂', '!'), {
          maxLength: 150,
        }),
        (words) => {
          const text = words.join(' ');
          const rows = encoder.encode(text);
          const says = words.some((word) => word !== '漂');
          expect(rows.length).toBe(says ? Math.ceil(encoder.split(text).length / 64) : 0);
          for (const row of rows) expect(Math.hypot(...row)).toBeCloseTo(1, 3);
        },
      ),
      { numRuns: 15 },
    );
  });

  it('refuses a file that is cut, or another file', () => {
    expect(() => readEncoderFile(file.subarray(0, file.length - 4))).toThrow(TypeError);
    expect(() => readEncoderFile(file.subarray(0, 8))).toThrow(TypeError);
    expect(() => readEncoderMark(Buffer.alloc(64))).toThrow(TypeError);
    expect(() => parts.rows('no such layer')).toThrow(TypeError);
    expect(readEncoderMark(file.subarray(0, 20))).toEqual({
      stamp: encoder.stamp,
      dimension: encoder.dimension,
    });
  });
});

describe('S3-15 pieces of words', () => {
  const pieces: [string, number][] = [
    ...Array.from({ length: 6 }, (): [string, number] => ['', 0]),
    ['\u2581', -4],
    ['a', -5],
    ['b', -5],
    ['ab', -6],
    ['\u2581ab', -6],
    ['ba', -12],
  ];
  const split = createSubwordTokenizer(pieces);

  it('make up the text again, of all ways the most probable one', () => {
    const cost = (text: string): number => {
      const best = [0];
      for (let end = 1; end <= text.length; end++) {
        let max = Number.NEGATIVE_INFINITY;
        for (const [piece, score] of pieces.slice(6)) {
          const start = end - piece.length;
          if (start >= 0 && text.slice(start, end) === piece)
            max = Math.max(max, (best[start] ?? 0) + score);
        }
        best.push(max);
      }
      return best.at(-1) ?? 0;
    };
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom('a', 'b', 'ab', 'ba', ' '), { maxLength: 30 }),
        (bits) => {
          const text = bits.join('');
          const spaced = `\u2581${text.trim().replace(/\s+/g, '\u2581')}`;
          const found = split(text);
          expect(found.map((number) => pieces[number]?.[0]).join('')).toBe(spaced);
          const total = found.reduce((sum, number) => sum + (pieces[number]?.[1] ?? 0), 0);
          expect(total).toBeCloseTo(cost(spaced), 6);
        },
      ),
    );
  });

  it('leave out what no piece covers, and nothing else', () => {
    expect(split('a中b').map((number) => pieces[number]?.[0])).toEqual(['\u2581', 'a', 'b']);
    expect(split('')).toEqual([6]);
  });
});

describe('S3-15 Chinese read word for word', () => {
  it('finds every line of any table, and nothing that is not in it', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.stringMatching(/^[一二三丁丂七丄]{1,3}$/), { maxLength: 20 }),
        fc.stringMatching(/^[一二三丁丂七丄]{1,3}$/),
        (words, other) => {
          const sorted = words.toSorted((a, b) => (a < b ? -1 : 1));
          const glosses = readGlosses(sorted.map((word) => `${word}\tgloss of ${word}`).join('\n'));
          for (const word of words) expect(glosses(word)).toBe(`gloss of ${word}`);
          expect(glosses(other)).toBe(words.includes(other) ? `gloss of ${other}` : null);
        },
      ),
    );
  });

  it('gives English for simplified and traditional alike, and leaves English as it stands', async () => {
    const words = readFileSync(path.join(assets, 'vectors/words.bin'));
    const source = {
      size: words.length,
      read(target: Uint8Array | Int8Array, position: number): Promise<void> {
        target.set(words.subarray(position, position + target.length));
        return Promise.resolve();
      },
    };
    const vectors = createWordVectors(await readWordVectors(source));
    const pairs = readFileSync(path.join(assets, 'vectors/traditional.txt'), 'utf8').trim();
    const glosses = readGlosses(readFileSync(path.join(assets, 'sentences/glosses.txt'), 'utf8'));
    const read = createEnglishReader(createAlphabet(pairs), vectors, glosses);
    expect(read('她雇了一艘渔船。')).toContain('fishing boat');
    expect(read('她僱了一艘漁船。')).toContain('fishing boat');
    expect(read('“No,” she said.')).toBe('“No,” she said.');
    expect(read('她说 Imogen 走了')).toMatch(/^she say Imogen/);
  });
});

describe('S3-15 a passage read in portions', () => {
  /** Tells how often it was asked, and answers the length of what it is shown. */
  const createCounted = () => {
    const shown: string[] = [];
    return {
      shown,
      reader: {
        stamp: '',
        dimension: 1,
        question: () => null,
        sentence(text: string) {
          shown.push(text);
          return text.trim() ? [Int8Array.of(text.length)] : [];
        },
      },
    };
  };
  const passage = fc
    .array(fc.stringMatching(/^[a-z]{1,12}( [a-z]{1,8}){5,9}\. $/), { minLength: 1, maxLength: 8 })
    .map((sentences) => sentences.join(''));

  it('has the rows it has read at once, each sentence read once, two projects in turns', () => {
    fc.assert(
      fc.property(passage, passage, (one, two) => {
        const whole = [one, two].map((text) =>
          createPassageReader(() => createCounted().reader).read('p', text, Number.MAX_VALUE),
        );
        const { shown, reader } = createCounted();
        const passages = createPassageReader(() => reader);
        const found: (readonly Int8Array[] | null)[] = [null, null];
        for (let turn = 0; turn < 20; turn++) {
          [one, two].forEach((text, project) => {
            found[project] ??= passages.read(`p${project}`, text, 0);
          });
        }
        expect(found).toEqual(whole);
        expect(shown.join('').length).toBe(one.length + two.length);
      }),
    );
  });

  it('begins anew when the passage is another', () => {
    const { reader } = createCounted();
    const passages = createPassageReader(() => reader);
    const [first, second] = [
      'The first one is left off in the middle of it. And goes on for some time after.',
      'Another.',
    ];
    expect(passages.read('p', first, 0)).toBeNull();
    expect(passages.read('p', second, 0)).toEqual([Int8Array.of(second.length)]);
    expect(passages.read('p', '', 0)).toEqual([]);
  });
});
