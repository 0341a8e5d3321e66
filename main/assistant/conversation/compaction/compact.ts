/** Makes a conversation smaller: old outputs leave the prompt, and older rounds go behind a summary. */
import type { EventPayload } from '#shared/contract/events.ts';
import type { Output } from '#shared/contract/index.ts';
import { AppError } from '#shared/errors.ts';
import { purseRefusalOf } from '#shared/purse-refusal.ts';
import { explainStorageFailure } from '#main/base/failures/storage-failure.ts';
import type { Dependencies } from '../dependencies.ts';
import { discardFiles } from '../offload/discard-files.ts';
import { promptReductions } from '../reductions/index.ts';
import { filesMadeFor } from '../reductions/remove-all.ts';
import type { CompactionRequest } from '../service.ts';
import { planWork, type Work } from './plan-work.ts';
import { storeWork } from './store-work.ts';
import { timeoutSentence, writeSummary } from './write-summary.ts';

type Compacted = Output<'conversation:compact'>;
type Told = Omit<EventPayload<'conversation:compaction'>, 'conversationId' | 'archived'>;

export type Compact = (request: CompactionRequest, signal: AbortSignal) => Promise<Compacted>;

const nothing: Compacted = { archived: 0, offloaded: 0, summaryMessageId: null };
const toldByDefault = { done: 0, total: 0, summaryMessageId: null, message: null };

/**
 * All in one step (S2-10, S4-15…22). `deadline` makes the signal that ends a summary for being late; without it the
 * time of S4-21 counts. Of a conversation that is being compacted a second request gets the first one's outcome.
 */
export const createCompaction = (
  dependencies: Dependencies,
  deadline: (() => AbortSignal) | undefined,
): Compact => {
  const { conversations, messages, events, jobs, logger } = dependencies;
  const underWay = new Map<string, Promise<Compacted>>();

  const tell = (
    { request, archived }: Work,
    told: Partial<Told> & Pick<Told, 'state'>,
    amount = archived.length,
  ): void => {
    const { conversationId } = request;
    const payload = { conversationId, archived: amount, ...toldByDefault, ...told };
    events.emit('conversation:compaction', payload);
  };

  const summariseArchived = async (work: Work, signal: AbortSignal, made: string[]) => {
    if (work.archived.length === 0) return null;
    tell(work, { state: 'started' });
    return jobs.run({ kind: 'compaction', projectId: work.projectId }, signal, (job) =>
      writeSummary(dependencies, work, {
        signal: job.signal,
        made,
        onProgress(done, total) {
          tell(work, { state: 'progress', done, total });
          job.report({ step: null, done, total });
        },
        ...(deadline ? { deadline: deadline() } : {}),
      }),
    );
  };

  const carryOut = async (work: Work, signal: AbortSignal, made: string[]): Promise<Compacted> => {
    const { request, turnId, plan, archived } = work;
    const summary = await summariseArchived(work, signal, made);
    // Read again: the summary took its time, and the writer may have moved or restored something meanwhile.
    const rows = messages.live(request.conversationId, turnId);
    const evicting = { rows, turnId, count: request.count };
    const reduction = await promptReductions.evictPlanned(dependencies, evicting, plan.evicted);
    made.push(...filesMadeFor(reduction.removals));
    storeWork(dependencies, work, reduction, summary);
    if (reduction.removals.some(({ line }) => line)) {
      await dependencies.writeOffloadLog(request.conversationId);
    }
    const summaryMessageId = summary?.messageId ?? null;
    if (summary) {
      const message = summary.isLate ? timeoutSentence : null;
      tell(work, { state: summary.isLate ? 'skipped' : 'done', summaryMessageId, message });
    }
    return { archived: archived.length, offloaded: reduction.removals.length, summaryMessageId };
  };

  const compact = async (request: CompactionRequest, signal: AbortSignal): Promise<Compacted> => {
    const { conversationId, contextWindow } = request;
    const work = planWork(dependencies, request);
    conversations.setContextWindow(conversationId, contextWindow);
    if (work.archived.length === 0 && work.plan.evicted.length === 0) {
      // Who asked is told; a check before a model call that finds nothing is not worth a word.
      if (request.urgency === 'asked') tell(work, { state: 'skipped' });
      return nothing;
    }
    const made: string[] = [];
    try {
      return await carryOut(work, signal, made);
    } catch (error) {
      await discardFiles(dependencies, conversationId, made);
      const { isKnown, reason } = reasonOf(error, signal);
      logger.log('warn', 'a conversation could not be made smaller', {
        conversationId,
        code: reason.code,
      });
      // What waits for the writer's word (PURSE_ASKS) is asked of them by who called this.
      const message = reason.code === 'PURSE_ASKS' ? null : reason.message;
      const refusal = purseRefusalOf(reason);
      tell(work, { state: 'failed', message, ...(refusal && { refusal }) }, 0);
      if (!isKnown) throw error;
      return nothing;
    }
  };

  return (request, signal) => {
    const { conversationId } = request;
    const running = underWay.get(conversationId);
    if (running) return running;
    const begun = compact(request, signal).finally(() => underWay.delete(conversationId));
    underWay.set(conversationId, begun);
    return begun;
  };
};

const reasonOf = (error: unknown, signal: AbortSignal): { isKnown: boolean; reason: AppError } => {
  if (signal.aborted) {
    return { isKnown: true, reason: new AppError('CANCELLED', 'The summary was cancelled.') };
  }
  const told = explainStorageFailure(error);
  if (told instanceof AppError) return { isKnown: true, reason: told };
  return { isKnown: false, reason: new AppError('INTERNAL', 'The summary failed.') };
};
