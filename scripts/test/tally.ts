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
  /** Name of its first test that failed and the first line it failed with; absent where none did. */
  readonly failure?: string;
}

/** A file that failed, and what came of its second try. */
export interface FailedFile {
  readonly first: FileResult;
  /** Null where there was none. */
  readonly second: FileResult | 'no report' | null;
}

const VitestReport = z.object({
  testResults: z.array(
    z.object({
      name: z.string(),
      status: z.string(),
      message: z.string().optional(),
      assertionResults: z.array(
        z.object({
          status: z.string(),
          fullName: z.string().optional(),
          failureMessages: z.array(z.string()).nullish(),
        }),
      ),
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
  return testResults.map((result) => {
    const { name, status, assertionResults: tests } = result;
    const passed = tests.filter((test) => test.status === 'passed').length;
    const isBroken = passed === tests.length && (status === 'failed' || tests.length === 0);
    const failed = tests.length - passed + (isBroken ? 1 : 0);
    const tally = { file: name, passed, failed };
    return failed === 0 ? tally : { ...tally, failure: failureOf(result) };
  });
}

type ReportedFile = z.infer<typeof VitestReport>['testResults'][number];

/** A test that says why comes before one that only did not end. */
function failureOf({ message, assertionResults: tests }: ReportedFile): string {
  const failed =
    tests.find((test) => test.status === 'failed') ??
    tests.find((test) => test.status !== 'passed');
  const why = firstLine(failed?.failureMessages?.[0] || message || 'it did not come to an end');
  return failed ? `${failed.fullName ?? 'a test'}: ${why}` : why;
}

function firstLine(text: string): string {
  const line = text.trim().split('\n')[0]?.slice(0, 300) ?? '';
  // All that Vitest's JSON tells of a time limit.
  return line.replace(/^Error: STACK_TRACE_ERROR$/, 'its time ran out');
}

export function sumTallies(tallies: readonly Tally[]): Tally {
  return {
    passed: tallies.reduce((sum, tally) => sum + tally.passed, 0),
    failed: tallies.reduce((sum, tally) => sum + tally.failed, 0),
  };
}

/** What waits for processes and pages can be late on a busy machine; what computes cannot. */
const waiting = /[\\/]tests[\\/](?:integration|e2e)[\\/]/;
/** More than one in a hundred files is no chance. */
const maxTriedAgain = 6;

/** The files that deserve a second try, alone: none where anything else failed too. */
export function filesToTryAgain(results: readonly FileResult[]): string[] {
  const failed = results.filter((result) => result.failed > 0).map(({ file }) => file);
  const isChance = failed.length <= maxTriedAgain && failed.every((file) => waiting.test(file));
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

/**
 * The files that failed in a run, with what came of those that were tried again.
 * @param second null where nothing was tried again
 */
export function failedFiles(
  whole: readonly FileResult[],
  second: readonly FileResult[] | null,
): FailedFile[] {
  return whole
    .filter(({ failed }) => failed > 0)
    .map((first) => ({
      first,
      second: second && (second.find(({ file }) => file === first.file) ?? 'no report'),
    }));
}

/** What stands just before the closing line: the end of a log must tell what failed, what was tried again, and why. */
export function linesOfFailedFiles(
  files: readonly FailedFile[],
  nameOf: (file: string) => string,
): string[] {
  return files.flatMap(({ first, second }) => {
    const name = nameOf(first.file);
    const why = first.failure ?? 'it failed';
    if (second === null) return [`FAILED ${name}`, `  ${why}`];
    const isFlaky = second !== 'no report' && second.failed === 0;
    return [
      `${isFlaky ? 'FLAKY' : 'FAILED TWICE'} ${name}`,
      `  at first: ${why}`,
      `  alone: ${aloneLine(second)}`,
    ];
  });
}

function aloneLine(second: FileResult | 'no report'): string {
  if (second === 'no report') return 'the run came to no report';
  return second.failed === 0 ? `all ${second.passed} passed` : (second.failure ?? 'it failed');
}

/** The line every run of the tests ends with. */
export function closingLine(tallies: readonly Tally[]): string {
  const { passed, failed } = sumTallies(tallies);
  return `${passed} passed, ${failed} failed`;
}
