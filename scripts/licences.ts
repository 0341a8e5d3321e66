/** `npm run licences`: the licences of all parts that ship, in one file under dist/. */
import path from 'node:path';
import { root } from './bootstrap/paths.mjs';
import { licencesFile, writeLicences } from './package/package-app.ts';

const count = await writeLicences();
process.stdout.write(`${count} parts in ${path.relative(root, licencesFile)}\n`);
