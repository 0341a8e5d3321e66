import { describe, expect, it } from 'vitest';
import {
  closingLine,
  filesToTryAgain,
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
      const many = [1, 2, 3, 4].map((at) => `/book/tests/e2e/${at}.test.ts`);
      expect(filesToTryAgain(failed(...many.slice(1)))).toHaveLength(3);
      expect(filesToTryAgain(failed(...many))).toEqual([]);
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
