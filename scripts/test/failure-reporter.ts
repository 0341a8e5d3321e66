import type { Reporter, TestCase } from 'vitest/node';

/** Names a failed test as soon as it failed: a run that is stopped later has said what it knew. */
export default class FailureReporter implements Reporter {
  onTestCaseResult(testCase: TestCase): void {
    const result = testCase.result();
    if (result.state !== 'failed') return;
    const [error] = result.errors;
    const message = (error?.message ?? '').split('\n').slice(0, 4).join('\n  ');
    process.stdout.write(
      `\nFAILED ${testCase.module.relativeModuleId} > ${testCase.fullName}\n  ${message}\n`,
    );
  }
}
