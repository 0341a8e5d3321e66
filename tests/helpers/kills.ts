/** Sittings that end by SIGKILL at a moment nobody chose, some with a fault to the files afterwards; what is lost is counted. */
import { existsSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createRandom, writeBook } from './book.ts';
import { callTo } from './serve.ts';
import { type Sitting, startSitting } from './sitting.ts';

export const faults = [
  'none',
  'log deleted',
  'log cut short',
  'database deleted',
  'database emptied',
  'database overwritten',
  'newest backup overwritten',
] as const;
export type Fault = (typeof faults)[number];

export type Round = {
  fault: Fault;
  /** Calls that were answered before the kill. */
  acknowledged: number;
  /** Changes that are not there after the next start. */
  missing: number;
  /** Codes of what the next start told. */
  told: string[];
  /** Something is missing and nothing was told, or the chapter is not as it was acknowledged. */
  silentLoss: boolean;
};

export type KillsOptions = {
  /** A folder of its own for the data and the book. */
  folder: string;
  rounds: number;
  seed: number;
  /** What is started; the source unless told otherwise. */
  entry?: string;
  /** Faults to choose from, as often as they stand in it. */
  choices: readonly Fault[];
  onRound?(round: Round, number: number): void;
};

type Expected = {
  constraints: Map<string, string>;
  /** Texts the chapter may have: the acknowledged one, and the one that was under way. */
  chapter: Set<string>;
  /** Texts of constraints whose creation or deletion was under way. */
  uncertain: Set<string>;
};

const spoil = (data: string, fault: Fault, random: () => number): void => {
  const file = (name: string): string => join(data, name);
  const log = file('fabula.sqlite-wal');
  switch (fault) {
    case 'none':
      return;
    case 'log deleted':
      rmSync(log, { force: true });
      return;
    case 'log cut short':
      if (existsSync(log)) truncateSync(log, Math.floor(random() * statSync(log).size));
      return;
    case 'database deleted':
      for (const suffix of ['', '-wal', '-shm'])
        rmSync(file(`fabula.sqlite${suffix}`), { force: true });
      return;
    case 'database emptied':
      truncateSync(file('fabula.sqlite'));
      return;
    case 'database overwritten':
      writeFileSync(file('fabula.sqlite'), 'no database any more'.repeat(500));
      return;
    case 'newest backup overwritten':
      if (existsSync(file('fabula.backup.sqlite'))) {
        writeFileSync(file('fabula.backup.sqlite'), 'no backup any more'.repeat(500));
      }
  }
};

/** One change of the writer's, seen from outside: expected once it is answered, uncertain until then. */
const changeSomething = async (
  sitting: Sitting,
  expected: Expected,
  { random, number, documentId }: { random: () => number; number: string; documentId: string },
): Promise<void> => {
  const { served, projectId } = sitting;
  const choice = random();
  const first = [...expected.constraints][0];
  // Far below the limit, so that making one always does.
  const makes = expected.constraints.size > 100 ? 0.1 : 0.6;
  if (choice < makes || (choice < 0.75 && first === undefined)) {
    const text = `constraint ${number}`;
    expected.uncertain.add(text);
    const made = await callTo(served, 'constraints:create', { projectId, type: 'plot', text });
    expected.constraints.set(text, made.constraintId);
    expected.uncertain.delete(text);
    return;
  }
  if (choice < 0.75 && first) {
    const [text, constraintId] = first;
    expected.uncertain.add(text);
    await callTo(served, 'constraints:delete', { projectId, constraintId });
    expected.constraints.delete(text);
    expected.uncertain.delete(text);
    return;
  }
  const { version } = await callTo(served, 'documents:read', { projectId, documentId });
  const text = `# Chapter\n\nRound ${number}. ${'The tide came in. '.repeat(1 + Math.floor(random() * 400))}\n`;
  expected.chapter.add(text);
  await callTo(served, 'documents:save', { projectId, documentId, text, expectedVersion: version });
  expected.chapter = new Set([text]);
};

/** Changes one thing after another until the program is gone. @returns how many were answered */
const sitUntilKilled = async (
  sitting: Sitting,
  expected: Expected,
  { random, round }: { random: () => number; round: number },
): Promise<number> => {
  const { projectId, served } = sitting;
  const { documents } = await callTo(served, 'documents:list', { projectId });
  const documentId = documents[0]?.documentId ?? '';
  let isKilled = false;
  const wait = 20 + random() * (random() < 0.3 ? 4000 : 400);
  const killed = new Promise<void>((resolve) => {
    setTimeout(() => {
      isKilled = true;
      sitting.kill().then(resolve, resolve);
    }, wait);
  });
  let answered = 0;
  while (!isKilled) {
    try {
      await changeSomething(sitting, expected, {
        random,
        number: `${round}.${answered}`,
        documentId,
      });
      answered += 1;
    } catch (error) {
      if (isKilled) break;
      const { exitCode, signalCode } = served.process;
      throw new Error(`A call failed before the kill (${exitCode}, ${signalCode}).`, {
        cause: error,
      });
    }
  }
  await killed;
  return answered;
};

/** Compares what is there with what was acknowledged, and goes on from what is there. */
const settle = async (sitting: Sitting, expected: Expected, chapter: string): Promise<number> => {
  const { projectId, served } = sitting;
  const { items } = await callTo(served, 'constraints:list', { projectId });
  const there = new Map(items.map((item) => [item.text, item.constraintId]));
  const gone = [...expected.constraints.keys()].filter((text) => !there.has(text));
  const back = [...there.keys()].filter((text) => !expected.constraints.has(text));
  const missing = [...gone, ...back].filter((text) => !expected.uncertain.has(text)).length;
  expected.constraints = there;
  expected.uncertain.clear();
  expected.chapter = new Set([readFileSync(chapter, 'utf8')]);
  return missing;
};

/** The same seed kills at the same places in the same order, as far as the machine's speed lets it. */
export const runKills = async (options: KillsOptions): Promise<Round[]> => {
  const { folder, rounds, seed, choices } = options;
  const random = createRandom(seed);
  const data = join(folder, 'data');
  const book = writeBook(folder, 2, 2);
  const chapter = join(book, '第1章.md');
  const expected: Expected = {
    constraints: new Map(),
    chapter: new Set([readFileSync(chapter, 'utf8')]),
    uncertain: new Set(),
  };
  const done: Round[] = [];
  let sitting = await startSitting(data, book, options.entry);
  try {
    for (let round = 0; round < rounds; round += 1) {
      const acknowledged = await sitUntilKilled(sitting, expected, { random, round });
      const fault = choices[Math.floor(random() * choices.length)] ?? 'none';
      spoil(data, fault, random);
      const isChapterWhole = expected.chapter.has(readFileSync(chapter, 'utf8'));
      sitting = await startSitting(data, book, options.entry);
      const told = await sitting.notices();
      const missing = await settle(sitting, expected, chapter);
      const silentLoss = !isChapterWhole || (missing > 0 && told.length === 0);
      const outcome = { fault, acknowledged, missing, told, silentLoss };
      done.push(outcome);
      options.onRound?.(outcome, round + 1);
    }
  } finally {
    await sitting.kill();
  }
  return done;
};
