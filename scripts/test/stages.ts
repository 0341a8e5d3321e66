import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { projectNode, root } from '../bootstrap/paths.mjs';
import { findProgram } from './system.ts';
import {
  type FailedFile,
  type FileResult,
  failedFiles,
  filesToTryAgain,
  resultsOfReport,
  sumTallies,
  type Tally,
  withSecondTry,
} from './tally.ts';

const vitest = path.join(root, 'node_modules/vitest/vitest.mjs');
const runReporter = path.join(root, 'scripts/test/run-reporter.ts');
const failure: Tally = { passed: 0, failed: 1 };
/** A stage that takes this long hangs, ms. */
const longestStage = 3_300_000;

/** `npm run check`, counted by checks. */
export async function runChecks(): Promise<Tally> {
  return withReport(async (report) => {
    await inherit(projectNode(), ['scripts/check.ts', '--json', report]);
    if (!existsSync(report)) return failure;
    const { passed, failed } = JSON.parse(readFileSync(report, 'utf8'));
    return { passed: Number(passed), failed: Number(failed) };
  });
}

/** `npm run build`; counts only when it fails. */
export async function runBuild(): Promise<Tally> {
  const code = await inherit(projectNode(), ['scripts/build.ts']);
  return code === 0 ? { passed: 0, failed: 0 } : failure;
}

/**
 * Runs projects of vitest.config.ts. Of integration and end-to-end tests, a few that failed are run once more,
 * alone: a page that came late on a busy machine does not fail the whole, but is named (FLAKY).
 * @param display whether windows are opened; they then go to a display of their own
 * @param failures receives every file that failed, in its first or its second try
 */
export async function runVitest(
  projects: readonly string[],
  { display = false, failures }: { display?: boolean; failures: FailedFile[] },
): Promise<Tally> {
  const whole = await runFiles(projects, [], display);
  const again = filesToTryAgain(whole);
  if (again.length === 0) {
    failures.push(...failedFiles(whole, null));
    return sumTallies(whole);
  }
  process.stdout.write(`\nSECOND TRY, alone: ${again.map(relative).join(' ')}\n`);
  const second = await runFiles(projects, again, display);
  failures.push(...failedFiles(whole, second));
  return sumTallies(withSecondTry(whole, second));
}

/** A file's path as everybody writes it. */
export const relative = (file: string): string => path.relative(root, file);

async function runFiles(
  projects: readonly string[],
  files: readonly string[],
  display: boolean,
): Promise<FileResult[]> {
  return withReport(async (report) => {
    const args = [
      ...[vitest, 'run', ...files, '--reporter=dot', `--reporter=${runReporter}`],
      ...['--reporter=json', `--outputFile.json=${report}`],
      ...projects.flatMap((project) => ['--project', project]),
      // A window that no longer opens fails every test in it, each after its whole time.
      ...(display ? ['--bail', '8'] : []),
    ];
    const screen = display ? findProgram('xvfb-run') : null;
    const code = screen
      ? await inherit(screen, ['-a', '-s', '-screen 0 1440x900x24', projectNode(), ...args])
      : await inherit(projectNode(), args);
    const stage = { file: projects.join(' '), ...failure };
    if (!existsSync(report)) return [stage];
    const results = resultsOfReport(JSON.parse(readFileSync(report, 'utf8')));
    // An unhandled rejection fails the run without failing a test.
    return code !== 0 && sumTallies(results).failed === 0 ? [...results, stage] : results;
  });
}

async function withReport<T>(stage: (report: string) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(path.join(tmpdir(), 'fabula-test-'));
  try {
    return await stage(path.join(folder, 'report.json'));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function inherit(program: string, args: readonly string[]): Promise<number> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, {
      cwd: root,
      env: {
        ...process.env,
        // Tests that start the program start it as it is shipped: the build comes before them.
        FABULA_TEST_BUILT: '1',
        // They start it hundreds of times; Node compiles it once.
        NODE_COMPILE_CACHE: path.join(root, 'node_modules/.cache/node-compile'),
      },
      stdio: ['ignore', 'inherit', 'inherit'],
    });
    const abandon = () => child.kill('SIGKILL');
    process.once('exit', abandon);
    const watchdog = setTimeout(() => {
      process.stdout.write(`stopped after ${longestStage / 1000} s: ${args.join(' ')}\n`);
      abandon();
    }, longestStage);
    child.once('error', reject);
    child.once('close', (code) => {
      clearTimeout(watchdog);
      process.off('exit', abandon);
      resolve(code ?? 1);
    });
  });
}
