import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createKindOfPath } from '#main/book/git/book-paths.ts';
import { placeFiles } from '#main/book/git/place-files.ts';

let base: string;
beforeEach(() => {
  base = mkdtempSync(join(tmpdir(), 'fabula-place-'));
});
afterEach(() => rmSync(base, { recursive: true, force: true }));

it('gives a chapter its new capitals before it writes it, for to remove the old name may remove both [B11]', async () => {
  const [root, source] = [join(base, 'book'), join(base, 'coming')];
  for (const folder of [root, source]) mkdirSync(join(folder, 'one'), { recursive: true });
  mkdirSync(join(source, 'One'));
  writeFileSync(join(root, 'one', 'dusk.md'), 'old');
  writeFileSync(join(source, 'One', 'Dusk.md'), 'new');
  const namesThen: string[] = [];
  const coming = { path: 'One/Dusk.md', mode: '100644', isRemoved: false, isNew: true };
  const going = { path: 'one/dusk.md', mode: '000000', isRemoved: true, isNew: false };
  await placeFiles(root, [coming, going], {
    ...{ source, kindOf: createKindOfPath((path) => path.endsWith('.md'), new Set()) },
    async writeFile(path, bytes) {
      namesThen.push(...readdirSync(root), ...readdirSync(join(root, 'One')));
      writeFileSync(path, bytes);
    },
  });
  expect(namesThen).toEqual(['One', 'Dusk.md']);
  expect(existsSync(join(root, 'One', 'Dusk.md'))).toBe(true);
});
