import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, it } from 'vitest';
import { type Manuscript, startManuscript } from '#tests/helpers/manuscript.ts';
import { createRandom } from '#tests/helpers/random.ts';
import { projectNode } from '../../../scripts/bootstrap/paths.mjs';

/** Saves for each way of writing; the full count in docs/reliability.md is 1,000. */
const saves = Number(process.env.FABULA_TEST_RACES ?? 20);
const seed = Number(process.env.FABULA_TEST_SEED ?? 20_251);

const writer = fileURLToPath(new URL('../../helpers/outside-writer.ts', import.meta.url));
const filler = Array.from({ length: 12 }, (_, line) => `Paragraph ${line}.`).join('\n\n');
const chapter = `# Tide\n\n(ours 0)\n\n${filler}\n\n(outside 0)\n`;

let desk: Manuscript;
let other: ChildProcess;
afterEach(async () => {
  other.kill('SIGKILL');
  await desk.close();
});

/** Every text of the chapter that anybody can still look at: the file, what is kept beside it, its history. */
const everyText = async (documentId: string): Promise<string> => {
  const { projectId } = desk;
  const texts = [await desk.read('tide.md')];
  const { items } = await desk.call('documents:snapshots:list', { projectId, documentId });
  for (const { snapshotId } of items) {
    const key = { projectId, documentId, snapshotId };
    texts.push((await desk.call('documents:snapshots:read', key)).text);
  }
  return texts.join('\n');
};

/** Ours in the place of our last one, or before everything when the other program has taken that away. */
const withOurs = (text: string, number: number): string => {
  const mark = `(ours ${number})`;
  return /\(ours \d+\)/.test(text) ? text.replace(/\(ours \d+\)/, mark) : `${mark}\n\n${text}`;
};

const lostOf = (texts: string, whose: string, numbers: readonly number[]): number[] =>
  numbers.filter((number) => !texts.includes(`(${whose} ${number})`));

describe('another program that writes the chapter while it is saved', () => {
  for (const mode of ['inPlace', 'rename']) {
    it(
      `loses nothing, and nothing of ours is lost (${mode}) [F17]`,
      async () => {
        desk = await startManuscript({ 'tide.md': chapter });
        const { projectId } = desk;
        const documentId = await desk.idOf('tide.md');
        const path = join(desk.root, 'tide.md');
        const rival = spawn(projectNode(), [writer, path, mode, String(seed)], {
          stdio: ['ignore', 'pipe', 'inherit'],
        });
        other = rival;
        const written: number[] = [];
        createInterface({ input: rival.stdout }).on('line', (line) => written.push(Number(line)));
        const random = createRandom(seed + 1);
        const saved: number[] = [];
        let met = 0;
        let { text, version } = await desk.call('documents:read', { projectId, documentId });
        // The two must have met, or nothing was shown: joined, or ours kept beside the other where it had no calm moment.
        const haveMet = (): boolean => met > 0 && written.length > saves / 4;
        for (let number = 1; number <= saves || (!haveMet() && number < saves * 5); number += 1) {
          const next = withOurs(text, number);
          const input = { projectId, documentId, text: next, expectedVersion: version };
          try {
            const done = await desk.call('documents:save', input);
            if (done.merged) met += 1;
            ({ version } = done);
            text = done.text ?? next;
            saved.push(number);
          } catch (error) {
            expect(String(error)).toContain('DOCUMENT_CONFLICT');
            met += 1;
            saved.push(number);
            ({ text, version } = await desk.call('documents:read', { projectId, documentId }));
          }
          await new Promise((resolve) => setTimeout(resolve, random() * 10));
        }
        rival.kill('SIGTERM');
        await once(rival, 'close');
        await desk.restart();
        const texts = await everyText(documentId);
        expect(lostOf(texts, 'outside', written)).toEqual([]);
        expect(lostOf(texts, 'ours', saved)).toEqual([]);
        expect(haveMet()).toBe(true);
      },
      120_000 + saves * 5000,
    );
  }
});
