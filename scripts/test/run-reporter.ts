import type { Reporter, TestCase, TestModule } from 'vitest/node';

/** A file that takes this long hangs, or wants to be two, ms. */
const longestFile = 300_000;
/** How many of the files a run waited for longest are named at its end. */
const namedFiles = 12;

type Failure = { readonly message?: string };

/**
 * Says as soon as it happened what the JSON report of a run that is stopped later would not: which test failed, which
 * file runs for too long, and which tests never came to an end (a worker that dies fails no test). At the end it names the
 * files that took longest: who makes a run shorter begins with those.
 */
export default class RunReporter implements Reporter {
  private readonly running = new Map<string, NodeJS.Timeout>();

  onTestModuleStart({ moduleId, relativeModuleId }: TestModule): void {
    const late = setTimeout(() => say(`STILL RUNNING ${relativeModuleId}`), longestFile);
    this.running.set(moduleId, late.unref());
  }

  onTestModuleEnd(module: TestModule): void {
    clearTimeout(this.running.get(module.moduleId));
    for (const error of module.errors()) say(`FAILED ${module.relativeModuleId}`, error);
  }

  onTestCaseResult(testCase: TestCase): void {
    const { state, errors } = testCase.result();
    if (state !== 'failed') return;
    say(`FAILED ${testCase.module.relativeModuleId} > ${testCase.fullName}`, errors[0]);
  }

  onTestRunEnd(modules: readonly TestModule[], errors: readonly Failure[]): void {
    for (const late of this.running.values()) clearTimeout(late);
    for (const line of longestFiles(modules)) say(line);
    for (const error of errors) say('FAILED outside of any test', error);
    for (const module of modules) {
      const tests = [...module.children.allTests()];
      const unfinished = tests.filter(
        (test) => !['passed', 'failed'].includes(test.result().state),
      );
      const file = module.relativeModuleId;
      if (tests.length === 0 && module.state() !== 'failed') say(`NOT FINISHED ${file}`);
      for (const { fullName } of unfinished) say(`NOT FINISHED ${file} > ${fullName}`);
    }
  }
}

function longestFiles(modules: readonly TestModule[]): string[] {
  return modules
    .map((module) => {
      const { collectDuration, duration } = module.diagnostic();
      return { file: module.relativeModuleId, seconds: (collectDuration + duration) / 1000 };
    })
    .toSorted((one, other) => other.seconds - one.seconds)
    .slice(0, namedFiles)
    .map(({ file, seconds }) => `TOOK ${seconds.toFixed(1)} s ${file}`);
}

function say(line: string, error?: Failure): void {
  const told = (error?.message ?? '').split('\n').slice(0, 4);
  process.stdout.write(`\n${[line, ...told].filter(Boolean).join('\n  ')}\n`);
}
