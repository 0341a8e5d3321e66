/** `npm run electron:test-runtime`: prepares the Electron that tests run in and prints where it is. */
import { prepareElectronRuntime } from './electron-runtime/prepare.ts';

const runtime = await prepareElectronRuntime((line) => process.stderr.write(`${line}\n`));
process.stdout.write(`${JSON.stringify(runtime)}\n`);
