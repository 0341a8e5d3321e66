import { z } from 'zod';

/** Tests that ran, and what could not run at all. */
export interface Tally {
  readonly passed: number;
  readonly failed: number;
}

const VitestReport = z.object({
  numPassedTests: z.number(),
  numFailedTests: z.number(),
  testResults: z.array(
    z.object({ status: z.string(), assertionResults: z.array(z.object({ status: z.string() })) }),
  ),
});

/**
 * Counts a report of Vitest's JSON reporter. A file that failed without a failed test (it did not
 * load, or a hook threw) counts as one failure.
 * @throws ZodError when it is no such report
 */
export function tallyOfReport(report: unknown): Tally {
  const { numPassedTests, numFailedTests, testResults } = VitestReport.parse(report);
  const brokenFiles = testResults.filter(({ status, assertionResults }) => {
    return status === 'failed' && !assertionResults.some((test) => test.status === 'failed');
  });
  return { passed: numPassedTests, failed: numFailedTests + brokenFiles.length };
}

/** The line every run of the tests ends with. */
export function closingLine(tallies: readonly Tally[]): string {
  const passed = tallies.reduce((sum, tally) => sum + tally.passed, 0);
  const failed = tallies.reduce((sum, tally) => sum + tally.failed, 0);
  return `${passed} passed, ${failed} failed`;
}
