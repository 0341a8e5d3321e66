import { readFileSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createFileLogger } from '#main/hosts/node/file-logger.ts';

let folder: string;
let said: string[];
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'fabula-log-'));
  said = [];
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const open = (file: string) =>
  createFileLogger({
    file,
    limit: 1000,
    clock: { now: () => 0 },
    spoken: ['error'],
    say: (line) => said.push(line),
  });

it('writes JSON lines and says the grave ones aloud', async () => {
  const file = path.join(folder, 'logs', 'web.log');
  const logger = open(file);
  logger.log('info', 'opened', { projectId: '一' });
  logger.log('error', 'failed');
  const lines = (await readFile(file, 'utf8')).trimEnd().split('\n');
  expect(lines.map((line) => JSON.parse(line))).toEqual([
    { time: '1970-01-01T00:00:00.000Z', level: 'info', message: 'opened', projectId: '一' },
    { time: '1970-01-01T00:00:00.000Z', level: 'error', message: 'failed' },
  ]);
  expect(said).toEqual([lines[1]]);
});

it('keeps three files of limited size and loses no recent line, also with two writers', async () => {
  const file = path.join(folder, 'web.log');
  const writers = [open(file), open(file)];
  for (let number = 0; number < 60; number += 1) {
    writers[number % 2]?.log('warn', 'line', { number });
  }
  expect((await readdir(folder)).toSorted()).toEqual(['web.log', 'web.log.1', 'web.log.2']);
  const kept: number[] = [];
  for (const name of ['web.log.2', 'web.log.1', 'web.log']) {
    expect((await stat(path.join(folder, name))).size).toBeLessThanOrEqual(1000);
    const text = await readFile(path.join(folder, name), 'utf8');
    for (const line of text.trimEnd().split('\n')) kept.push(Number(JSON.parse(line).number));
  }
  expect(kept).toEqual(Array.from({ length: kept.length }, (_, index) => 60 - kept.length + index));
  expect(kept.length).toBeGreaterThan(20);
});

it('writes what only informs when the turn ends, and with whatever is graver at once, in order [S3-32]', async () => {
  const file = path.join(folder, 'web.log');
  const logger = open(file);
  const messages = async () =>
    (await readFile(file, 'utf8'))
      .trimEnd()
      .split('\n')
      .map((line): unknown => JSON.parse(line).message);
  logger.log('warn', 'one');
  for (const message of ['two', 'three']) logger.log('info', message);
  expect(readFileSync(file, 'utf8')).not.toContain('two');
  expect(await messages()).toEqual(['one', 'two', 'three']);
  logger.log('debug', 'four');
  logger.log('error', 'five');
  expect(readFileSync(file, 'utf8')).toContain('five');
  expect((await messages()).slice(3)).toEqual(['four', 'five']);
});

it('puts many lines of one turn into files of limited size, none torn', async () => {
  const logger = open(path.join(folder, 'web.log'));
  for (let number = 0; number < 24; number += 1) logger.log('info', 'line', { number });
  await setImmediate();
  const kept: number[] = [];
  for (const name of ['web.log.1', 'web.log']) {
    expect((await stat(path.join(folder, name))).size).toBeLessThanOrEqual(1000);
    const text = await readFile(path.join(folder, name), 'utf8');
    for (const line of text.trimEnd().split('\n')) kept.push(Number(JSON.parse(line).number));
  }
  expect(kept.at(-1)).toBe(23);
  expect(kept).toEqual(kept.map((_, index) => 24 - kept.length + index));
});

it('says once that it cannot write, and goes on', async () => {
  const file = path.join(folder, 'web.log');
  const logger = open(file);
  await writeFile(path.join(folder, 'file'), '');
  await rm(folder, { recursive: true });
  logger.log('info', 'one');
  await setImmediate();
  logger.log('info', 'two');
  await setImmediate();
  expect(said).toHaveLength(1);
  expect(said[0]).toContain('The log cannot be written');
});
