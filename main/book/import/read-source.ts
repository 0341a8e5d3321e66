/** Reads a file into chapters, and writes nothing. */
import { resolve, basename, extname } from 'node:path';
import type { z } from 'zod';
import type { importContract, ImportWarning, SplitRule } from '#shared/contract/import.ts';
import type { Language } from '#shared/domain/identifiers.ts';
import { AppError } from '#shared/errors.ts';
import { type Chapter, withTitles } from './chapters.ts';
import { formatUnknown, tooLarge } from './failures.ts';
import { formatReaders } from './formats/index.ts';
import type { OpenSource, ReadOptions } from './formats/reader.ts';
import type { ImportLimits } from './limits.ts';
import { resolveMarks } from './marks.ts';
import { openSource } from './open-source.ts';
import type { SourceText } from './source-text.ts';
import { splitSource } from './split/index.ts';
import { storableSource } from './storable.ts';

export type SourceRequest = z.output<(typeof importContract)['import:preview']['input']>;

export type ReadChapters = {
  source: SourceText;
  /** The name the file gives the book, or the file's own. */
  name: string;
  language: Language;
  splitAt: SplitRule;
  splits: { splitAt: SplitRule; chapters: number }[];
  chapters: Chapter[];
  warnings: ImportWarning[];
};

export type ReadDependencies = Omit<ReadOptions, 'encoding'> & { limits: ImportLimits };

const readOpened = async (opened: OpenSource, options: ReadOptions): Promise<SourceText> => {
  const reader = formatReaders.find(({ recognises }) => recognises(opened));
  if (reader === undefined) throw formatUnknown('it is of no format that is known');
  return storableSource(await reader.read(opened, options));
};

/** A tenth of Han among the letters makes a text Chinese: a Chinese novel may quote a lot of English. */
const hanShare = 0.1;
const languageSample = 20_000;

const languageOf = (source: SourceText): Language => {
  let sample = '';
  for (const { text } of source.parts) {
    if (sample.length < languageSample) sample += text.slice(0, languageSample);
  }
  const han = sample.match(/\p{Script=Han}/gu)?.length ?? 0;
  const letters = sample.match(/\p{L}/gu)?.length ?? 0;
  return letters === 0 || han / letters >= hanShare ? 'zh-CN' : 'en';
};

const checkSizes = (chapters: readonly Chapter[], limits: ImportLimits): void => {
  if (chapters.length > limits.chapters) {
    throw tooLarge('chapters', { count: chapters.length, limit: limits.chapters });
  }
};

/**
 * IMPORT_FILE_MISSING, IMPORT_FORMAT_UNKNOWN, IMPORT_FILE_DAMAGED, IMPORT_FILE_PROTECTED, IMPORT_TOO_LARGE,
 * IMPORT_NOTHING_FOUND; INVALID_INPUT for a pattern or an encoding that does not fit.
 */
export const readSource = async (
  request: SourceRequest,
  { limits, ...reading }: ReadDependencies,
): Promise<ReadChapters> => {
  const opened = await openSource(request.path, limits);
  let source: SourceText;
  reading.report({ step: 'reading', done: 0, total: 0 });
  try {
    source = await readOpened(opened, { ...reading, encoding: request.encoding ?? null });
  } finally {
    if (opened.kind === 'tree') opened.tree.close();
  }
  const hasText = source.parts.some(({ text }) =>
    /[\p{L}\p{N}]/u.test(resolveMarks(text, 'accept')),
  );
  if (!hasText) throw new AppError('IMPORT_NOTHING_FOUND', 'There is no text in the file.');
  reading.report({ step: 'splitting', done: 0, total: 0 });
  const {
    splitAt,
    title,
    chapters: raw,
    splits,
  } = splitSource(source, {
    splitAt: request.splitAt ?? 'auto',
    pattern: request.pattern ?? null,
  });
  const file = basename(resolve(request.path));
  const name = source.title ?? title ?? (file.slice(0, file.length - extname(file).length) || file);
  const language = languageOf(source);
  const [first, ...others] = withTitles(raw, name, language);
  const { frontMatter } = source;
  const chapters = first ? [{ ...first, ...(frontMatter && { frontMatter }) }, ...others] : [];
  checkSizes(chapters, limits);
  return { source, name, language, splitAt, splits, chapters, warnings: source.warnings };
};
