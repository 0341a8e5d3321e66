import { describe, expect, it } from 'vitest';
import { closingLine, tallyOfReport } from '../../../scripts/test/tally.ts';

const report = (files: { status: string; tests: string[] }[]) => ({
  testResults: files.map(({ status, tests }) => ({
    status,
    assertionResults: tests.map((test) => ({ status: test })),
  })),
});

describe('the tally of a test run', () => {
  it('counts tests, not files', () => {
    const files = [
      { status: 'passed', tests: ['passed', 'passed'] },
      { status: 'failed', tests: ['passed', 'failed'] },
    ];
    expect(tallyOfReport(report(files))).toEqual({ passed: 3, failed: 1 });
  });

  it('counts a file that did not load as a failure', () => {
    const files = [{ status: 'failed', tests: [] }];
    expect(tallyOfReport(report(files))).toEqual({ passed: 0, failed: 1 });
  });

  it('counts a test that did not come to an end as a failure', () => {
    const files = [
      { status: 'passed', tests: ['passed', 'pending', 'skipped'] },
      { status: 'passed', tests: ['passed'] },
    ];
    expect(tallyOfReport(report(files))).toEqual({ passed: 2, failed: 2 });
  });

  it('counts a file that ended without a test as a failure', () => {
    const files = [{ status: 'passed', tests: [] }];
    expect(tallyOfReport(report(files))).toEqual({ passed: 0, failed: 1 });
  });

  it('sums everything into the closing line', () => {
    const tallies = [
      { passed: 7, failed: 0 },
      { passed: 120, failed: 2 },
    ];
    expect(closingLine(tallies)).toBe('127 passed, 2 failed');
  });
});
