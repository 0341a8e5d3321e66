import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** A deterministic sequence of numbers in [0, 1): the same book every time. */
export const createRandom = (seed: number): (() => number) => {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
};

const people = ['林远', '郑九', '陈先生', '阿满', '桂婶', '沈青'];
const things = ['铜钥匙', '水准仪', '潮簿', '草鞋', '铜锣', '旧信', '油灯', '门槛'];
const places = ['渡口', '井边', '塘上', '省城', '祠堂', '后院'];
const acts = ['藏在', '带到', '忘在', '拿到', '丢在', '擦干净放回'];
const ends = ['没有人看见。', '他一句话也没有说。', '外头正下着雪。', '灯还亮着。', '水已经退了。'];

/** Paragraphs of plain generated prose about a fixed cast; for tests that need bulk, not beauty. */
export const writeProse = (random: () => number, paragraphs: number): string => {
  const pick = (from: readonly string[]): string => from[Math.floor(random() * from.length)] ?? '';
  const sentence = (): string =>
    `${pick(people)}把${pick(things)}${pick(acts)}${pick(places)}，${pick(ends)}`;
  return Array.from({ length: paragraphs }, () =>
    Array.from({ length: 3 + Math.floor(random() * 3) }, sentence).join(''),
  ).join('\n\n');
};

/** Writes a book of numbered chapters into a folder of its own and returns that folder. */
export const writeBook = (parent: string, chapters: number, paragraphs: number): string => {
  const folder = join(parent, 'generated');
  mkdirSync(folder, { recursive: true });
  const random = createRandom(7);
  for (let number = 1; number <= chapters; number += 1) {
    const title = `第${String(number)}章`;
    writeFileSync(
      join(folder, `${title}.md`),
      `# ${title} 之${number}\n\n${writeProse(random, paragraphs)}\n`,
    );
  }
  return folder;
};
