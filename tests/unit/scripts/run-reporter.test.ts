import { mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { projectNode, root } from '../../../scripts/bootstrap/paths.mjs';
import { outcomeOf } from '../../../scripts/run-program.ts';
import { resultsOfReport, sumTallies } from '../../../scripts/test/tally.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'fabula-reporter-'));
  await symlink(path.join(root, 'node_modules'), path.join(folder, 'node_modules'), 'junction');
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const load = "import { expect, it } from 'vitest';\n";

/** Runs these files as a stage of `npm test` does. */
const runFiles = async (files: Record<string, string>) => {
  await writeFile(path.join(folder, 'vitest.config.mjs'), 'export default {};\n');
  for (const [name, text] of Object.entries(files)) {
    await writeFile(path.join(folder, name), load + text);
  }
  const { code, stdout } = await outcomeOf(
    projectNode(),
    [
      ...[path.join(root, 'node_modules/vitest/vitest.mjs'), 'run', '--root', folder],
      `--reporter=${path.join(root, 'scripts/test/run-reporter.ts')}`,
      ...['--reporter=json', '--outputFile.json=report.json', '--no-isolate', '--maxWorkers=2'],
    ],
    folder,
  );
  const report: unknown = JSON.parse(await readFile(path.join(folder, 'report.json'), 'utf8'));
  return { code, stdout, tally: sumTallies(resultsOfReport(report)) };
};

describe('a run of tests', () => {
  it('names the file and the tests of a process that died, and counts them as failed', async () => {
    const { code, stdout, tally } = await runFiles({
      'dies.test.mjs': `it('stands', () => expect(1).toBe(1));
it('dies', async () => {
  await new Promise((resolve) => setTimeout(resolve, 300));
  process.kill(process.pid, 'SIGKILL');
  await new Promise(() => {});
});
it('comes after', () => {});\n`,
      'lives.test.mjs': "it('lives', () => {});\n",
    });
    expect(code).not.toBe(0);
    expect(stdout).toContain('NOT FINISHED dies.test.mjs > dies');
    expect(stdout).toContain('NOT FINISHED dies.test.mjs > comes after');
    expect(tally.failed).toBeGreaterThanOrEqual(2);
    expect(tally.passed + tally.failed).toBe(4);
  });

  it('names a file that dies while it is loaded', async () => {
    const { code, stdout, tally } = await runFiles({
      'dies.test.mjs': "process.kill(process.pid, 'SIGKILL');\nit('never runs', () => {});\n",
    });
    expect(code).not.toBe(0);
    expect(stdout).toContain('NOT FINISHED dies.test.mjs');
    expect(tally).toEqual({ passed: 0, failed: 1 });
  });

  it('names the files that took longest, the longest first', async () => {
    const lasting = (ms: number) =>
      `it('waits', () => new Promise((resolve) => setTimeout(resolve, ${ms})));\n`;
    const { stdout } = await runFiles({
      'long.test.mjs': lasting(600),
      'short.test.mjs': lasting(0),
    });
    expect(stdout).toMatch(/TOOK [\d.]+ s long\.test\.mjs\s+TOOK [\d.]+ s short\.test\.mjs/);
  });

  it('names what failed, in a test and outside of tests', async () => {
    const { stdout, tally } = await runFiles({
      'fails.test.mjs': "it('is wrong', () => expect(1).toBe(2));\n",
      'breaks.test.mjs': "throw new Error('not loadable');\n",
    });
    expect(stdout).toContain('FAILED fails.test.mjs > is wrong\n  expected 1 to be 2');
    expect(stdout).toContain('FAILED breaks.test.mjs\n  not loadable');
    expect(tally).toEqual({ passed: 0, failed: 2 });
  });
});
