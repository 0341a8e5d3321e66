import { describe, expect, it } from 'vitest';
import {
  closingLine,
  failedFiles,
  filesToTryAgain,
  linesOfFailedFiles,
  resultsOfReport,
  sumTallies,
  withSecondTry,
} from '../../../scripts/test/tally.ts';

const report = (files: { status: string; tests: string[] }[]) => ({
  testResults: files.map(({ status, tests }, at) => ({
    name: `/tests/unit/${at}.test.ts`,
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
    expect(sumTallies(resultsOfReport(report(files)))).toEqual({ passed: 3, failed: 1 });
  });

  it('counts a file that did not load as a failure', () => {
    const files = [{ status: 'failed', tests: [] }];
    expect(sumTallies(resultsOfReport(report(files)))).toEqual({ passed: 0, failed: 1 });
  });

  it('counts a test that did not come to an end as a failure', () => {
    const files = [
      { status: 'passed', tests: ['passed', 'pending', 'skipped'] },
      { status: 'passed', tests: ['passed'] },
    ];
    expect(sumTallies(resultsOfReport(report(files)))).toEqual({ passed: 2, failed: 2 });
  });

  it('counts a file that ended without a test as a failure', () => {
    const files = [{ status: 'passed', tests: [] }];
    expect(sumTallies(resultsOfReport(report(files)))).toEqual({ passed: 0, failed: 1 });
  });

  it('sums everything into the closing line', () => {
    const tallies = [
      { passed: 7, failed: 0 },
      { passed: 120, failed: 2 },
    ];
    expect(closingLine(tallies)).toBe('127 passed, 2 failed');
  });

  describe('the second try', () => {
    const failed = (...files: string[]) => files.map((file) => ({ file, passed: 1, failed: 1 }));

    it('is for the files that wait for processes and pages, and no others', () => {
      const passed = { file: '/book/tests/e2e/a.test.ts', passed: 3, failed: 0 };
      const late = failed('/book/tests/e2e/b.test.ts', '/book/tests/integration/c.test.ts');
      expect(filesToTryAgain([passed, ...late])).toEqual(late.map(({ file }) => file));
      expect(filesToTryAgain([...late, ...failed('/book/tests/unit/d.test.ts')])).toEqual([]);
    });

    it('is not for a stage that died, nor for many files', () => {
      expect(filesToTryAgain(failed('browser'))).toEqual([]);
      const many = [1, 2, 3, 4, 5, 6, 7].map((at) => `/book/tests/e2e/${at}.test.ts`);
      expect(filesToTryAgain(failed(...many.slice(1)))).toHaveLength(6);
      expect(filesToTryAgain(failed(...many))).toEqual([]);
    });

    it('is told with what failed at first and what came of it alone', () => {
      const reported = (name: string, tests: object[], message = '') =>
        resultsOfReport({
          testResults: [{ name, status: 'failed', message, assertionResults: tests }],
        });
      const passed = { status: 'passed', fullName: 'opens', failureMessages: [] };
      const late = {
        status: 'failed',
        fullName: 'the desk closes',
        failureMessages: ['Error: Timeout 90000ms exceeded.\n    at somewhere'],
      };
      const limit = {
        status: 'failed',
        fullName: 'waits',
        failureMessages: ['Error: STACK_TRACE_ERROR\n    at task'],
      };
      const whole = [
        ...reported('/book/tests/e2e/a.test.ts', [passed, late]),
        ...reported('/book/tests/e2e/b.test.ts', [passed], 'Error: no window\nCall log:'),
        ...reported('/book/tests/e2e/c.test.ts', [limit]),
      ];
      const alone = [
        { file: '/book/tests/e2e/a.test.ts', passed: 2, failed: 0 },
        ...reported('/book/tests/e2e/b.test.ts', [late]),
      ];
      const nameOf = (file: string) => file.replace('/book/', '');
      expect(linesOfFailedFiles(failedFiles(whole, alone), nameOf)).toEqual([
        'FLAKY tests/e2e/a.test.ts',
        '  at first: the desk closes: Error: Timeout 90000ms exceeded.',
        '  alone: all 2 passed',
        'FAILED TWICE tests/e2e/b.test.ts',
        '  at first: Error: no window',
        '  alone: the desk closes: Error: Timeout 90000ms exceeded.',
        'FAILED TWICE tests/e2e/c.test.ts',
        '  at first: waits: its time ran out',
        '  alone: the run came to no report',
      ]);
      expect(linesOfFailedFiles(failedFiles(whole.slice(2), null), nameOf)).toEqual([
        'FAILED tests/e2e/c.test.ts',
        '  waits: its time ran out',
      ]);
    });

    it('replaces what it ran, and leaves the rest', () => {
      const first = failed('/a', '/b');
      const second = [{ file: '/b', passed: 2, failed: 0 }];
      expect(sumTallies(withSecondTry(first, second))).toEqual({ passed: 3, failed: 1 });
      // A second try that did not come to its report changes nothing.
      expect(withSecondTry(first, [{ file: 'browser', passed: 0, failed: 1 }])).toEqual(first);
    });
  });
});
