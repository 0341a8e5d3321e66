import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { writeBook } from '#tests/helpers/book.ts';
import { callTo, serveFabula } from '#tests/helpers/serve.ts';
import { namesIn, waitForBackup } from '#tests/helpers/sitting.ts';

/** Runs in the program beside its own code: an error nobody catches, when it is told to. */
const carelessCode = `process.on('SIGUSR2', () => { void Promise.reject(new Error('words of the manuscript')); });`;

/** The program on a new data folder until an error nobody catches ends it; null as its code where the end was forced. */
const endByError = async (data: string, book: string) => {
  const served = await serveFabula(data, ['--project', book], undefined, {
    NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(carelessCode)}`,
  });
  let complaint = '';
  served.process.stderr?.on('data', (text: string) => {
    complaint += text;
  });
  const projectId = served.project?.projectId ?? '';
  await callTo(served, 'constraints:create', { projectId, type: 'plot', text: '不可丢失' });
  const ended = once(served.process, 'exit');
  served.process.kill('SIGUSR2');
  const [code]: (number | null)[] = await ended;
  return { code, complaint };
};

it('an error nobody caught ends the server once its data is backed up, and quotes nothing', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'fabula-crash-'));
  try {
    const book = writeBook(folder, 2, 2);
    let data = join(folder, 'data-0');
    let end = await endByError(data, book);
    // Where the machine was too busy for an end in order within its seconds, nothing was shown: once more.
    for (let attempt = 1; end.code === null; attempt += 1) {
      data = join(folder, `data-${attempt}`);
      end = await endByError(data, book);
    }
    expect(end.code).toBe(1);
    await waitForBackup(data, 1);
    expect(await namesIn(data, /^fabula\.sqlite-wal$/)).toEqual([]);
    const log = readFileSync(join(data, 'logs', 'web.log'), 'utf8');
    expect(log).toContain('an error nobody caught ends the program');
    expect(log).not.toContain('words of the manuscript');
    expect(end.complaint).toContain('Unexpected error');
    expect(end.complaint).not.toContain('words of the manuscript');
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
