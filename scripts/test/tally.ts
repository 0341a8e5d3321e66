import { z } from 'zod';

/** Tests that ran, and what could not run at all. */
export interface Tally {
  readonly passed: number;
  readonly failed: number;
}

/** What became of one file of tests. */
export interface FileResult extends Tally {
  /** Absolute path. */
  readonly file: string;
}

const VitestReport = z.object({
  testResults: z.array(
    z.object({
      name: z.string(),
      status: z.string(),
      assertionResults: z.array(z.object({ status: z.string() })),
    }),
  ),
});

/**
 * Counts a report of Vitest's JSON reporter, file by file. A test that did not come to an end counts as failed: the
 * process it ran in died, and no test tells that. So does a file that failed or ended without a failed test (it did not
 * load, or a hook threw).
 * @throws ZodError when it is no such report
 */
export function resultsOfReport(report: unknown): FileResult[] {
  const { testResults } = VitestReport.parse(report);
  return testResults.map(({ name, status, assertionResults: tests }) => {
    const passed = tests.filter((test) => test.status === 'passed').length;
    const isBroken = passed === tests.length && (status === 'failed' || tests.length === 0);
    return { file: name, passed, failed: tests.length - passed + (isBroken ? 1 : 0) };
  });
}

export function sumTallies(tallies: readonly Tally[]): Tally {
  return {
    passed: tallies.reduce((sum, tally) => sum + tally.passed, 0),
    failed: tallies.reduce((sum, tally) => sum + tally.failed, 0),
  };
}

/** What waits for processes and pages can be late on a busy machine; what computes cannot. */
const waiting = /[\\/]tests[\\/](?:integration|e2e)[\\/]/;
/** More than these are no chance. */
const mostTriedAgain = 3;

/** The files that deserve a second try, alone: none where anything else failed too. */
export function filesToTryAgain(results: readonly FileResult[]): string[] {
  const failed = results.filter((result) => result.failed > 0).map(({ file }) => file);
  const isChance = failed.length <= mostTriedAgain && failed.every((file) => waiting.test(file));
  return isChance ? failed : [];
}

/** The results of a run, those of the second try in the place of the first's. */
export function withSecondTry(
  first: readonly FileResult[],
  second: readonly FileResult[],
): FileResult[] {
  const again = new Map(second.map((result) => [result.file, result]));
  return first.map((result) => again.get(result.file) ?? result);
}

/** The line every run of the tests ends with. */
export function closingLine(tallies: readonly Tally[]): string {
  const { passed, failed } = sumTallies(tallies);
  return `${passed} passed, ${failed} failed`;
}
