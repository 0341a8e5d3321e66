/**
 * Counts a book, reads its words and finds its names once it is indexed, a few milliseconds at a time: what the first
 * requests after opening would wait for is then known, and new cursors cost what old ones do (S3-32).
 */
import { setTimeout as wait } from 'node:timers/promises';
import { errorKind } from '#main/base/failures/error-report.ts';
import { tokensOf } from './candidate.ts';
import { focusAfter, focusBefore } from './focus.ts';
import { type EngineState, modelId } from './parts.ts';
import { templatesFor } from './prompt-templates.ts';
import type { TokenCounter } from './trim-text.ts';

export type AheadPreparer = {
  /** Begins once for each project and model. */
  begin(projectId: string): void;
  /** What was begun for a project ends soon; for all of them without one. */
  stop(projectId?: string): void;
};

/** Milliseconds of work in one go, and of rest behind it: others have their turns. */
const workTime = 4;
const restTime = 12;

/** One chapter, counted and searched for names. */
const prepareChapter = async (
  { sources }: EngineState,
  projectId: string,
  documentId: string,
  tokens: TokenCounter,
): Promise<void> => {
  const { text } = await sources.documents.read(projectId, documentId);
  tokens.paragraphs(text);
  sources.retrieval.readAhead(projectId, text);
  const matcher = sources.knowledge.matcher(projectId);
  for (let at = focusBefore; at < text.length + focusBefore; at += focusBefore + focusAfter) {
    const cursor = Math.min(at, text.length);
    sources.findMentions(matcher, { text, start: cursor, end: cursor, asked: '' });
  }
};

/** Stops between its steps, a chapter or a passage each. */
async function* prepareBook(
  state: EngineState,
  projectId: string,
  tokens: TokenCounter,
): AsyncGenerator<void> {
  const { sources } = state;
  for (const { documentId } of sources.documents.list(projectId)) {
    await prepareChapter(state, projectId, documentId, tokens);
    yield;
  }
  const templates = templatesFor(sources.projects.projectContext(projectId).language);
  const chapters = sources.documents.byId(projectId);
  for (const hit of sources.retrieval.passagesOf(projectId)) {
    const title = chapters.get(hit.documentId)?.title ?? '';
    const passage = sources.prepare.passage(hit, title, templates);
    tokensOf(passage.item, tokens);
    // Made when it is first asked for.
    void passage.signature;
    yield;
  }
}

export const createAheadPreparer = (state: EngineState): AheadPreparer => {
  const begun = new Map<string, AbortController>();

  const run = async (projectId: string, tokens: TokenCounter, signal: AbortSignal) => {
    const rest = () => wait(restTime, undefined, { signal, ref: false });
    await rest();
    let started = performance.now();
    for await (const _step of prepareBook(state, projectId, tokens)) {
      if (performance.now() - started < workTime) continue;
      await rest();
      started = performance.now();
    }
  };

  return {
    begin(projectId) {
      const model = state.model();
      const key = `${projectId}\n${modelId(model)}`;
      if (begun.has(key)) return;
      const abort = new AbortController();
      begun.set(key, abort);
      run(projectId, model?.tokens ?? state.tokens, abort.signal).catch((error: unknown) => {
        // Whatever is missing is made when a request asks for it, and the request tells what is wrong.
        if (begun.get(key) === abort) begun.delete(key);
        if (!abort.signal.aborted) {
          state.logger.log('debug', 'preparing ahead ended', errorKind(error));
        }
      });
    },
    stop(projectId) {
      for (const [key, abort] of begun) {
        if (projectId !== undefined && !key.startsWith(`${projectId}\n`)) continue;
        abort.abort();
        begun.delete(key);
      }
    },
  };
};
