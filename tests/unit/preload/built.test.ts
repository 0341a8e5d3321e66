import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { build } from 'vite';
import { expect, it } from 'vitest';
import { eventNames } from '#shared/contract/events.ts';
import { channels } from '#shared/contract/index.ts';

it('lets exactly the contract’s channels and events through the built preload, which needs electron alone', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'fabula-preload-'));
  try {
    await build({
      configFile: path.resolve('vite/preload.config.ts'),
      configLoader: 'native',
      build: { outDir: folder },
    });
    const text = await readFile(path.join(folder, 'index.cjs'), 'utf8');
    const lists = [...text.matchAll(/new Set\((\[[^\]]*\])\)/g)].map(([, list = '']) =>
      JSON.parse(list.replace(/,\s*\]$/, ']')),
    );
    expect(lists).toEqual([channels, eventNames]);
    expect([...text.matchAll(/require\("([^"]+)"\)/g)].map(([, name]) => name)).toEqual([
      'electron',
    ]);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
