/**
 * `npm run sentences`: makes assets/sentences/encoder.bin from the Universal Sentence Encoder lite and glosses.txt from
 * CC-CEDICT, the same bytes every time on one machine. Takes some minutes. Run it after `npm run vectors`: the words
 * with a gloss are the words with a vector.
 */
import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { readEncoderFile } from '#main/context/retrieval/sentence/encoder-file.ts';
import { createSentenceEncoder } from '#main/context/retrieval/sentence/encoder.ts';
import { createKernel } from '#main/context/retrieval/vector/kernel.ts';
import { root } from '../bootstrap/paths.mjs';
import { readCedict } from '../vectors/cedict.ts';
import { gram } from '../vectors/dense.ts';
import { symmetricEigen } from '../vectors/eigen.ts';
import { foldBy, traditionalPairs } from '../vectors/traditional.ts';
import { chineseWords } from '../vectors/vocabulary.ts';
import { readWordNet } from '../vectors/wordnet.ts';
import { glossTable } from './glosses.ts';
import { readModel } from './model.ts';
import { tensorsOf } from './tensors.ts';
import { encodeEncoder, type Tensor } from './write.ts';

/** 256 of the encoder's 512 numbers hold 95 % of what tells sentences apart, and find as much. */
const dimension = 256;
const width = 512;
/** Every so many definitions and examples of WordNet are looked at to find them. */
const every = 16;

const model = readModel();
const kernel = createKernel();
const tensors = tensorsOf(model);
const turnOf = (values: Float32Array): Tensor[] => [
  { name: 'turn/weights', kind: 'rows', rows: dimension, columns: width, values },
  {
    name: 'turn/bias',
    kind: 'numbers',
    rows: 1,
    columns: dimension,
    values: new Float32Array(dimension),
  },
];
const unturned = createSentenceEncoder(
  readEncoderFile(
    encodeEncoder(model.pieces, [...tensors, ...turnOf(new Float32Array(dimension * width))]),
  ),
  kernel,
);

const texts = [...readWordNet().synsets.values()]
  .flatMap(({ definition, examples }) => [definition, ...examples])
  .filter((_, index) => index % every === 0);
const rows = new Float32Array(texts.length * width);
texts.forEach((text, row) => {
  const pieces = unturned.split(text).slice(0, 64);
  if (pieces.length > 0) rows.set(unturned.encodeWide(pieces), row * width);
});
const { vectors } = symmetricEigen(gram(rows, texts.length, width), width);
const turn = new Float32Array(dimension * width);
for (let row = 0; row < dimension; row++) {
  for (let column = 0; column < width; column++) {
    turn[row * width + column] = vectors[column * width + row] ?? 0;
  }
}
const file = encodeEncoder(model.pieces, [...tensors, ...turnOf(turn)]);

const entries = await readCedict();
const pairs = traditionalPairs(entries);
const fold = foldBy(pairs);
const words = new Set(chineseWords(entries, fold).map(({ word }) => word));
const glosses = glossTable(entries, words, fold);

const folder = path.join(root, 'assets', 'sentences');
mkdirSync(folder, { recursive: true });
writeFileSync(path.join(folder, 'encoder.bin'), file);
writeFileSync(
  path.join(folder, 'glosses.txt'),
  [...glosses].map(([word, gloss]) => `${word}\t${gloss}`).join('\n'),
);
const digest = createHash('sha256').update(file).digest('hex');
process.stdout.write(
  `encoder.bin: ${(file.length / 1e6).toFixed(1)} MB, sha256 ${digest}; ${glosses.size} glosses\n`,
);
