import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { createSpeller } from '#renderer/features/spelling/speller.ts';
import { wordsIn } from '#shared/spelling/words.ts';
import { root } from '../../../../scripts/bootstrap/paths.mjs';

const read = (file: string) => readFileSync(path.join(root, 'node_modules', file), 'utf8');
const dictionaries = {
  rules: read('dictionary-en/index.aff'),
  american: read('dictionary-en/index.dic'),
  british: read('dictionary-en-gb/index.dic'),
};

describe('English spelling', () => {
  it('finds slips and lets words stand, by both dictionaries at once [W5]', () => {
    const { isCorrect, suggest } = createSpeller(dictionaries, 'both');
    const right = ['colour', 'color', 'realise', 'realize', 'grey', 'didn’t', "didn't", 'there’ll'];
    const wrong = ['teh', 'recieve', 'definately', 'wierdd', 'cotage', 'hte'];
    expect(right.filter((word) => !isCorrect(word))).toEqual([]);
    expect(wrong.filter(isCorrect)).toEqual([]);
    const meant = ['teh', 'recieve', 'definately', 'adn', 'didnt', 'Tuseday', 'Wierd'];
    expect(meant.map((word) => suggest(word)[0])).toEqual([
      ...['the', 'receive', 'definitely', 'and', "didn't", 'Tuesday', 'Weird'],
    ]);
    expect(suggest('whisperd')).toContain('whispered');
  });

  it('keeps to the one the writer chose [W5]', () => {
    const american = createSpeller(dictionaries, 'american');
    expect([american.isCorrect('color'), american.isCorrect('colour')]).toEqual([true, false]);
    const british = createSpeller(dictionaries, 'british');
    expect([british.isCorrect('color'), british.isCorrect('colour')]).toEqual([false, true]);
  });

  it('lets the English sample novel stand, but for names and two words in a hundred [W5]', () => {
    const { isCorrect } = createSpeller(dictionaries, 'both');
    const folder = path.join(root, 'samples/en/manuscript');
    const written = new Set(
      readdirSync(folder).flatMap((name) =>
        wordsIn(readFileSync(path.join(folder, name), 'utf8')).map(({ word }) => word),
      ),
    );
    const small = [...written].filter((word) => word === word.toLowerCase());
    const found = small.filter((word) => !isCorrect(word));
    expect(found).toContain('platelayers');
    expect(found.length).toBeLessThan(small.length / 50);
  });
});
