import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { callTo, type Served, serveFabula } from '#tests/helpers/serve.ts';

let base: string;
let root: string;
const programs: Served[] = [];

beforeAll(async () => {
  base = mkdtempSync(join(tmpdir(), 'fabula-writer-'));
  root = join(base, 'novel');
  mkdirSync(root);
  writeFileSync(join(root, '01.md'), '# One\n\nThe tide.\n');
  const start = () => serveFabula(join(base, 'data'));
  // The first makes the database.
  programs.push(await start());
  programs.push(...(await Promise.all([start(), start()])));
}, 300_000);
afterAll(async () => {
  await Promise.all(programs.map((program) => program.stop()));
  rmSync(base, { recursive: true, force: true, maxRetries: 3 });
});

/** A program with the book open. */
const openIn = async (program: Served | undefined) => {
  if (!program) throw new Error('too few programs');
  const opened = await callTo(program, 'projects:open', { path: root });
  const { projectId } = opened;
  const documentId = opened.documents[0]?.documentId ?? '';
  const scope = { projectId };
  return {
    program,
    isReadOnly: opened.readOnly,
    close: () => callTo(program, 'projects:close', scope),
    writer: async () => (await callTo(program, 'projects:writer', scope)).writer,
    takeOver: async () => (await callTo(program, 'projects:takeOver', scope)).readOnly,
    text: async () => (await callTo(program, 'documents:read', { ...scope, documentId })).text,
    check: () => callTo(program, 'contradictions:check', scope),
    async write(text: string) {
      const { version } = await callTo(program, 'documents:read', { ...scope, documentId });
      const save = { ...scope, documentId, text, expectedVersion: version };
      await callTo(program, 'documents:save', save);
    },
  };
};

const inFile = (): string => readFileSync(join(root, '01.md'), 'utf8');

it('lets a program that could only read write once the one that wrote has closed the book or was killed, and one only [F17 N15]', async () => {
  const [first, second, third] = [
    await openIn(programs[0]),
    await openIn(programs[1]),
    await openIn(programs[2]),
  ];
  expect([first, second, third].map(({ isReadOnly }) => isReadOnly)).toEqual([false, true, true]);
  // While the first writes nobody else does.
  expect([await first.writer(), await second.writer()]).toEqual(['here', 'elsewhere']);
  await first.write('First.\n');
  await expect(second.takeOver()).rejects.toThrow('PROJECT_LOCKED');
  await expect(second.write('Not mine.\n')).rejects.toThrow('PROJECT_LOCKED');
  expect(await second.text()).toBe('First.\n');
  // Both look for contradictions at once: the findings are the writer's alone.
  const checks = await Promise.allSettled([first.check(), second.check()]);
  expect(checks.map(({ status }) => status)).toEqual(['fulfilled', 'rejected']);

  // Closed in good order.
  await first.close();
  expect([await second.writer(), await third.writer()]).toEqual(['nobody', 'nobody']);
  expect(await second.takeOver()).toBe(false);
  expect(await second.takeOver()).toBe(false);
  expect([await second.writer(), await third.writer()]).toEqual(['here', 'elsewhere']);
  await second.write('Second.\n');
  expect(inFile()).toBe('Second.\n');
  const again = await openIn(first.program);
  expect(again.isReadOnly).toBe(true);
  await expect(again.takeOver()).rejects.toThrow('PROJECT_LOCKED');

  // Killed; two want it at once.
  await second.program.stop('SIGKILL');
  expect([await again.writer(), await third.writer()]).toEqual(['nobody', 'nobody']);
  const outcomes = await Promise.allSettled([again.takeOver(), third.takeOver()]);
  expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  const [winner, loser] = outcomes[0]?.status === 'fulfilled' ? [again, third] : [third, again];
  await expect(loser.write('Lost.\n')).rejects.toThrow('PROJECT_LOCKED');
  expect(await winner.text()).toBe('Second.\n');
  await winner.write('Third.\n');
  expect(inFile()).toBe('Third.\n');
  expect(await loser.text()).toBe('Third.\n');
}, 120_000);

it('writes in a folder that could not be written when it was opened, once it can be [F17]', async () => {
  const [, , program] = programs;
  if (!program) throw new Error('too few programs');
  const folder = join(base, 'mounted');
  mkdirSync(folder);
  writeFileSync(join(folder, '01.md'), 'Before.\n');
  // Nothing can be made in it, as on a medium that is mounted for reading.
  writeFileSync(join(folder, '.fabula'), '');
  const { projectId, readOnly, documents } = await callTo(program, 'projects:open', {
    path: folder,
  });
  expect(readOnly).toBe(true);
  const writer = async () => (await callTo(program, 'projects:writer', { projectId })).writer;
  const takeOver = () => callTo(program, 'projects:takeOver', { projectId });
  expect(await writer()).toBe('unwritable');
  await expect(takeOver()).rejects.toThrow('PROJECT_FOLDER_UNWRITABLE');

  rmSync(join(folder, '.fabula'));
  expect(await writer()).toBe('nobody');
  expect((await takeOver()).readOnly).toBe(false);
  expect(await writer()).toBe('here');
  const documentId = documents[0]?.documentId ?? '';
  const { version } = await callTo(program, 'documents:read', { projectId, documentId });
  const save = { projectId, documentId, text: 'After.\n', expectedVersion: version };
  await callTo(program, 'documents:save', save);
  expect(readFileSync(join(folder, '01.md'), 'utf8')).toBe('After.\n');
  // It is the same book to whoever opens it next.
  await callTo(program, 'projects:close', { projectId });
  const again = await callTo(program, 'projects:open', { path: folder });
  expect([again.projectId, again.readOnly]).toEqual([projectId, false]);
}, 120_000);
