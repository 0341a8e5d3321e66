/** `fabula inspect`: what a request would send. */
import path from 'node:path';
import type { Language } from '#shared/domain/identifiers.ts';
import type { App } from '#main/app.ts';
import { type Caller, callerOf } from './caller.ts';
import { reportInspection } from './inspection-report.ts';

export type InspectOptions = {
  target: { project: string } | { sample: Language };
  /** From 1. */
  chapter: number;
  /** UTF-16 code units; null is the end of the chapter. */
  cursor: number | null;
  skill: string;
  json: boolean;
};

/** Lets the inspector look for as long as `work` takes; the setting of a real data folder comes back. */
const withDebugMode = async <T>(call: Caller, work: () => Promise<T>): Promise<T> => {
  const { debugMode } = await call('settings:get', {});
  try {
    return await work();
  } finally {
    await call('settings:update', { debugMode });
  }
};

/**
 * Assembles at one place of a real folder and prints what would be sent.
 * @returns the exit code
 * @throws AppError of the call that failed
 */
export const inspect = async (
  app: App,
  options: InspectOptions,
  io: { print(line: string): void; complain(line: string): void },
): Promise<number> => {
  const call = callerOf(app);
  return withDebugMode(call, () => report(call, options, io));
};

const report = async (
  call: Caller,
  options: InspectOptions,
  io: { print(line: string): void; complain(line: string): void },
): Promise<number> => {
  const project =
    'project' in options.target
      ? await call('projects:open', { path: path.resolve(options.target.project) })
      : await call('projects:openSample', { language: options.target.sample });
  const chapter = project.documents[options.chapter - 1];
  if (!chapter) {
    io.complain(
      `There is no chapter ${options.chapter}; the folder has ${project.documents.length}.`,
    );
    return 1;
  }
  const { projectId } = project;
  const { documentId } = chapter;
  await call('retrieval:index', { projectId, wait: true });
  const { text } = await call('documents:read', { projectId, documentId });
  const cursorPosition = options.cursor ?? text.length;
  await call('settings:update', { debugMode: true });
  const result = await call('context:inspect', {
    projectId,
    documentId,
    cursorPosition,
    skillId: options.skill,
  });
  if (options.json) io.print(JSON.stringify(result));
  else {
    const lines = reportInspection({
      language: project.language,
      chapterTitle: chapter.title,
      cursor: cursorPosition,
      result,
    });
    io.print(lines.join('\n'));
  }
  return 0;
};
