/**
 * `npm run build && FABULA_TEST_BUILT=1 node tests/bench/round-trip.ts <folder of Markdown> <zh-CN or en> [chapters a volume]`: a
 * novel in volumes leaves the built program in each format and comes in again as a book of its own, over HTTP. Prints how
 * long both took, and how many chapters are the same in volume and title, and in their letters (B10 W1).
 */
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { type ExportFormat, exportFormats } from '#shared/domain/export.ts';
import { Language } from '#shared/domain/identifiers.ts';
import { volumeTitle } from '#shared/volumes.ts';
import { callTo, serveFabula } from '#tests/helpers/serve.ts';
import { milliseconds } from './figures.ts';

const [source = '', languageName, size = '30'] = process.argv.slice(2);
const language = Language.parse(languageName);

const folder = mkdtempSync(join(tmpdir(), 'fabula-round-trip-'));
const book = join(folder, 'book');
const chapters = readdirSync(resolve(source)).filter((name) => name.endsWith('.md'));
for (const [at, name] of chapters.sort().entries()) {
  const number = Math.floor(at / Number(size)) + 1;
  const volume = join(book, `${String(number).padStart(2, '0')} Volume ${number}`);
  mkdirSync(volume, { recursive: true });
  cpSync(join(resolve(source), name), join(volume, name));
}

const served = await serveFabula(join(folder, 'data'));

type Chapter = { place: string; letters: string };

/** Marks of emphasis are written in more than one way. */
const lettersOf = (text: string): string => text.replace(/[\s*_\\]/gu, '');

const chaptersOf = async (projectId: string): Promise<Chapter[]> => {
  const { documents } = await callTo(served, 'documents:list', { projectId });
  const read: Chapter[] = [];
  for (const { documentId, group, title } of documents) {
    const { text } = await callTo(served, 'documents:read', { projectId, documentId });
    read.push({ place: lettersOf(`${volumeTitle(group)}|${title}`), letters: lettersOf(text) });
  }
  return read;
};

const roundTrip = async (projectId: string, format: ExportFormat, perChapter: boolean) => {
  const extension = perChapter ? 'zip' : exportFormats[format].extension;
  const path = join(folder, `${format}.${extension}`);
  const into = { folder: join(folder, `from-${format}-${extension}`), language };
  const started = performance.now();
  await callTo(served, 'documents:export', { projectId, format, path, layout: { perChapter } });
  const written = performance.now();
  const made = await callTo(served, 'import:commit', { path, into });
  const done = performance.now();
  const [before, after] = [await chaptersOf(projectId), await chaptersOf(made.projectId)];
  // A page with the title of the book is text before the first chapter where nothing marks it.
  const front = after.length - before.length;
  const same = (what: keyof Chapter): number =>
    before.filter((chapter, at) => after[at + front]?.[what] === chapter[what]).length;
  const times = `${milliseconds(written - started)} | ${milliseconds(done - written)}`;
  const counts = `${after.length} of ${before.length} | ${same('place')} | ${same('letters')}`;
  process.stdout.write(`| ${format}, .${extension} | ${times} | ${counts} |\n`);
};

try {
  const { projectId } = await callTo(served, 'projects:open', { path: book, language });
  for (const format of ['docx', 'epub', 'markdown', 'txt'] as const) {
    await roundTrip(projectId, format, false);
    if (exportFormats[format].heeds.includes('perChapter'))
      await roundTrip(projectId, format, true);
  }
  process.stdout.write(`load ${loadavg()[0]?.toFixed(0)}\n`);
} finally {
  await served.stop();
  rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
}
