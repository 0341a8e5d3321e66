/** Everything that proves Fabula; ends with one line `N passed, N failed`. */
import { parseArgs } from 'node:util';
import { prepareElectronRuntime } from '../electron-runtime/prepare.ts';
import { makeMemoryFolder } from './memory-folder.ts';
import { relative, runBuild, runChecks, runVitest } from './stages.ts';
import { completeSystem, findChromium } from './system.ts';
import { closingLine, type FailedFile, linesOfFailedFiles, type Tally } from './tally.ts';

const { values } = parseArgs({ options: { required: { type: 'boolean', default: false } } });
const log = (line: string) => process.stdout.write(`${line}\n`);

// Killing `npm test` ends everything it started.
process.once('disconnect', () => process.exit(1));
// What it made for itself goes with it.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, () => process.exit(1));
process.channel?.unref();

// Whatever is started from here on writes there.
const memoryFolder = makeMemoryFolder();
if (memoryFolder !== null) process.env.TMPDIR = memoryFolder;

const notRun: string[] = [];
const tallies: Tally[] = [];
const failures: FailedFile[] = [];

// What only waits for downloads goes on beside what needs none of it.
const system = completeSystem(log);
const electron = system
  .then(() => prepareElectronRuntime(log))
  .then(
    () => null,
    (error: unknown) => (error instanceof Error ? error.message : String(error)),
  );

tallies.push(await runChecks());
tallies.push(await runBuild());
const incomplete = await system;
if (incomplete) notRun.push(incomplete);
tallies.push(await runVitest(['unit', 'integration', 'git', 'contract'], { failures }));

const electronRefused = await electron;
if (electronRefused) notRun.push(`tests in an Electron window: ${electronRefused}`);
if (findChromium()) {
  const inWindows = electronRefused ? [] : [runVitest(['electron'], { display: true, failures })];
  tallies.push(...(await Promise.all([runVitest(['browser'], { failures }), ...inWindows])));
} else {
  notRun.push('tests in a browser: there is no Chromium (set FABULA_CHROMIUM to its path)');
}

for (const missing of notRun) log(`NOT RUN: ${missing}`);
if (values.required) tallies.push({ passed: 0, failed: notRun.length });
for (const line of linesOfFailedFiles(failures, relative)) log(line);
log(closingLine(tallies));
process.exitCode = tallies.some((tally) => tally.failed > 0) ? 1 : 0;
