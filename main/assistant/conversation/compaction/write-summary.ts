/** Has a model write the summary that is to stand for archived rounds, and names the files that hold them. */
import { createOpenRows } from '../provenance/open-rows.ts';
import { type Dependencies, viewOf } from '../dependencies.ts';
import { toMessage } from '../store/message-store.ts';
import { nameSummaryFiles } from '../summary/name-files.ts';
import { type OpenMessages, repeatWhileFencesMove } from '../summary/repeat-while-fences-move.ts';
import { summariseHistory } from '../summary/summarise.ts';
import type { Work } from './plan-work.ts';

/** What the writer is told when a summary took too long (S4-22), and what stands for the rounds it left out. */
export const timeoutSentence = 'Summary generation timed out, keeping recent history only.';

/** In a prompt, under each summary: where the messages it stands for lie. */
const archiveLine = (id: string): string => `[Archived messages in context: ${id}]`;

/** The message that is to stand for archived ones. */
export type Summary = {
  messageId: string;
  content: string;
  refs: string[];
  isLate: boolean;
  /** What fences kept back from it, by key. */
  without: readonly string[];
};

export type SummaryRun = {
  /** The writer's own cancelling. */
  signal: AbortSignal;
  /** Ends the summary for being late; absent: after the time of S4-21. */
  deadline?: AbortSignal;
  onProgress(done: number, total: number): void;
  /** Hears of each file that is made. */
  made: string[];
};

/** What is to be archived, as the fences stand now. */
const openMessages = (
  dependencies: Dependencies,
  { request, projectId, archived }: Work,
): OpenMessages => {
  const { conversationId } = request;
  const beside = dependencies.turns.latest(conversationId)?.documentId ?? null;
  const view = viewOf(dependencies, projectId, beside);
  const open = createOpenRows(dependencies, { conversationId, projectId }, view);
  return { shown: open.show(archived), without: open.without };
};

/** The summary's words; null when they came too late. What kept it from being one is thrown. */
const summarise = async (
  dependencies: Dependencies,
  work: Work,
  { signal, deadline, onProgress }: SummaryRun,
): Promise<{ text: string | null; without: readonly string[] }> => {
  const { writer } = work.request;
  const { outcome, without } = await repeatWhileFencesMove(
    () => openMessages(dependencies, work),
    (shown, check) =>
      summariseHistory({
        messages: shown.map(toMessage),
        window: writer.window,
        count: writer.count,
        ask: check(writer.ask),
        language: dependencies.projects.languageOf(work.projectId),
        signal,
        ...(deadline ? { deadline } : {}),
        onProgress,
      }),
  );
  if (outcome.kind === 'failed') throw outcome.error;
  return { text: outcome.kind === 'summary' ? outcome.text : null, without };
};

export const writeSummary = async (
  dependencies: Dependencies,
  work: Work,
  run: SummaryRun,
): Promise<Summary> => {
  const { text, without } = await summarise(dependencies, work, run);
  const messageId = dependencies.newId();
  const { conversationId } = work.request;
  const named = { conversationId, messageId, range: work.range, hasSummary: text !== null };
  const refs = await nameSummaryFiles(dependencies.files, named, run.made);
  const content = `${text ?? timeoutSentence}\n\n${archiveLine(refs.at(-1) ?? '')}`;
  return { messageId, content, refs, isLate: text === null, without };
};
