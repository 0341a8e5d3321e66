/** Puts the built app and an Electron into one folder, with the licences of all that is in it. */
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { projectNode, root } from '../bootstrap/paths.mjs';
import { collectLicences, writeOut } from '../licences/collect.ts';
import { run } from '../run-program.ts';

/** Of all parts, beside the program's own. */
export const licencesFile = path.join(root, 'dist/THIRD-PARTY-LICENSES.txt');

/** How many parts there are. */
export const writeLicences = async (): Promise<number> => {
  const licences = collectLicences(root);
  await mkdir(path.dirname(licencesFile), { recursive: true });
  await writeFile(licencesFile, writeOut(licences));
  return licences.length;
};

/**
 * Of what `npm run build` made.
 * @param settings of electron-builder, in place of those of electron-builder.yml
 */
export const packageApp = async (
  electronDist: string,
  settings: Readonly<Record<string, string>> = {},
): Promise<void> => {
  await writeLicences();
  const builder = path.join(root, 'node_modules/electron-builder/cli.js');
  const choices = Object.entries({ ...settings, electronDist });
  await run(
    projectNode(),
    [
      builder,
      '--dir',
      '--publish',
      'never',
      ...choices.map(([key, value]) => `-c.${key}=${value}`),
    ],
    root,
  );
};
