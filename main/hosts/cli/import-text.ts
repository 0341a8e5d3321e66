/** `fabula import`: shows the chapters of a file, or takes them into a folder. */
import path from 'node:path';
import type { Output } from '#shared/contract/index.ts';
import type { ChangeChoice, SplitRule } from '#shared/contract/import.ts';
import type { Language } from '#shared/domain/identifiers.ts';
import type { App } from '#main/app.ts';
import { type Caller, callerOf } from './caller.ts';
import { requireBook } from './require-book.ts';
import { layOutTable } from './table.ts';

export type ImportOptions = {
  file: string;
  /** A new folder, the folder of a book that is there, or null for a look alone. */
  into: { folder: string } | { project: string } | null;
  language: Language | null;
  splitAt: SplitRule | null;
  pattern: string | null;
  encoding: string | null;
  changes: ChangeChoice | null;
  json: boolean;
};

type Words = {
  heads: [string, string, string];
  found: (chapters: number, characters: number) => string;
  nothing: string;
  taken: (chapters: number, place: string) => string;
};

const words: Record<Language, Words> = {
  'zh-CN': {
    heads: ['', '章', '字数'],
    found: (chapters, characters) => `读到 ${chapters} 章，${characters} 字。`,
    nothing: '什么都没有写入。加上 --into 文件夹 或 --project 文件夹 才写入。',
    taken: (chapters, place) => `导入了 ${chapters} 章：${place}`,
  },
  en: {
    heads: ['', 'Chapter', 'Characters'],
    found: (chapters, characters) => `${chapters} chapters, ${characters} characters.`,
    nothing: 'Nothing was written. Add --into FOLDER or --project FOLDER to take it in.',
    taken: (chapters, place) => `${chapters} chapters imported: ${place}`,
  },
};

const describe = (preview: Output<'import:preview'>): string[] => {
  const said = words[preview.language];
  const rows = preview.chapters.map(({ title, charCount, group }, at) => [
    String(at + 1),
    group === null ? title : `${group} / ${title}`,
    String(charCount),
  ]);
  const [number, chapter, characters] = said.heads;
  return [
    said.found(preview.chapters.length, preview.charCount),
    ...preview.warnings.map(({ code, message, count }) =>
      count === undefined ? `${code}: ${message}` : `${code}: ${message} (${count})`,
    ),
    ...layOutTable(
      [
        { head: number, align: 'right', maxWidth: 5 },
        { head: chapter, align: 'left', maxWidth: 60 },
        { head: characters, align: 'right', maxWidth: 12 },
      ],
      rows,
    ),
  ];
};

const targetOf = async (call: Caller, options: ImportOptions, found: Language) => {
  const { into } = options;
  if (into === null) return null;
  if ('folder' in into) {
    return { folder: path.resolve(into.folder), language: options.language ?? found };
  }
  const root = path.resolve(into.project);
  await requireBook(root);
  const { projectId } = await call('projects:open', { path: root });
  return { projectId };
};

/**
 * @returns the exit code
 * @throws AppError of the call that failed; PROJECT_NOT_FOUND for a folder without a book
 */
export const importText = async (
  app: App,
  options: ImportOptions,
  io: { print(line: string): void; signal: AbortSignal },
): Promise<number> => {
  const call = callerOf(app, io.signal);
  const { splitAt, pattern, encoding, changes } = options;
  const source = {
    path: path.resolve(options.file),
    ...(splitAt === null ? {} : { splitAt }),
    ...(pattern === null ? {} : { pattern }),
    ...(encoding === null ? {} : { encoding }),
    ...(changes === null ? {} : { changes }),
  };
  const preview = await call('import:preview', source);
  const into = await targetOf(call, options, preview.language);
  const made = into === null ? null : await call('import:commit', { ...source, into });
  if (options.json) {
    io.print(JSON.stringify(made ?? preview));
    return 0;
  }
  for (const line of describe(preview)) io.print(line);
  const said = words[preview.language];
  const place = made?.documents[0]?.path;
  io.print(made === null ? said.nothing : said.taken(made.created.length, place ?? ''));
  return 0;
};
