/** `npm run package`: the app as an unpacked folder under release/, from the downloaded Electron. */
import path from 'node:path';
import { fetchElectron } from './bootstrap/electron.mjs';
import { ensureBuilt } from './bootstrap/install.mjs';
import { packageApp } from './package/package-app.ts';

const log = (line: string) => process.stdout.write(`${line}\n`);

await ensureBuilt({ log });
const found = await fetchElectron({ stallMs: 12_000, log });
const dist =
  process.env.FABULA_ELECTRON_DIST ??
  ('executable' in found ? path.dirname(found.executable) : null);
if (dist) {
  await packageApp(dist);
  log('release/ holds the app');
} else {
  log(`Electron could not be downloaded: ${'refused' in found ? found.refused : ''}`);
  process.exitCode = 1;
}
