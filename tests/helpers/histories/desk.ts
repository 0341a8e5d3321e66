/** What a history asks of a book on one of two machines: an edit, what its requests hold, and what it says (B5). */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestApp } from '#tests/helpers/app.ts';
import { canary, createMarks, edits, type Marks, type Writer } from './edits.ts';
import type { Side } from './sync-program.ts';

export type Machines = readonly [TestApp, TestApp];

export type Desk = {
  roots: readonly [string, string];
  machines: Machines;
  projectId: string;
  marks: Marks;
  random: () => number;
};

export const sides = [0, 1] as const;

const plain = (index: number): string => `# ${index}\n\n第${index}天，船靠了岸。\n\n没有人下来。\n`;
const hidden = `# 4\n\n${canary}。守夜的人从不肯说出口。\n\n钥匙缝在旧棉衣的领子里。\n`;

export const open = (desk: Desk, side: Side) =>
  desk.machines[side].call('projects:open', { path: desk.roots[side] });

/** What the requests at one place after another hold, for a chapter of each machine. */
export const findLeak = async (desk: Desk, side: Side): Promise<string | null> => {
  const { machines, projectId, random } = desk;
  const test = machines[side];
  const { documents } = await test.call('documents:list', { projectId });
  const chapter = documents[Math.floor(random() * documents.length)];
  if (!chapter) return null;
  const { documentId, charCount } = chapter;
  const cursorPosition = Math.floor(random() * charCount);
  const request = { projectId, documentId, cursorPosition, skillId: 'continue' };
  const { prompt } = await test.call('context:assemble', request);
  return prompt.includes(canary)
    ? `machine ${side} would send the canary from ${chapter.path}`
    : null;
};

/** Another program's write may come between a look and an edit: whoever edits looks again. */
const editOnce = async (desk: Desk, side: Side): Promise<void> => {
  const { machines, projectId, marks, random } = desk;
  const names = Object.keys(edits);
  const edit = edits[names[Math.floor(random() * names.length)] ?? ''];
  const writer: Writer = { test: machines[side], projectId, marks, random };
  const before = new Set(marks.live);
  try {
    await edit?.(writer);
  } catch (error) {
    // Not accepted: the marks of this edit are nowhere.
    for (const mark of marks.live) if (!before.has(mark)) marks.live.delete(mark);
    if (!/CONFLICT|NOT_FOUND|FENCES_UNKNOWN/.test(String(error))) throw error;
  }
};

/** A few edits of one machine, or none. */
export const editSome = async (desk: Desk, side: Side): Promise<void> => {
  for (let count = Math.floor(desk.random() * 3); count > 0; count -= 1) await editOnce(desk, side);
};

/** Now and then a machine goes away and comes back. */
export const reopenSometimes = async (desk: Desk, side: Side): Promise<void> => {
  if (desk.random() >= 0.15) return;
  await desk.machines[side].call('projects:close', { projectId: desk.projectId });
  await open(desk, side);
};

/** Plays in a folder of its own, which goes with the end; what went wrong, in words. */
export const playInFolder = async (
  play: (base: string) => Promise<string[]>,
): Promise<string[]> => {
  const base = await mkdtemp(join(tmpdir(), 'fabula-history-'));
  try {
    return await play(base);
  } finally {
    await rm(base, { recursive: true, force: true });
  }
};

const bare = (value: object): Record<string, unknown> => {
  const { createdAt: _c, updatedAt: _u, version: _v, ...rest } = value as Record<string, unknown>;
  return rest;
};

const inOrder = (items: readonly object[]): unknown[] =>
  items.map(bare).toSorted((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));

/** What a book says; chapters by their paths, for each machine may know them by ids of its own. */
const bookOf = async (desk: Desk, side: Side) => {
  const { machines, projectId } = desk;
  const test = machines[side];
  const { documents } = await test.call('documents:list', { projectId });
  const chapters = await Promise.all(
    documents.map(async ({ documentId, path, ...chapter }) => {
      const { title, status, synopsis, labels, wordGoal, fence } = chapter;
      const { text } = await test.call('documents:read', { projectId, documentId });
      return { path, title, status, synopsis, labels, wordGoal, fence, text };
    }),
  );
  const list = { projectId };
  return {
    chapters,
    entities: inOrder((await test.call('knowledge:entities:list', list)).items),
    relations: inOrder((await test.call('knowledge:relations:list', list)).items),
    constraints: (await test.call('constraints:list', list)).items.map(bare),
    habits: inOrder(
      (await test.call('memory:rules:list', list)).items.filter(({ confirmed }) => confirmed),
    ),
  };
};

/** Where else an accepted edit may be: in what the writer is asked about, and in the versions of chapters. */
const keptBeside = async (desk: Desk, side: Side): Promise<string> => {
  const { machines, projectId } = desk;
  const test = machines[side];
  const texts = [JSON.stringify((await test.call('projects:outside:list', { projectId })).items)];
  const { documents } = await test.call('documents:list', { projectId });
  for (const { documentId } of documents) {
    const key = { projectId, documentId };
    for (const { snapshotId } of (await test.call('documents:snapshots:list', key)).items) {
      texts.push((await test.call('documents:snapshots:read', { ...key, snapshotId })).text);
    }
  }
  return texts.join('\n');
};

const differences = (one: unknown, other: unknown): string[] => {
  const [here, there] = [one, other] as [Record<string, unknown>, Record<string, unknown>];
  return Object.keys(here).flatMap((part) => {
    const [a, b] = [JSON.stringify(here[part], null, 1), JSON.stringify(there[part], null, 1)];
    return a === b ? [] : [`${part} differ:\n${a}\n${b}`];
  });
};

/** A book in the first folder, with a chapter and an entry that are fenced. */
export const beginBook = async (
  machines: Machines,
  { roots, random }: Pick<Desk, 'roots' | 'random'>,
): Promise<Desk> => {
  const [root] = roots;
  await mkdir(root);
  for (const index of [1, 2, 3]) await writeFile(join(root, `0${index}.md`), plain(index));
  await writeFile(join(root, '04.md'), hidden);
  const desk = { roots, machines, marks: createMarks(), random, projectId: '' };
  const { projectId, documents } = await open(desk, 0);
  desk.projectId = projectId;
  const documentId = documents.find(({ path }) => path === '04.md')?.documentId ?? '';
  const [here] = machines;
  await here.call('documents:update', { projectId, documentId, fence: { neverSend: true } });
  await edits['addHiddenEntity']?.({ test: here, projectId, marks: desk.marks, random });
  await edits['addEntity']?.({ test: here, projectId, marks: desk.marks, random });
  await here.call('projects:sync', { projectId });
  return desk;
};

/** Equal books in equal folders, and every accepted edit in them or in what each machine keeps beside; else what is wrong. */
export const compareMachines = async (
  desk: Desk,
  listFiles: (root: string) => Promise<Map<string, Buffer>>,
): Promise<string[]> => {
  const [here, there] = [await bookOf(desk, 0), await bookOf(desk, 1)];
  const wrong = differences(here, there);
  const files = await Promise.all(desk.roots.map(listFiles));
  const [ours, theirs] = files.map((one) =>
    [...one].map(([path, content]) => [path, String(content)]).toSorted(),
  );
  wrong.push(...differences({ files: ours }, { files: theirs }));
  const all = JSON.stringify([here, there]);
  const kept = `${await keptBeside(desk, 0)}\n${await keptBeside(desk, 1)}`;
  for (const mark of desk.marks.live) {
    if (!all.includes(mark) && !kept.includes(mark)) wrong.push(`${mark} is lost`);
  }
  return wrong;
};

/** The machines are left without the book. */
export const forget = async ({ machines, projectId }: Desk): Promise<void> => {
  for (const machine of machines) {
    await machine.call('projects:close', { projectId });
    await machine.call('projects:forget', { projectId });
  }
};
