import { readFileSync } from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { loadBuiltIn } from '#main/context/retrieval/built-in.ts';
import { createAlphabet } from '#main/context/retrieval/text/create-alphabet.ts';
import { encode } from '#main/context/retrieval/vector/encode.ts';
import { createKernel } from '#main/context/retrieval/vector/kernel.ts';
import { createWordVectors, readWordVectors } from '#main/context/retrieval/vector/word-vectors.ts';
import { createWordSplitter, firstUnknown, segment } from '#main/context/retrieval/vector/words.ts';
import { createStemmer } from '#main/context/retrieval/text/terms.ts';
import { softMatch } from '#main/context/retrieval/similar/soft-match.ts';
import { windows } from '#main/context/retrieval/vector/windows.ts';

const assets = path.resolve(import.meta.dirname, '../../../../assets');
const pairs = readFileSync(path.join(assets, 'vectors/traditional.txt'), 'utf8').trim();
const kernel = createKernel();
const { parts } = await loadBuiltIn(assets);
const vectors = createWordVectors(parts);
const splitWords = createWordSplitter(createAlphabet(pairs), vectors, createStemmer());

const cosine = (a: string, b: string): number => {
  const [left, right] = [a, b].map((text) => {
    const { ids } = splitWords(text);
    return encode(vectors, ids, 0, ids.length);
  });
  return left?.reduce((sum, value, index) => sum + value * (right?.[index] ?? 0), 0) ?? 0;
};

describe('word vectors', () => {
  it.each([
    ['lighthouse', '灯塔', 'butter'],
    ['钥匙', 'key', 'cow'],
    ['ship', 'boat', 'grammar'],
    ['医生', '大夫', '石头'],
    ['鑰匙', '钥匙', '河流'],
  ])('%s is nearer to %s than to %s', (word, near, far) => {
    expect(cosine(word, near)).toBeGreaterThan(cosine(word, far) + 0.15);
  });

  it('refuse a file that is cut or none', async () => {
    const read = (bytes: Buffer) =>
      readWordVectors({
        size: bytes.length,
        read: async (target, position) =>
          target.set(bytes.subarray(position, position + target.length)),
      });
    const file = readFileSync(path.join(assets, 'vectors/words.bin'));
    await expect(read(file.subarray(0, file.length - 1))).rejects.toThrow(TypeError);
    await expect(read(Buffer.from('something else entirely, and long enough'))).rejects.toThrow(
      TypeError,
    );
    await expect(read(Buffer.from('short'))).rejects.toThrow(TypeError);
  });

  it('cut Chinese into the fewest known words', () => {
    const text = '灯塔的钥匙不见了';
    const words = segment(text, vectors).map(({ start, end }) => text.slice(start, end));
    expect(words.join('')).toBe(text);
    expect(words).toContain('灯塔');
    expect(words).toContain('钥匙');
  });
});

describe('windows', () => {
  it('hold whole sentences, at most 20 words unless one is longer, and every word', () => {
    const sentence = fc.constantFrom(
      '她在灯塔下面等了整整一夜，海风很冷。',
      '“走。”',
      '船长把钥匙交给了孩子，然后转身走进雨里。',
      'The keeper counted the boats as they came in.',
    );
    fc.assert(
      fc.property(fc.array(sentence, { minLength: 1, maxLength: 30 }), (parts) => {
        const text = parts.join(' ');
        const { starts } = splitWords(text);
        const found = windows(text, starts);
        const covered = new Set<number>();
        for (const { from, to } of found) {
          expect(to).toBeGreaterThan(from);
          expect(to - from).toBeLessThanOrEqual(24);
          for (let word = from; word < to; word++) covered.add(word);
        }
        expect(covered.size).toBe(starts.length);
      }),
    );
  });
});

describe('matching word by word', () => {
  const cosineOf = (left: number, right: number): number => {
    const [a, b] = [left, right].map((word) => {
      const sum = new Float32Array(vectors.dimension);
      if (word < firstUnknown) vectors.addTo(sum, word, 1);
      return sum;
    });
    return a?.reduce((sum, value, index) => sum + value * (b?.[index] ?? 0), 0) ?? 0;
  };

  it('takes for each word of the question the nearest in a text, as plain arithmetic does', () => {
    const texts = ['灯塔熄灭了。', '他把欠条压在砚台下面。', 'The doctor washed her hands.'];
    const question = splitWords('医生').ids;
    const [word = 0] = question;
    const words = texts.map((text) => Uint32Array.from(splitWords(text).ids));
    const ranges = words.map((own) => ({ words: own, from: 0, to: own.length }));
    const [scores] = softMatch({ vectors, kernel }, question, [ranges]);
    const nearest = words.map((own) => Math.max(0.2, ...[...own].map((w) => cosineOf(word, w))));
    const mean = nearest.reduce((sum, value) => sum + value, 0) / nearest.length;
    const spread = Math.sqrt(
      nearest.reduce((sum, value) => sum + (value - mean) ** 2, 0) / nearest.length,
    );
    nearest.forEach((value, index) => {
      expect(scores?.[index]).toBeCloseTo((value - mean) / (spread + 0.05), 2);
    });
    expect(scores?.indexOf(Math.max(...(scores ?? [])))).toBe(2);
  });
});
