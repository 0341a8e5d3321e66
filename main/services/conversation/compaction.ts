import type { Output } from '#shared/contract/index.ts';
import type { EventPayload } from '#shared/contract/events.ts';
import { AppError } from '#shared/errors.ts';
import { discardFiles } from './offload/discard-files.ts';
import { type ConversationParts, findConversation, tellChange, viewOf } from './parts.ts';
import { openRows } from './provenance/open-rows.ts';
import { answerTo } from './provenance/provenance.ts';
import { archivable } from './rounds.ts';
import type { CompactionRequest } from './service.ts';
import { archiveSource, messageSource } from './sources.ts';
import { type StoredMessage, toMessage } from './store/message-store.ts';
import { summariseHistory } from './summary/summarise.ts';
import { whileOpen } from './summary/while-open.ts';

export type Compacted = Output<'conversation:compact'>;

/** What the writer is told when a summary took too long (S4-22), and what stands for the rounds it left out. */
export const timeoutSentence = 'Summary generation timed out, keeping recent history only.';

/** In a prompt, under each summary: where the messages it stands for lie. */
const archiveLine = (id: string): string => `[Archived messages in context: ${id}]`;

const nothing: Compacted = { archived: 0, summaryMessageId: null };
const fewestMessages = 3;

type Summary = {
  messageId: string;
  content: string;
  refs: string[];
  without: readonly string[];
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

/**
 * Puts older rounds away behind a summary (S4-15…22). `deadline` makes the signal that ends a summary for being
 * late; without it the usual time counts.
 */
export const createCompact = (
  parts: ConversationParts,
  deadline: (() => AbortSignal) | undefined,
): Compact => {
  const { conversations, messages, turns, files, events, clock, logger, settings, newId } = parts;
  const underWay = new Map<string, Promise<Compacted>>();

  /** Lazy: the originals stay in the database, and files of them are made when somebody looks. Ids go to `made`. */
  const nameFiles = async (
    conversationId: string,
    messageId: string,
    range: string,
    hasSummary: boolean,
    made: string[],
  ): Promise<string> => {
    const file = { kind: 'history' as const, mimeType: 'text/markdown' };
    if (hasSummary) {
      const summary = await files.createLazy(conversationId, {
        ...file,
        hint: `Summary of messages ${range} of the conversation`,
        source: messageSource(messageId),
        name: { for: 'summary' },
      });
      made.push(summary.id);
    }
    const archive = await files.createLazy(conversationId, {
      ...file,
      hint: `Messages ${range} of the conversation as they were before they were archived`,
      source: archiveSource(messageId),
      name: { for: 'archive', range },
    });
    made.push(archive.id);
    return archive.id;
  };

  /**
   * All of it or nothing (S2-11): the summary, and what it stands for. CONVERSATION_BUSY when something of that was
   * put away meanwhile.
   */
  const store = (
    { conversationId, count }: CompactionRequest,
    chosen: readonly StoredMessage[],
    summary: Summary,
  ): void => {
    const { projectId } = findConversation(parts, conversationId);
    conversations.transaction(() => {
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
      for (const { messageId } of chosen) {
        if (messages.archive(messageId, summary.messageId)) continue;
        throw new AppError('CONVERSATION_BUSY', 'The conversation changed meanwhile.', {
          conversationId,
        });
      }
      const freed = chosen.reduce((sum, row) => sum + count(row.placeholder ?? row.content), 0);
      const { lastInputTokens } = findConversation(parts, conversationId);
      const left = lastInputTokens - freed + count(summary.content);
      conversations.setLastInputTokens(conversationId, Math.max(0, left));
    });
    tellChange(parts, { projectId, conversationId });
  };

  const compact = async (request: CompactionRequest, signal: AbortSignal): Promise<Compacted> => {
    const { conversationId, contextWindow, count } = request;
    const { projectId } = findConversation(parts, conversationId);
    conversations.setContextWindow(conversationId, contextWindow);
    const all = messages.list(conversationId);
    const live = all.filter(({ archivedBy, role }) => archivedBy === null && role !== 'system');
    const isTooShort = !request.force && live.length < fewestMessages;
    const { keepRounds } = settings.get().assistant;
    const chosen = isTooShort ? [] : archivable(live.map(withOwnCalls), keepRounds);

    type Told = Omit<EventPayload<'conversation:compaction'>, 'conversationId' | 'archived'>;
    const tell = (told: Partial<Told> & Pick<Told, 'state'>, archived = chosen.length): void => {
      const usual = { done: 0, total: 0, summaryMessageId: null, message: null };
      events.emit('conversation:compaction', { conversationId, archived, ...usual, ...told });
    };
    const failed = (error: AppError): Compacted => {
      logger.log('warn', 'a conversation could not be summarised', {
        conversationId,
        code: error.code,
      });
      tell({ state: 'failed', message: error.message }, 0);
      return nothing;
    };

    if (chosen.length === 0) {
      // Who asked is told; a check before a model call that finds nothing is not worth a word.
      if (request.force) tell({ state: 'skipped' });
      return nothing;
    }
    tell({ state: 'started' });
    const made: string[] = [];
    try {
      const open = (): { shown: StoredMessage[]; without: readonly string[] } => {
        const beside = turns.latest(conversationId)?.documentId ?? null;
        const rows = openRows(
          parts,
          { conversationId, projectId },
          viewOf(parts, projectId, beside),
        );
        return { shown: rows.show(chosen), without: rows.without };
      };
      const { outcome, without } = await whileOpen(open, (shown, check) =>
        summariseHistory({
          messages: shown.map(toMessage),
          window: contextWindow,
          count,
          ask: check(request.summarise),
          language: parts.projects.get(projectId).language,
          signal,
          ...(deadline ? { deadline: deadline() } : {}),
          onProgress: (done, total) => tell({ state: 'progress', done, total }),
        }),
      );
      if (outcome.kind === 'failed') return failed(outcome.error);
      const isSummary = outcome.kind === 'summary';
      const messageId = newId();
      const numbers = chosen.map(
        ({ sequence }) => 1 + all.findIndex((row) => row.sequence === sequence),
      );
      const range = `${numbers.at(0)}-${numbers.at(-1)}`;
      const archive = await nameFiles(conversationId, messageId, range, isSummary, made);
      const words = isSummary ? outcome.text : timeoutSentence;
      const content = `${words}\n\n${archiveLine(archive)}`;
      store(request, chosen, { messageId, content, refs: made, without });
      const message = isSummary ? null : timeoutSentence;
      tell({ state: isSummary ? 'done' : 'skipped', summaryMessageId: messageId, message });
      return { archived: chosen.length, summaryMessageId: messageId };
    } catch (error) {
      await discardFiles(parts, conversationId, made);
      if (signal.aborted) return failed(cancelled());
      const known = error instanceof AppError;
      const result = failed(known ? error : new AppError('INTERNAL', 'The summary failed.'));
      if (!known) throw error;
      return result;
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

const cancelled = (): AppError => new AppError('CANCELLED', 'The summary was cancelled.');
