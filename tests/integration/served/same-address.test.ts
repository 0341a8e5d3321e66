import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Served, serveFabula } from '#tests/helpers/serve.ts';

let data: string;
let served: Served | null;

const start = async (): Promise<Served> => {
  served = await serveFabula(data);
  return served;
};
const end = async (signal?: NodeJS.Signals): Promise<void> => {
  await served?.stop(signal);
  served = null;
};

beforeEach(async () => {
  data = await mkdtemp(path.join(tmpdir(), 'fabula-address-'));
});
afterEach(async () => {
  await end();
  await rm(data, { recursive: true, force: true, maxRetries: 3 });
});

describe('the address of a served data folder [W10]', () => {
  it('is the same after an end and after a kill, so that pages that stand open find it again', async () => {
    const { url } = await start();
    await end();
    expect((await start()).url).toBe(url);
    await end('SIGKILL');
    expect((await start()).url).toBe(url);
  });

  it('is another one where somebody else is there by now', async () => {
    const { url } = await start();
    await end();
    const other = createServer();
    other.listen(Number(new URL(url).port), '127.0.0.1');
    await once(other, 'listening');
    expect((await start()).url).not.toBe(url);
    other.close();
  });

  it('is any where what was kept of it is no port', async () => {
    for (const kept of ['', 'port', '70000', '-1', '1.5']) {
      await writeFile(path.join(data, 'port'), kept);
      expect(Number(new URL((await start()).url).port)).toBeGreaterThan(0);
      await end();
    }
  });
});
