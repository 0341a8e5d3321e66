import { pathToFileURL } from 'node:url';
import path from 'node:path';
import { findProgramFiles } from '#main/hosts/node/package-root.ts';
import { root } from '../../scripts/bootstrap/paths.mjs';

/** Whether tests run what is shipped (`npm run build` came before them) or the sources. */
const isBuilt = process.env.FABULA_TEST_BUILT === '1';

/** The command line's first module, below the package root. */
export const cliEntry = isBuilt ? 'dist/cli/fabula.js' : 'main/hosts/cli/fabula.ts';

/** The files of the program under test, its workers among them: those are as `cliEntry` would start them. */
export const programFiles = findProgramFiles(pathToFileURL(path.join(root, cliEntry)).href);
