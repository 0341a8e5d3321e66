import { wordsAtCursor } from '#main/context/retrieval/model/near-cursor.ts';
import { mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readModelFolder } from '#main/context/retrieval/model/model-folder.ts';
import { type OpenModel, openModel } from '#main/context/retrieval/model/open-model.ts';
import { poolVector } from '#main/context/retrieval/model/pool.ts';
import { smallModel, writeSentenceModel } from '#tests/helpers/sentence-model.ts';

const synonyms = [['ferry', 'boat'], ['灯'], ['塔'], ['the']];
let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'fabula-model-'));
  writeSentenceModel(folder, { synonyms });
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const open = async (): Promise<OpenModel> =>
  openModel((await readModelFolder(folder, undefined)).order);
const vectorOf = async (model: OpenModel, text: string): Promise<number[]> => [
  ...(await model.read(text)).vector,
];
const cosine = (one: readonly number[], other: readonly number[]): number =>
  one.reduce((sum, cell, at) => sum + cell * (other[at] ?? 0), 0);

describe('a model is opened and read [E5]', () => {
  it('[E5] reads a text as one vector of unit length, whatever its script', async () => {
    const model = await open();
    const [ferry, boat, lamp] = await Promise.all(
      ['The ferry', 'the BOAT', '灯塔'].map((text) => vectorOf(model, text)),
    );
    expect(cosine(ferry ?? [], boat ?? [])).toBeCloseTo(1, 5);
    expect(cosine(lamp ?? [], lamp ?? [])).toBeCloseTo(1, 5);
    expect(cosine(ferry ?? [], lamp ?? [])).toBeLessThan(0.9);
  });

  it('[E5] a text longer than the model reads is cut, not refused; one without a word is near nothing', async () => {
    const model = await open();
    expect(await vectorOf(model, 'ferry '.repeat(5000))).toHaveLength(16);
    expect(await vectorOf(model, '')).toEqual(Array.from({ length: 16 }, () => 0));
  });

  it('[E5] takes the vector a model makes itself', async () => {
    writeFileSync(path.join(folder, 'model.onnx'), smallModel({ synonyms, kind: 'sentence' }));
    expect((await (await open()).read('ferry')).pooling).toBe('own');
  });

  it('[E5] says what is wrong with the files, each by its code', async () => {
    const model = path.join(folder, 'model.onnx');
    writeFileSync(model, smallModel({ synonyms, kind: 'odd' }));
    await expect(open()).rejects.toMatchObject({ code: 'SENTENCE_MODEL_UNSUITABLE' });
    writeFileSync(model, smallModel({ synonyms, kind: 'broken' }));
    await expect((await open()).read('ferry')).rejects.toMatchObject({
      code: 'SENTENCE_MODEL_NO_NUMBERS',
    });
    writeFileSync(model, 'no model');
    await expect(open()).rejects.toMatchObject({ code: 'SENTENCE_MODEL_UNREADABLE' });
    writeFileSync(model, smallModel({ synonyms }));
    const { order } = await readModelFolder(folder, undefined);
    writeFileSync(model, smallModel({ synonyms, seed: 2 }));
    await expect(openModel(order)).rejects.toMatchObject({ code: 'SENTENCE_MODEL_CHANGED' });
    writeFileSync(path.join(folder, 'tokenizer.json'), '{"model":');
    await expect(open()).rejects.toMatchObject({ code: 'SENTENCE_MODEL_UNREADABLE' });
    truncateSync(model, 1024 ** 3 + 1);
    await expect(open()).rejects.toMatchObject({ code: 'SENTENCE_MODEL_TOO_LARGE' });
    rmSync(path.join(folder, 'tokenizer.json'));
    await expect(open()).rejects.toMatchObject({ code: 'SENTENCE_MODEL_INCOMPLETE' });
    await expect(readModelFolder('relative', undefined)).rejects.toMatchObject({
      code: 'SENTENCE_MODEL_INCOMPLETE',
    });
  });

  it('[E5] another prefix is another space', async () => {
    const [one, other] = await Promise.all([
      readModelFolder(folder, undefined),
      readModelFolder(folder, { question: 'query: ', passage: '' }),
    ]);
    expect(one.stamp).not.toBe(other.stamp);
    expect((await readModelFolder(folder, undefined)).stamp).toBe(one.stamp);
  });
});

describe('from what a model answers to one vector [E5]', () => {
  it('[E5] is of unit length or nought, and never of numbers that are none', () => {
    const cells = fc.array(fc.float({ noDefaultInfinity: true }), { minLength: 12, maxLength: 12 });
    fc.assert(
      fc.property(cells, fc.constantFrom('mean', 'cls'), (values, pooling) => {
        const pooled = poolVector({ dims: [1, 3, 4], data: Float32Array.from(values) }, pooling);
        const read = pooling === 'mean' ? values : values.slice(0, 4);
        if (read.some(Number.isNaN)) expect(pooled).toBe('numbers');
        if (pooled === 'numbers' || pooled === 'shape') return;
        const length = Math.hypot(...pooled.vector);
        expect(length === 0 || Math.abs(length - 1) < 1e-3).toBe(true);
      }),
    );
  });

  it.each([[[2, 3, 4]], [[1, 0, 4]], [[12]], [[1, 5, 4]]])('[E5] refuses the shape %j', (dims) => {
    expect(poolVector({ dims, data: new Float32Array(12) }, 'mean')).toBe('shape');
  });
});

describe('what a sentence model reads of a cursor', () => {
  const at = (text: string, asked = '') => wordsAtCursor({ text, cursor: text.length, asked });

  it('stays the same while a sentence is typed, in either script [E5]', () => {
    const told = '他走了。“雪停了！”';
    expect(at(told)).toBe(told);
    for (const typed of ['她', '她看见', '她看见灯']) expect(at(told + typed)).toBe(told);
    expect(at('He left. It rained. She saw 3.5 m of')).toBe('He left. It rained.');
    expect(at('没有句号的一行')).toBe('没有句号的一行');
    expect(at('', '写她到渡口')).toBe('写她到渡口');
  });

  it('is short and has no torn character, whatever stands there [E5]', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 1000 }), fc.nat(), (text, place) => {
        const points = [...text];
        const before = points.slice(0, place % (points.length + 1)).join('');
        const words = wordsAtCursor({ text, cursor: before.length, asked: '' });
        expect(words.length).toBeLessThanOrEqual(400);
        expect(before).toContain(words);
        expect(/^[\udc00-\udfff]/.test(words)).toBe(false);
      }),
    );
  });
});
