/** Gathers the licences of everything that ships: what the program depends on, and what is built into the page. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';

const Lock = z.object({
  packages: z.record(
    z.string(),
    z.object({
      version: z.string().optional(),
      dependencies: z.record(z.string(), z.string()).optional(),
      optionalDependencies: z.record(z.string(), z.string()).optional(),
    }),
  ),
});
const Manifest = z.object({
  license: z.string().optional(),
  author: z.union([z.string(), z.object({ name: z.string() })]).optional(),
});

export type Licence = { name: string; version: string; licence: string; text: string };

const modules = 'node_modules/';
const source = /\.(?:tsx?|css)$/;
const imported = /(?:from|import|@import|url)\s*\(?\s*['"]((?:@[\w.-]+\/)?[a-z][\w.-]*)(?=['"/])/g;
const licenceFile = /^(?:licen[cs]e|copying|notice)/i;

/** Packages that files of a folder name, and so end up in what is built of it. */
const importedIn = (folder: string): Set<string> => {
  const names = new Set<string>();
  for (const file of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    if (!source.test(file)) continue;
    const text = readFileSync(path.join(folder, file), 'utf8');
    for (const [, name = ''] of text.matchAll(imported)) names.add(name);
  }
  return names;
};

/** Where `name` is found from a package, as Node looks for it; null where this platform does not have it. */
const placeOf = (root: string, from: string, name: string): string | null => {
  for (let at = from; ; at = at.slice(0, Math.max(0, at.lastIndexOf(modules) - 1))) {
    const place = at === '' ? `${modules}${name}` : `${at}/${modules}${name}`;
    if (existsSync(path.join(root, place, 'package.json'))) return place;
    if (at === '') return null;
  }
};

const read = (root: string, place: string, version: string): Licence => {
  const folder = path.join(root, place);
  const content: unknown = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'));
  const { license = '', author } = Manifest.parse(content);
  const own = readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile() && licenceFile.test(entry.name))
    .map((entry) => readFileSync(path.join(folder, entry.name), 'utf8').trim());
  const holder = typeof author === 'string' ? author : (author?.name ?? '');
  const name = place.slice(place.lastIndexOf(modules) + modules.length);
  const said = [`Licence: ${license}`, ...(holder === '' ? [] : [`Author: ${holder}`])];
  return { name, version, licence: license, text: (own.length > 0 ? own : said).join('\n\n') };
};

/**
 * In the order of their names, each version once.
 * @throws Error for a package that says nothing of its licence
 */
export const collectLicences = (root: string): Licence[] => {
  const { packages } = Lock.parse(
    JSON.parse(readFileSync(path.join(root, 'package-lock.json'), 'utf8')),
  );
  const found = new Map<string, Licence>();
  const seen = new Set<string>();
  const own = Object.keys(packages['']?.dependencies ?? {});
  const built = ['renderer', 'shared'].flatMap((folder) => [
    ...importedIn(path.join(root, folder)),
  ]);
  const waiting = [...own, ...built].map((name) => placeOf(root, '', name));
  for (let place = waiting.pop(); place !== undefined; place = waiting.pop()) {
    if (place === null || seen.has(place)) continue;
    seen.add(place);
    const { version = '', ...needs } = packages[place] ?? {};
    const licence = read(root, place, version);
    if (licence.licence === '' && licence.text === 'Licence: ') {
      throw new Error(`${licence.name} says nothing of its licence`);
    }
    found.set(`${licence.name} ${version}`, licence);
    const names = Object.keys({ ...needs.dependencies, ...needs.optionalDependencies });
    for (const name of names) waiting.push(placeOf(root, place, name));
  }
  return [...found].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, licence]) => licence);
};

const rule = '-'.repeat(80);

/** What ships as one file. */
export const writeOut = (licences: readonly Licence[]): string =>
  licences
    .map(
      ({ name, version, licence, text }) => `${rule}\n${name} ${version} (${licence})\n\n${text}\n`,
    )
    .join('\n');
