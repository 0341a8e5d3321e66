import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { choosePlace } from '#main/base/files/place-file.ts';

let folder: string;
const at = (name: string): string => join(folder, name);
const isOwn = async (path: string): Promise<boolean> =>
  readFileSync(path, 'utf8').startsWith('own');
const finished = (): string => {
  writeFileSync(at('.made'), 'own, new');
  return at('.made');
};

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'fabula-place-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe('a file that is put where somebody asked for it', () => {
  it('fills an empty place and goes over its own kind', async () => {
    for (const _ of [1, 2]) {
      const place = await choosePlace(at('out'), isOwn);
      expect(await place?.fill(finished())).toBe(true);
      expect(readFileSync(at('out'), 'utf8')).toBe('own, new');
    }
    expect(readdirSync(folder)).toEqual(['out']);
  });

  it('goes over nothing else: other files, empty ones, links, folders', async () => {
    writeFileSync(at('novel.docx'), 'PK and the novel');
    writeFileSync(at('empty'), '');
    writeFileSync(at('own'), 'own, old');
    symlinkSync('own', at('link'));
    symlinkSync('nothing', at('dangling'));
    mkdirSync(at('folder'));
    for (const name of ['novel.docx', 'empty', 'link', 'dangling', 'folder']) {
      expect([name, await choosePlace(at(name), isOwn)]).toEqual([name, null]);
    }
  });

  it('leaves what came to the place meanwhile, or changed there', async () => {
    const empty = await choosePlace(at('out'), isOwn);
    writeFileSync(at('out'), 'somebody was quicker');
    expect(await empty?.fill(finished())).toBe(false);
    writeFileSync(at('old'), 'own, old');
    const taken = await choosePlace(at('old'), isOwn);
    rmSync(at('old'));
    writeFileSync(at('old'), 'another now');
    expect(await taken?.fill(finished())).toBe(false);
    expect(readFileSync(at('out'), 'utf8')).toBe('somebody was quicker');
    expect(readFileSync(at('old'), 'utf8')).toBe('another now');
  });
});
