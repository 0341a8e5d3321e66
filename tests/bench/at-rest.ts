/**
 * `FABULA_TEST_BUILT=1 node tests/bench/at-rest.ts` after a build, on Linux: what an open chapter costs while nobody
 * touches it, the caret in its text. Processor time in percent of one core, by process (F22).
 */
import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import { startDesk } from '#tests/e2e/pages/desk.ts';

const restMs = 30_000;
/** What follows opening (first reading of the book, layout) is over by then, ms. */
const settleMs = 40_000;

type Process = { parent: number; command: string; ticks: number };

/** A process that ended between being listed and being read is none. */
function readProcess(pid: string): Process | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const [, parent, , , , , , , , , , user, system] = stat
      .slice(stat.lastIndexOf(')') + 2)
      .split(' ');
    const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
    return { parent: Number(parent), command, ticks: Number(user) + Number(system) };
  } catch {
    return null;
  }
}

const kindOf = (command: string): string =>
  /--type=([a-z]+)/.exec(command)?.[1] ?? (command.includes('fabula') ? 'program' : 'browser');

/** Hundredths of a second each kind of process under this one has worked so far. */
function ticksByKind(): Map<string, number> {
  const all = new Map(
    readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .flatMap((name) => {
        const one = readProcess(name);
        return one ? [[Number(name), one] as const] : [];
      }),
  );
  const isBelow = (pid: number): boolean => {
    const parent = all.get(pid)?.parent ?? 0;
    return parent === process.pid || (parent > 1 && isBelow(parent));
  };
  const sums = new Map<string, number>();
  for (const [pid, { command, ticks }] of all) {
    if (!isBelow(pid)) continue;
    const kind = kindOf(command);
    sums.set(kind, (sums.get(kind) ?? 0) + ticks);
  }
  return sums;
}

const desk = await startDesk();
const chapter = `# 雪夜\n\n${'雪落了一夜，谁也没有出门，只有阿禾提着灯。\n\n'.repeat(200)}`;
const project = await desk.project({ '01.md': chapter });
const { text } = await desk.window('zh-CN', { project });
await text.text.focus();
await setTimeout(settleMs);
const before = ticksByKind();
await setTimeout(restMs);
const after = ticksByKind();
const shares = [...after].map(([kind, ticks]) => {
  const worked = ticks - (before.get(kind) ?? 0);
  return `${kind} ${((worked * 1000) / restMs).toFixed(1)} %`;
});
process.stdout.write(`at rest: ${shares.join(', ')}\n`);
await desk.close();
