/** The settings of a repository and of its writer, as git reads them. */
import type { Git } from './git.ts';

export type GitSettings = {
  /** Of several the last, which is the one that counts. */
  get(key: string): string | null;
  all(key: string): readonly string[];
  keys(): Iterable<string>;
};

/** Reads the answer of `config --list -z`: a key, a line end and its value; a key alone where it has none. */
export const parseSettings = (answer: string): GitSettings => {
  const found = new Map<string, string[]>();
  for (const entry of answer.split('\0')) {
    if (entry === '') continue;
    const cut = entry.indexOf('\n');
    const key = cut === -1 ? entry : entry.slice(0, cut);
    const values = found.get(key) ?? [];
    values.push(cut === -1 ? 'true' : entry.slice(cut + 1));
    found.set(key, values);
  }
  return {
    get: (key) => found.get(key)?.at(-1) ?? null,
    all: (key) => found.get(key) ?? [],
    keys: () => found.keys(),
  };
};

export const readSettings = async (git: Git): Promise<GitSettings> =>
  parseSettings((await git.run(['config', '--list', '-z'])).stdout.toString());
