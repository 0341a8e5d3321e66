/** One history of a book on two machines, from a seed: edits, a program that synchronises badly, and what is left (B5). */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { createRandom } from '#tests/helpers/random.ts';
import {
  beginBook,
  compareMachines,
  type Desk,
  editSome,
  findLeak,
  forget,
  type Machines,
  open,
  playInFolder,
  reopenSometimes,
  sides,
} from './desk.ts';
import { createSyncProgram, type Fault, listFolder } from './sync-program.ts';

/** More looks than any honest history needs to come to rest. */
const maxRounds = 14;

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

const faultBy = (random: () => number) => (): Fault => {
  const roll = random();
  if (roll < 0.5) return 'none';
  if (roll < 0.75) return 'later';
  return roll < 0.87 ? 'twice' : 'dropped';
};

const begin = async (machines: Machines, base: string, seed: number): Promise<[Desk, Sync]> => {
  const roots = [join(base, 'here'), join(base, 'there')] as const;
  await mkdir(roots[1]);
  const random = createRandom(seed);
  const desk = await beginBook(machines, { roots, random });
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
    await editSome(desk, side);
    await reopenSometimes(desk, side);
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
export const playHistory = (machines: Machines, seed: number, steps: number): Promise<string[]> =>
  playInFolder(async (base) => {
    const wrong: string[] = [];
    const [desk, sync] = await begin(machines, base, seed);
    for (let count = 0; count < steps; count += 1) wrong.push(...(await step(desk, sync)));
    const unrest = await comeToRest(desk, sync);
    if (unrest !== null) wrong.push(`the folders do not come to rest: ${unrest}`);
    wrong.push(...(await compareMachines(desk, listFolder)));
    const files = await listFolder(desk.roots[0]);
    const copies = [...files.keys()].filter((path) => /conflict|冲突|DESKTOP|LOCAL_/.test(path));
    if (copies.length > 0) wrong.push(`conflict copies stayed: ${copies.join(', ')}`);
    await forget(desk);
    return wrong;
  });
