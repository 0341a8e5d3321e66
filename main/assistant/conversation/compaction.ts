import type { Output } from '#shared/contract/index.ts';
import type { EventPayload } from '#shared/contract/events.ts';
import { AppError } from '#shared/errors.ts';
import { explainStorageFailure } from '#main/db/storage-failure.ts';
import { discardFiles } from './offload/discard-files.ts';
import { itemTypeOf } from './offload/record.ts';
import { createRemoveItem, filesMadeFor } from './offload/remove-item.ts';
import { storeRemovals } from './offload/store-removals.ts';
import type { Removal } from './offload/take-out.ts';
import { type Dependencies, findConversation, tellChange, viewOf } from './dependencies.ts';
import { type CompactionPlan, planCompaction } from './plan-compaction.ts';
import { shownText } from './prompt-items.ts';
import { createOpenRows } from './provenance/open-rows.ts';
import { answerTo } from './provenance/provenance.ts';
import { selectArchivable, estimateTokens, roundsOf } from './rounds.ts';
import type { CompactionRequest } from './service.ts';
import { nameSummaryFiles } from './summary/name-files.ts';
import { type StoredMessage, toMessage } from './store/message-store.ts';
import { summariseHistory } from './summary/summarise.ts';
import { type OpenMaterial, repeatWhileFencesMove } from './summary/repeat-while-fences-move.ts';

export type Compacted = Output<'conversation:compact'>;

/** What the writer is told when a summary took too long (S4-22), and what stands for the rounds it left out. */
export const timeoutSentence = 'Summary generation timed out, keeping recent history only.';

/** In a prompt, under each summary: where the messages it stands for lie. */
const archiveLine = (id: string): string => `[Archived messages in context: ${id}]`;

const nothing: Compacted = { archived: 0, offloaded: 0, summaryMessageId: null };

/** The message that is to stand for archived ones. */
type Summary = {
  messageId: string;
  content: string;
  refs: string[];
  isLate: boolean;
  /** What fences kept back from it, by key. */
  without: readonly string[];
};

/** What a compaction is decided on, and what was decided. */
type Work = {
  request: CompactionRequest;
  projectId: string;
  /** The turn under way; its messages stay. */
  turnId: string | null;
  plan: CompactionPlan;
  /** What a summary is to stand for; none when there is to be no summary. */
  chosen: readonly StoredMessage[];
  /** Of the first and the last of them in the conversation, from 1. */
  range: string;
};

/** Ids of calls count within their turn: some servers give every turn's first call the same one. */
const withOwnCalls = (row: StoredMessage): StoredMessage => {
  const own = (callId: string): string => `${row.turnId} ${callId}`;
  const { call_id: callId, calls } = row.metadata;
  return {
    ...row,
    metadata: {
      ...row.metadata,
      ...(callId === undefined ? {} : { call_id: own(callId) }),
      ...(calls ? { calls: calls.map((call) => ({ ...call, call_id: own(call.call_id) })) } : {}),
    },
  };
};

export type Compact = (request: CompactionRequest, signal: AbortSignal) => Promise<Compacted>;

/** Reads what there is and decides what of it goes. */
const planWork = (dependencies: Dependencies, request: CompactionRequest): Work => {
  const { messages, settings } = dependencies;
  const { conversationId, contextWindow, count, urgency, inputText = '', tokens = 0 } = request;
  const { projectId, turnId, lastInputTokens } = findConversation(dependencies, conversationId);
  const { keepRounds, offloadTokens } = settings.get().assistant;
  const rows = messages.live(conversationId, turnId);
  const live = rows.filter(({ role }) => role !== 'system');
  const old = selectArchivable(live.map(withOwnCalls), keepRounds);
  const oldIds = new Set(old.map(({ messageId }) => messageId));
  const plan = planCompaction({
    items: live.map((row) => ({
      messageId: row.messageId,
      type: itemTypeOf(row),
      tokens: count(shownText(row, turnId)),
      canEvict: row.placeholder === null && row.turnId !== turnId,
      mayArchive: oldIds.has(row.messageId),
    })),
    tokens: Math.max(tokens, estimateTokens(lastInputTokens, inputText)),
    contextWindow,
    urgency,
    offloadTokens,
    hasSummary: live.length < rows.length,
    archivableRounds: roundsOf(old).length,
  });
  const chosen = plan.archive ? old : [];
  const [first, last] = [chosen.at(0), chosen.at(-1)].map((row) =>
    row ? messages.countUpTo(conversationId, row.sequence) : 0,
  );
  const range = `${first}-${last}`;
  return { request, projectId, turnId, plan, chosen, range };
};

/** The files of what leaves; `made` hears of each. Errors of context files. */
const makeRemovals = async (
  dependencies: Dependencies,
  { request, turnId, plan }: Work,
  made: string[],
): Promise<{ removals: Removal[]; saved: number }> => {
  const { conversationId, count } = request;
  // Read again: the summary took its time, and the writer may have moved or restored something meanwhile.
  const rows = dependencies.messages.live(conversationId, turnId);
  const remove = createRemoveItem(dependencies, rows, turnId, count);
  const removals: Removal[] = [];
  let saved = 0;
  for (const messageId of plan.evicted) {
    const row = rows.find((one) => one.messageId === messageId && one.placeholder === null);
    if (!row) continue;
    const removal = await remove(row);
    made.push(...filesMadeFor([removal]));
    removals.push(removal);
    saved += count(shownText(row, turnId)) - count(removal.placeholder);
  }
  return { removals, saved: Math.max(0, saved) };
};

/**
 * All of it or nothing (S2-11): what leaves the prompt, the summary, and what it stands for. CONVERSATION_BUSY when
 * something of that was put away meanwhile.
 */
const storeWork = (
  dependencies: Dependencies,
  { request, projectId, chosen }: Work,
  { removals, saved }: { removals: readonly Removal[]; saved: number },
  summary: Summary | null,
): void => {
  const { conversations, messages, clock } = dependencies;
  const { conversationId, count } = request;
  conversations.transaction(() => {
    storeRemovals(dependencies, { conversationId, projectId }, removals);
    let freed = saved;
    if (summary) {
      messages.insert({
        messageId: summary.messageId,
        conversationId,
        projectId,
        turnId: null,
        role: 'system',
        content: summary.content,
        original: null,
        metadata: { kind: 'summary' },
        contextRefs: summary.refs,
        createdAt: clock.now(),
        provenance: answerTo(summary.without),
      });
      freed -= count(summary.content);
      for (const row of chosen) {
        freed += count(row.placeholder ?? row.content);
        if (messages.archive(row.messageId, summary.messageId)) continue;
        throw new AppError('CONVERSATION_BUSY', 'The conversation changed meanwhile.', {
          conversationId,
        });
      }
    }
    const { lastInputTokens } = findConversation(dependencies, conversationId);
    conversations.setLastInputTokens(conversationId, Math.max(0, lastInputTokens - freed));
  });
  tellChange(dependencies, { projectId, conversationId });
};

type Told = Omit<EventPayload<'conversation:compaction'>, 'conversationId' | 'archived'>;

/**
 * Makes a conversation smaller (S2-10, S4-15…22): old outputs leave the prompt, and where that is not enough older
 * rounds go behind a summary; all of it in one step. `deadline` makes the signal that ends a summary for being late;
 * without it the usual time counts.
 */
export const createCompaction = (
  dependencies: Dependencies,
  deadline: (() => AbortSignal) | undefined,
): Compact => {
  const { conversations, events, logger, newId } = dependencies;
  const underWay = new Map<string, Promise<Compacted>>();

  const tell = (
    { request, chosen }: Work,
    told: Partial<Told> & Pick<Told, 'state'>,
    archived = chosen.length,
  ): void => {
    const defaults = { done: 0, total: 0, summaryMessageId: null, message: null };
    const { conversationId } = request;
    events.emit('conversation:compaction', { conversationId, archived, ...defaults, ...told });
  };

  /** What is to be archived, as the fences stand now. */
  const openMaterial = ({ request, projectId, chosen }: Work): OpenMaterial => {
    const { conversationId } = request;
    const beside = dependencies.turns.latest(conversationId)?.documentId ?? null;
    const view = viewOf(dependencies, projectId, beside);
    const open = createOpenRows(dependencies, { conversationId, projectId }, view);
    return { shown: open.show(chosen), without: open.without };
  };

  /** The summary's words; null when they came too late. What kept it from being one is thrown. */
  const summarise = async (
    work: Work,
    signal: AbortSignal,
  ): Promise<{ text: string | null; without: readonly string[] }> => {
    const { writer } = work.request;
    const { outcome, without } = await repeatWhileFencesMove(
      () => openMaterial(work),
      (shown, check) =>
        summariseHistory({
          messages: shown.map(toMessage),
          window: writer.window,
          count: writer.count,
          ask: check(writer.ask),
          language: dependencies.projects.get(work.projectId).language,
          signal,
          ...(deadline ? { deadline: deadline() } : {}),
          onProgress: (done, total) => tell(work, { state: 'progress', done, total }),
        }),
    );
    if (outcome.kind === 'failed') throw outcome.error;
    return { text: outcome.kind === 'summary' ? outcome.text : null, without };
  };

  const writeSummary = async (
    work: Work,
    signal: AbortSignal,
    made: string[],
  ): Promise<Summary | null> => {
    if (work.chosen.length === 0) return null;
    tell(work, { state: 'started' });
    const { text, without } = await summarise(work, signal);
    const messageId = newId();
    const { conversationId } = work.request;
    const named = { conversationId, messageId, range: work.range, hasSummary: text !== null };
    const refs = await nameSummaryFiles(dependencies.files, named, made);
    const content = `${text ?? timeoutSentence}\n\n${archiveLine(refs.at(-1) ?? '')}`;
    return { messageId, content, refs, isLate: text === null, without };
  };

  const carryOut = async (work: Work, signal: AbortSignal, made: string[]): Promise<Compacted> => {
    const summary = await writeSummary(work, signal, made);
    const leaving = await makeRemovals(dependencies, work, made);
    storeWork(dependencies, work, leaving, summary);
    if (leaving.removals.some(({ line }) => line)) {
      await dependencies.writeOffloadLog(work.request.conversationId);
    }
    const summaryMessageId = summary?.messageId ?? null;
    if (summary) {
      const message = summary.isLate ? timeoutSentence : null;
      tell(work, { state: summary.isLate ? 'skipped' : 'done', summaryMessageId, message });
    }
    return {
      archived: work.chosen.length,
      offloaded: leaving.removals.length,
      summaryMessageId,
    };
  };

  const compact = async (request: CompactionRequest, signal: AbortSignal): Promise<Compacted> => {
    const { conversationId, contextWindow } = request;
    const work = planWork(dependencies, request);
    conversations.setContextWindow(conversationId, contextWindow);
    if (work.chosen.length === 0 && work.plan.evicted.length === 0) {
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
      tell(work, { state: 'failed', message: reason.message }, 0);
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
