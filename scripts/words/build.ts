/**
 * Writes assets/words/zh.txt: the ordinary words of two to four characters of CC-CEDICT, simplified, one a line,
 * in code point order. The name matcher refuses to see a short name inside one of them. Proper names are left
 * out (a name inside 贾宝玉 is meant), except places and dynasties, which are no persons.
 *
 * Run: node scripts/words/build.ts
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { z } from 'zod';

const Row = z.tuple([z.string(), z.string(), z.string()]).rest(z.unknown());
const Data = z.object({ default: z.object({ all: z.array(Row) }) });

const wordShape = /^\p{Script=Han}{2,4}$/u;
const properName = /^\p{Lu}/u;
const placeOrDynasty = /[国朝州省市县山江河湖海城郡岛峰岭寺镇区族语]$/u;

const file = new URL('../data/all.js', import.meta.resolve('cc-cedict'));
const { all } = Data.parse(await import(file.href)).default;
const words = new Set<string>();
for (const [, simplified, pinyin] of all) {
  if (!wordShape.test(simplified)) continue;
  if (properName.test(pinyin) && !placeOrDynasty.test(simplified)) continue;
  words.add(simplified);
}

const folder = new URL('../../assets/words/', import.meta.url);
mkdirSync(folder, { recursive: true });
writeFileSync(new URL('zh.txt', folder), `${[...words].sort().join('\n')}\n`);
console.log(`${words.size} words`);
