/**
 * `npm run vectors`: makes assets/vectors/words.bin and traditional.txt from WordNet and CC-CEDICT, the same bytes
 * every time. Takes some minutes and 3 GB.
 */
import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { root } from '../bootstrap/paths.mjs';
import { readCedict } from './cedict.ts';
import { combine, companyRows } from './combine.ts';
import { company } from './company.ts';
import { unitRows } from './dense.ts';
import { chineseFeatures, englishFeatures } from './dictionary.ts';
import { chineseWeights, englishWeights } from './frequency.ts';
import { weighByRarity } from './sparse.ts';
import { project } from './svd.ts';
import { foldBy, traditionalPairs } from './traditional.ts';
import { chineseWords, englishStems } from './vocabulary.ts';
import { readWordNet } from './wordnet.ts';
import { encodeFile } from './write.ts';

const dimension = 192;
const dictionaryDimension = 320;
const companyDimension = 300;
/** How much the company a word keeps counts beside what the dictionaries say of it; found by measuring recall. */
const companyShare = 1.6;

const started = performance.now();
const say = (what: string): void => {
  process.stdout.write(
    `${((performance.now() - started) / 1000).toFixed(0).padStart(4)} s  ${what}\n`,
  );
};

const entries = await readCedict();
const wordNet = readWordNet();
const pairs = traditionalPairs(entries);
const fold = foldBy(pairs);

const words = chineseWords(entries, fold);
const counts = englishStems(wordNet, words);
const stems = [...counts.keys()];
const count = stems.length + words.length;
say(`${stems.length} English stems, ${words.length} Chinese words`);

const english = englishFeatures(wordNet, stems);
const features = weighByRarity([...english.values(), ...chineseFeatures(words, english)]);
say(`${features.columns} features, ${features.values.length} weights`);
const dictionary = project(features, dictionaryDimension, 0.5, 5);
unitRows(dictionary, count, dictionaryDimension);
say('dictionaries projected');

const kept = company(wordNet);
const directions = project(kept.matrix, companyDimension, 0, 7);
unitRows(directions, kept.stems.length, companyDimension);
say(`${kept.matrix.values.length} pairs of words projected`);

const rows = combine(
  { cells: dictionary, width: dictionaryDimension },
  companyRows(stems, words, kept, { cells: directions, width: companyDimension }),
  count,
  companyShare,
  dimension,
);
const weights = englishWeights(counts);
const rare = chineseWeights(words, counts);
const file = encodeFile(
  [
    ...stems.map((word) => ({ word, weight: weights.get(word) ?? 1 })),
    ...words.map(({ word }, index) => ({ word, weight: rare[index] ?? 1 })),
  ],
  rows,
  dimension,
);

const folder = path.join(root, 'assets', 'vectors');
mkdirSync(folder, { recursive: true });
writeFileSync(path.join(folder, 'traditional.txt'), `${pairs}\n`);
writeFileSync(path.join(folder, 'words.bin'), file);
const digest = createHash('sha256').update(file).digest('hex');
say(`words.bin: ${(file.length / 1e6).toFixed(1)} MB, sha256 ${digest}`);
