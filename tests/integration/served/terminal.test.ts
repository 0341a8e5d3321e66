/** What the command line says where it cannot do what it was asked for (F24). */
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { runFabula } from '#tests/helpers/serve.ts';

let data: string;
beforeEach(async () => {
  data = await mkdtemp(join(tmpdir(), 'fabula-terminal-'));
});
afterEach(() => rm(data, { recursive: true, force: true, maxRetries: 3 }));

describe('the command line', () => {
  it('names a port that another program uses, and ends [F24]', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const address = other.address();
    const port = typeof address === 'object' ? (address?.port ?? 0) : 0;
    try {
      const args = ['serve', '--data-dir', data, '--no-open', '--port', String(port)];
      expect(await runFabula(args)).toEqual({
        code: 1,
        stdout: '',
        stderr: `PORT_TAKEN: Another program uses port ${port}. Name another one with --port, or none.\n`,
      });
    } finally {
      other.close();
    }
  });

  it('says in two lines what it does not understand, and where to read more [F24]', async () => {
    const where = '"fabula --help" says what there is.';
    const port = '--port takes a whole number from 0 to 65535.';
    for (const [args, said] of [
      [['serve', '--port', '70000'], port],
      [['serves'], 'There is no command "serves".'],
      [[], 'Name a command.'],
    ] satisfies [string[], string][]) {
      const stderr = `${said}\n${where}\n`;
      expect(await runFabula(args)).toEqual({ code: 2, stdout: '', stderr });
    }
    expect((await runFabula(['call', '--data', data])).stderr).toContain("Unknown option '--data'");
  });
});
