import { z } from 'zod';

/** Tests that ran, and what could not run at all. */
export interface Tally {
  readonly passed: number;
  readonly failed: number;
}

const VitestReport = z.object({
  testResults: z.array(
    z.object({ status: z.string(), assertionResults: z.array(z.object({ status: z.string() })) }),
  ),
});

/**
 * Counts a report of Vitest's JSON reporter. A test that did not come to an end counts as failed: the process it ran in
 * died, and no test tells that. So does a file that failed or ended without a failed test (it did not load, or a hook
 * threw).
 * @throws ZodError when it is no such report
 */
export function tallyOfReport(report: unknown): Tally {
  const { testResults } = VitestReport.parse(report);
  const tests = testResults.flatMap(({ assertionResults }) => assertionResults);
  const passed = tests.filter(({ status }) => status === 'passed').length;
  const brokenFiles = testResults.filter(({ status, assertionResults }) => {
    const allPassed = assertionResults.every((test) => test.status === 'passed');
    return allPassed && (status === 'failed' || assertionResults.length === 0);
  });
  return { passed, failed: tests.length - passed + brokenFiles.length };
}

/** The line every run of the tests ends with. */
export function closingLine(tallies: readonly Tally[]): string {
  const passed = tallies.reduce((sum, tally) => sum + tally.passed, 0);
  const failed = tallies.reduce((sum, tally) => sum + tally.failed, 0);
  return `${passed} passed, ${failed} failed`;
}
