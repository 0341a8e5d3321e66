/** `fabula bundle`: a book to one file, or such a file to a book (B9). */
import path from 'node:path';
import type { Language } from '#shared/domain/identifiers.ts';
import type { App } from '#main/app.ts';
import { type Caller, callerOf } from './caller.ts';
import { requireBook } from './require-book.ts';

export type BundleOptions =
  | { action: 'export'; folder: string; file: string; replace: boolean; json: boolean }
  /** `into` is null for a new folder among the writer's documents. */
  | { action: 'import'; file: string; into: string | null; json: boolean };

type Io = { print(line: string): void };

const words: Record<
  Language,
  { saved(place: string, files: number, bytes: number): string; taken(place: string): string }
> = {
  'zh-CN': {
    saved: (place, files, bytes) => `已存到 ${place}：${files} 个文件，${bytes} 字节。`,
    taken: (place) => `书已放进 ${place}`,
  },
  en: {
    saved: (place, files, bytes) => `Saved to ${place}: ${files} files, ${bytes} bytes.`,
    taken: (place) => `The book is now in ${place}`,
  },
};

const exportTo = async (
  call: Caller,
  { folder, file, replace, json }: BundleOptions & { action: 'export' },
  { print }: Io,
): Promise<void> => {
  const root = path.resolve(folder);
  await requireBook(root);
  const { projectId, language } = await call('projects:open', { path: root });
  const request = { projectId, path: path.resolve(file), replace };
  const made = await call('projects:bundle:export', request);
  const said = words[language].saved(made.path, made.files, made.bytes);
  print(json ? JSON.stringify(made) : said);
};

const importFrom = async (
  call: Caller,
  { file, into, json }: BundleOptions & { action: 'import' },
  { print }: Io,
): Promise<void> => {
  const made = await call('projects:bundle:import', {
    path: path.resolve(file),
    ...(into === null ? {} : { into: path.resolve(into) }),
  });
  const { language } = await call('projects:get', { projectId: made.projectId });
  print(json ? JSON.stringify(made) : words[language].taken(made.path));
};

/**
 * @returns the exit code
 * @throws AppError of the call that failed; PROJECT_NOT_FOUND for a folder without a book; CANCELLED when the signal aborts, and nothing is left then
 */
export const carryBundle = async (
  app: App,
  options: BundleOptions,
  io: Io & { signal: AbortSignal },
): Promise<number> => {
  const call = callerOf(app, io.signal);
  if (options.action === 'export') await exportTo(call, options, io);
  else await importFrom(call, options, io);
  return 0;
};
