/**
 * `node tests/bench/imports.ts [format…] [chapters]`: a novel of 39 MB comes from each format into a new book, and
 * once more into that one. Prints for how long the program's main thread answered nobody at the worst.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { createTestApp } from '#tests/helpers/app.ts';
import {
  docxOf,
  epubOf,
  paragraph,
  scrivenerFiles,
  xmlText,
  zipOf,
} from '#tests/helpers/import-files.ts';
import { createRandom } from '#tests/helpers/random.ts';

const megabytes = 39;
const fewestChapters = 2200;

type Chapter = { title: string; paragraphs: string[] };

const chinese = [
  ...'雪马盐驿站风那年下得早没有人回头灯靠岸船门开窗外河边的了是在他她说道走来去看见',
];
const english =
  'the snow came early that year nobody looked back lamp by river and he said she went'.split(' ');

/** A sentence that hardly ever comes twice, as packed files of a size that is no lie need it. */
const createSentences = () => {
  const random = createRandom(7);
  const pick = (from: readonly string[]): string => from[Math.floor(random() * from.length)] ?? '';
  return {
    chinese: (): string => `${Array.from({ length: 60 }, () => pick(chinese)).join('')}。`,
    english: (): string => `${Array.from({ length: 40 }, () => pick(english)).join(' ')}.`,
  };
};

const makeNovel = (chapters: number): Chapter[] => {
  const sentences = createSentences();
  const bytes = (megabytes * 1_000_000) / chapters;
  return Array.from({ length: chapters }, (_, at) => {
    const paragraphs: string[] = [];
    for (let size = 0; size < bytes; size += Buffer.byteLength(paragraphs.at(-1) ?? '')) {
      paragraphs.push(paragraphs.length % 2 === 0 ? sentences.chinese() : sentences.english());
    }
    return { title: `第${at + 1}章 旧稿`, paragraphs };
  });
};

type Written = Promise<string | Buffer> | string;

const writers: Record<string, (novel: readonly Chapter[]) => Written> = {
  txt: (novel) =>
    novel
      .map(
        ({ title, paragraphs }) =>
          `${title}\n${paragraphs.map((one) => `　　${one}`).join('\n')}\n`,
      )
      .join('\n'),
  md: (novel) =>
    novel.map(({ title, paragraphs }) => `# ${title}\n\n${paragraphs.join('\n\n')}\n`).join('\n'),
  docx: (novel) =>
    docxOf(
      novel
        .map(
          ({ title, paragraphs }) =>
            paragraph(title, '1') + paragraphs.map((one) => paragraph(one)).join(''),
        )
        .join(''),
    ),
  epub: (novel) =>
    epubOf(
      '旧稿',
      novel.map(({ title, paragraphs }) => ({
        title,
        html: `<h1>${title}</h1>${paragraphs.map((one) => `<p>${xmlText(one)}</p>`).join('')}`,
      })),
    ),
  scrivener: (novel) =>
    zipOf(
      scrivenerFiles('旧稿', [
        {
          id: 'D',
          type: 'DraftFolder',
          title: 'Draft',
          children: novel.map(({ title, paragraphs }, at) => ({ id: `T${at}`, title, paragraphs })),
        },
      ]),
    ),
};

const extensions: Record<string, string> = { scrivener: 'zip' };

const delays = monitorEventLoopDelay({ resolution: 1 });

/** The most processor time that the main thread took between two turns: what a busy machine adds to the clock is not in it. */
const watchProcessor = (): (() => number) => {
  let longest = 0;
  let before = process.threadCpuUsage();
  const look = (): void => {
    const { user, system } = process.threadCpuUsage(before);
    before = process.threadCpuUsage();
    longest = Math.max(longest, (user + system) / 1000);
  };
  const timer = setInterval(look, 1);
  return () => {
    clearInterval(timer);
    return longest;
  };
};

/** How long it took, and the longest stretch in which nobody else had a turn: on the clock, and of the processor. */
const measure = async <T>(work: () => Promise<T>): Promise<{ value: T; figures: string }> => {
  const started = performance.now();
  delays.reset();
  delays.enable();
  const stop = watchProcessor();
  const value = await work();
  // The last stretch is told by the turn after it.
  await new Promise((done) => setTimeout(done, 20));
  delays.disable();
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  const [clock, processor] = [delays.max / 1e6, stop()].map((ms) => ms.toFixed(0));
  return { value, figures: `${seconds} s · ${clock} ms · ${processor} ms` };
};

const importOne = async (format: string, path: string): Promise<string[]> => {
  // As shipped: answers are parsed again only in tests and development.
  const test = await createTestApp({ checkOutputs: false });
  try {
    const shown = await measure(() => test.call('import:preview', { path }));
    const folder = join(test.folder, 'book');
    const made = await measure(() =>
      test.call('import:commit', { path, into: { folder, language: 'zh-CN' } }),
    );
    const { projectId, documents } = made.value;
    const settled = await measure(() => test.call('projects:sync', { projectId }));
    const closed = await measure(() => test.call('projects:close', { projectId }));
    const opened = await measure(() => test.call('projects:open', { path: folder }));
    const again = await measure(() => test.call('import:commit', { path, into: { projectId } }));
    const { created } = again.value;
    const undone = await measure(() => test.call('import:undo', { projectId, created }));
    if (undone.value.removed !== created.length) throw new Error('Not all of it was taken back.');
    await test.call('projects:close', { projectId });
    const steps = [shown, made, settled, closed, opened, again, undone];
    return [`${format}, ${documents.length} chapters`, ...steps.map(({ figures }) => figures)];
  } finally {
    await test.close();
  }
};

const asked = process.argv.slice(2);
const chapters = Number(asked.find((one) => /^\d+$/.test(one)) ?? fewestChapters);
const formats = asked.filter((one) => one in writers);
const base = mkdtempSync(join(tmpdir(), 'fabula-imports-'));
try {
  process.stdout.write(
    '| format | preview | into a new book | its records | closing | opening again | a second time, into that book | taking that back |\n| --- | --- | --- | --- | --- | --- | --- | --- |\n',
  );
  for (const format of formats.length > 0 ? formats : Object.keys(writers)) {
    const path = join(base, `novel.${extensions[format] ?? format}`);
    writeFileSync(path, (await writers[format]?.(makeNovel(chapters))) ?? '');
    process.stdout.write(`| ${(await importOne(format, path)).join(' | ')} |\n`);
  }
} finally {
  rmSync(base, { recursive: true, force: true });
}
