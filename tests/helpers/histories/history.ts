/** One history of a book on two machines, from a seed: edits, a program that synchronises badly, and what is left (B5). */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestApp } from '#tests/helpers/app.ts';
import { createRandom } from '#tests/helpers/random.ts';
import { canary, createMarks, edits, type Marks, type Writer } from './edits.ts';
import { createSyncProgram, type Fault, listFolder, type Side } from './sync-program.ts';

export type Machines = readonly [TestApp, TestApp];

type Desk = {
  roots: readonly [string, string];
  machines: Machines;
  projectId: string;
  marks: Marks;
  random: () => number;
};

const sides = [0, 1] as const;
/** More looks than any honest history needs to come to rest. */
const maxRounds = 14;

const plain = (index: number): string => `# ${index}\n\n第${index}天，船靠了岸。\n\n没有人下来。\n`;
const hidden = `# 4\n\n${canary}。守夜的人从不肯说出口。\n\n钥匙缝在旧棉衣的领子里。\n`;

const open = (desk: Desk, side: Side) =>
  desk.machines[side].call('projects:open', { path: desk.roots[side] });

/** What the requests at one place after another hold, for a chapter of each machine. */
const findLeak = async (desk: Desk, side: Side): Promise<string | null> => {
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
    documents.map(async ({ documentId, path, title, status, synopsis, labels, fence }) => {
      const { text } = await test.call('documents:read', { projectId, documentId });
      return { path, title, status, synopsis, labels, fence, text };
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

type Sync = ReturnType<typeof createSyncProgram>;

/** Without faults, until neither machine nor the program has anything to say; what they said last where they never end. */
const comeToRest = async (desk: Desk, sync: Sync): Promise<string | null> => {
  let last: string[] = [];
  for (const side of sides) await sync.scan(side);
  await sync.resend();
  for (let round = 0; round < maxRounds; round += 1) {
    let moved = 0;
    last = [];
    for (const side of sides) {
      const { projectId } = desk;
      const { read, written, merged } = await desk.machines[side].call('projects:sync', {
        projectId,
      });
      moved += read + written + merged;
      last.push(`machine ${side} read ${read}, wrote ${written}, merged ${merged}`);
      await sync.scan(side);
    }
    last.push(...sync.listWaiting());
    moved += sync.waiting();
    await sync.run(() => 'none', true);
    if (moved === 0) return null;
  }
  return last.join('; ');
};

const differences = (one: unknown, other: unknown): string[] => {
  const [here, there] = [one, other] as [Record<string, unknown>, Record<string, unknown>];
  return Object.keys(here).flatMap((part) => {
    const [a, b] = [JSON.stringify(here[part], null, 1), JSON.stringify(there[part], null, 1)];
    return a === b ? [] : [`${part} differ:\n${a}\n${b}`];
  });
};

const faultBy = (random: () => number) => (): Fault => {
  const roll = random();
  if (roll < 0.5) return 'none';
  if (roll < 0.75) return 'later';
  return roll < 0.87 ? 'twice' : 'dropped';
};

const begin = async (machines: Machines, base: string, seed: number): Promise<[Desk, Sync]> => {
  const roots = [join(base, 'here'), join(base, 'there')] as const;
  for (const root of roots) await mkdir(root);
  for (const index of [1, 2, 3]) await writeFile(join(roots[0], `0${index}.md`), plain(index));
  await writeFile(join(roots[0], '04.md'), hidden);
  const random = createRandom(seed);
  const desk = { roots, machines, marks: createMarks(), random, projectId: '' };
  const { projectId, documents } = await open(desk, 0);
  desk.projectId = projectId;
  const closed = documents.find(({ path }) => path === '04.md');
  const documentId = closed?.documentId ?? '';
  const [here] = machines;
  await here.call('documents:update', { projectId, documentId, fence: { neverSend: true } });
  await edits['addHiddenEntity']?.({ test: here, projectId, marks: desk.marks, random });
  await edits['addEntity']?.({ test: here, projectId, marks: desk.marks, random });
  await here.call('projects:sync', { projectId });
  const sync = createSyncProgram(roots, random);
  await sync.scan(0);
  await sync.run(() => 'none', true);
  await open(desk, 1);
  return [desk, sync];
};

/** One step: some edits, a look of the program, perhaps a machine that goes away and comes back. */
const step = async (desk: Desk, sync: Sync): Promise<string[]> => {
  const { machines, projectId, random } = desk;
  const leaks: string[] = [];
  for (const side of sides) {
    for (let count = Math.floor(random() * 3); count > 0; count -= 1) await editOnce(desk, side);
    if (random() < 0.15) {
      await machines[side].call('projects:close', { projectId });
      await open(desk, side);
    }
    if (random() < 0.7) await machines[side].call('projects:sync', { projectId });
    await sync.scan(side);
  }
  await sync.run(faultBy(random), false);
  for (const side of sides) {
    const leak = await findLeak(desk, side);
    if (leak) leaks.push(leak);
  }
  return leaks;
};

/** What went wrong, in words; empty for nothing. The machines are left without the book. */
export const playHistory = async (
  machines: Machines,
  seed: number,
  steps: number,
): Promise<string[]> => {
  const base = await mkdtemp(join(tmpdir(), 'fabula-history-'));
  const wrong: string[] = [];
  try {
    const [desk, sync] = await begin(machines, base, seed);
    for (let count = 0; count < steps; count += 1) wrong.push(...(await step(desk, sync)));
    const unrest = await comeToRest(desk, sync);
    if (unrest !== null) wrong.push(`the folders do not come to rest: ${unrest}`);
    const [here, there] = [await bookOf(desk, 0), await bookOf(desk, 1)];
    wrong.push(...differences(here, there));
    const files = await Promise.all(desk.roots.map(listFolder));
    const [ours, theirs] = files.map((one) =>
      [...one].map(([path, content]) => [path, String(content)]).toSorted(),
    );
    wrong.push(...differences({ files: ours }, { files: theirs }));
    const all = JSON.stringify([here, there]);
    const kept = `${await keptBeside(desk, 0)}\n${await keptBeside(desk, 1)}`;
    for (const mark of desk.marks.live) {
      if (!all.includes(mark) && !kept.includes(mark)) wrong.push(`${mark} is lost`);
    }
    const copies = [...(files[0]?.keys() ?? [])].filter((path) =>
      /conflict|冲突|DESKTOP|LOCAL_/.test(path),
    );
    if (copies.length > 0) wrong.push(`conflict copies stayed: ${copies.join(', ')}`);
    for (const side of sides) {
      const { projectId } = desk;
      await machines[side].call('projects:close', { projectId });
      await machines[side].call('projects:forget', { projectId });
    }
  } finally {
    await rm(base, { recursive: true, force: true });
  }
  return wrong;
};
