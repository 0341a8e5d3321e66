import { readdir } from 'node:fs/promises';
import { afterEach, describe, expect, it } from 'vitest';
import { type Manuscript, startManuscript } from '#tests/helpers/manuscript.ts';
import { createRandom } from '#tests/helpers/random.ts';

/** How often the program is killed; the full count of F17 is 200. */
const kills = Number(process.env.FABULA_TEST_KILLS ?? 3);
const seed = Number(process.env.FABULA_TEST_SEED ?? 20_252);

let desk: Manuscript;
afterEach(() => desk.close());

/** What was answered of a chapter: its texts, the last of which must be there, and what was under way at the end. */
type Known = { text: string; maybe: string | null; deleted: boolean };
const chapters = new Map<string, Known>();
const random = createRandom(seed);
const pick = <T>(from: readonly T[]): T | undefined => from[Math.floor(random() * from.length)];

const save = async (documentId: string, known: Known, number: number): Promise<void> => {
  const scope = { projectId: desk.projectId, documentId };
  const { version } = await desk.call('documents:read', scope);
  const text = `# Chapter\n\n${`Round ${number}.\n`.repeat(500)}`;
  known.maybe = text;
  await desk.call('documents:save', { ...scope, text, expectedVersion: version });
  Object.assign(known, { text, maybe: null });
};

/** One thing a writer does, chosen by the seed. */
const act = async (number: number): Promise<void> => {
  const { projectId } = desk;
  const [documentId, known] = pick([...chapters]) ?? ['', null];
  const choice = random();
  if (known === null || choice < 0.15) {
    const text = `# New ${number}\n\nWritten.\n`;
    const made = await desk.call('documents:create', { projectId, title: `New ${number}`, text });
    chapters.set(made.documentId, { text, maybe: null, deleted: false });
  } else if (known.deleted) {
    await desk.call('documents:restore', { projectId, documentId });
    known.deleted = false;
  } else if (choice < 0.4) {
    known.deleted = true;
    await desk.call('documents:delete', { projectId, documentId });
  } else await save(documentId, known, number);
};

const actUntilKilled = async (after: number): Promise<void> => {
  const timer = setTimeout(() => desk.served.process.kill('SIGKILL'), after);
  try {
    for (let number = 1; ; number += 1) await act(Math.floor(random() * 1e9) + number);
  } catch (error) {
    // The connection goes with the program; anything else is an answer that should not have come.
    const isConnectionLost = error instanceof TypeError;
    if (!desk.served.process.killed || !isConnectionLost) throw error;
  } finally {
    clearTimeout(timer);
  }
};

const check = async (): Promise<void> => {
  const { projectId } = desk;
  const { items } = await desk.call('documents:deleted', { projectId });
  for (const { documentId } of items) {
    if (chapters.has(documentId)) await desk.call('documents:restore', { projectId, documentId });
  }
  for (const [documentId, known] of chapters) {
    const { text } = await desk.call('documents:read', { projectId, documentId });
    expect([known.text, known.maybe]).toContain(text);
    Object.assign(known, { text, maybe: null, deleted: false });
  }
  const leftovers = (await readdir(desk.root)).filter((name) => name.endsWith('.fabula-tmp'));
  expect(leftovers).toEqual([]);
};

describe('the program killed at any moment of a writer at work', () => {
  it(
    `leaves every chapter in a list and every answered text whole, ${kills} times [F17]`,
    async () => {
      desk = await startManuscript({ 'a.md': '# A\n\nOne.\n', 'b.md': '# B\n\nTwo.\n' });
      for (const { documentId } of (
        await desk.call('documents:list', { projectId: desk.projectId })
      ).documents) {
        const scope = { projectId: desk.projectId, documentId };
        const { text } = await desk.call('documents:read', scope);
        chapters.set(documentId, { text, maybe: null, deleted: false });
      }
      for (let round = 0; round < kills; round += 1) {
        await actUntilKilled(50 + random() * 700);
        await desk.restart('SIGKILL');
        await check();
      }
      expect(chapters.size).toBeGreaterThan(1);
    },
    120_000 + kills * 60_000,
  );
});
