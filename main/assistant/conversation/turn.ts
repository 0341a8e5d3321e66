import type { MessageMetadata, MessageRole } from '#shared/domain/conversation.ts';
import type { Usage } from '#shared/domain/run.ts';
import { AppError, replyError } from '#shared/errors.ts';
import { type Assembled, assemblePrompt, promptTokens } from './assemble.ts';
import { curtailRemoval } from './offload/curtail.ts';
import { selectEphemeralRemovals } from './offload/ephemeral-pass.ts';
import { insertResult, storeUnsaved, unsavedOutput } from './offload/unsaved-output.ts';
import { reliefRemovals } from './offload/relief.ts';
import type { Removal } from './offload/take-out.ts';
import { storeRemovals } from './offload/store-removals.ts';
import { missingResult, findOpenCalls } from './pairing.ts';
import { type Dependencies, findConversation, tellChange } from './dependencies.ts';
import {
  answerTo,
  ownWordsProvenance,
  type Provenance,
  resultOf,
} from './provenance/provenance.ts';
import { resultMessage, resultWithWhole } from './result-message.ts';
import type { CountText, ToolCall, Turn } from './service.ts';
import { toMessage } from './store/message-store.ts';
import type { StoredTurn, TurnState } from './store/turn-store.ts';

/** Its turn was ended elsewhere, with its conversation or by another process: nothing more is written. */
const noLongerRunning = (): AppError =>
  new AppError('RUN_INTERRUPTED', 'The turn is no longer under way.');

const stateAfter = (error: AppError): TurnState => {
  if (error.code === 'CANCELLED') return 'stopped';
  return error.code === 'RUN_INTERRUPTED' ? 'interrupted' : 'failed';
};

/** Code of results whose call was under way when the program ended; the model reads it. */
const resultCode = ({ code }: AppError): string =>
  code === 'RUN_INTERRUPTED' ? 'INTERRUPTED' : code;

type NewWords = {
  role: MessageRole;
  content: string;
  original?: string | null;
  metadata: MessageMetadata;
  contextRefs?: readonly string[];
  provenance: Provenance;
};

/** Ends the turn in the database: open calls are answered, and what had come of the answer is kept. */
export const breakOff = (
  dependencies: Dependencies,
  turn: Pick<StoredTurn, 'turnId' | 'conversationId' | 'projectId' | 'owner'>,
  error: AppError,
  partialText: string,
  provenance: Provenance = ownWordsProvenance,
): boolean => {
  const { conversations, messages, turns, clock, newId } = dependencies;
  const { turnId, conversationId, projectId } = turn;
  const isEnded = conversations.transaction(() => {
    const stored = turns.find(turnId);
    // Ended, or gone on with by another process.
    if (stored?.state !== 'running' || stored.owner !== turn.owner) return false;
    const now = clock.now();
    const of = { conversationId, projectId, turnId, createdAt: now };
    const rows = messages.ofTurn(turnId);
    for (const { call, step } of findOpenCalls(rows)) {
      const words = resultMessage(turnId, step, call, missingResult(resultCode(error)), null);
      messages.insert({ ...of, messageId: newId(), ...words, provenance: ownWordsProvenance });
    }
    messages.insert({
      ...of,
      messageId: newId(),
      role: 'assistant',
      content: partialText,
      original: null,
      contextRefs: [],
      provenance,
      metadata: {
        turn_id: turnId,
        kind: partialText === '' ? 'note' : 'finish',
        ...(partialText === '' ? {} : { partial: true }),
        error: replyError(error),
      },
    });
    turns.end(turnId, stateAfter(error), now);
    conversations.setUpdated(conversationId, now);
    return true;
  });
  if (isEnded) tellChange(dependencies, turn);
  return isEnded;
};

/** A turn that is under way in this process. `ended` hears of its end. */
export const createTurn = (
  dependencies: Dependencies,
  turn: StoredTurn,
  ended: (turnId: string) => void,
): Turn => {
  const { conversations, turns, messages, clock, owner, newId } = dependencies;
  const { turnId, conversationId, projectId, documentId } = turn;
  let last: (Assembled & { count: CountText }) | null = null;
  /** Of the words that come now: they answer the last prompt. */
  const answer = (): Provenance => answerTo(last?.without ?? [], last?.named);

  const modelCalls = (): number =>
    messages
      .ofTurn(turnId)
      .filter(({ metadata }) => metadata.step !== undefined && metadata.kind !== 'result').length;
  let steps = modelCalls();

  /** One transaction; refused once the turn is not this process's any more. */
  const change = <T>(run: (now: number) => T): T => {
    const value = conversations.transaction(() => {
      const row = turns.find(turnId);
      if (row?.state !== 'running' || row.owner !== owner.text) throw noLongerRunning();
      const now = clock.now();
      turns.touch(owner.text, now);
      return run(now);
    });
    tellChange(dependencies, turn);
    return value;
  };

  const insert = (words: NewWords, now: number): string => {
    const messageId = newId();
    messages.insert({
      conversationId,
      projectId,
      turnId,
      messageId,
      createdAt: now,
      ...words,
      original: words.original ?? null,
      contextRefs: [...(words.contextRefs ?? [])],
    });
    conversations.setUpdated(conversationId, now);
    return messageId;
  };

  /** Calls are never left without a result by what comes after them. */
  const answerOpenCalls = (now: number): void => {
    for (const { call, step } of findOpenCalls(messages.ofTurn(turnId))) {
      const words = resultMessage(turnId, step, call, missingResult('INTERRUPTED'), null);
      insert({ ...words, provenance: ownWordsProvenance }, now);
    }
  };

  const noteUsage = (usage: Usage): void => {
    const told = usage.inputTokens;
    const tokens = told || (last ? promptTokens(last.prompt, last.count) : 0);
    if (tokens > 0) conversations.setLastInputTokens(conversationId, tokens);
  };

  /** `saved`: tokens of the last call that the next one does without. */
  const takeAway = async (removals: readonly Removal[], saved: number): Promise<void> => {
    change(() => {
      storeRemovals(dependencies, turn, removals);
      const before = findConversation(dependencies, conversationId).lastInputTokens;
      conversations.setLastInputTokens(conversationId, Math.max(0, before - saved));
    });
    await dependencies.writeOffloadLog(conversationId);
  };

  return {
    turnId,
    conversationId,
    projectId,
    documentId,
    get steps() {
      return steps;
    },
    get lastInputTokens() {
      return findConversation(dependencies, conversationId).lastInputTokens;
    },
    async prompt(system, traitsOf, count, contextWindow) {
      const before = messages.live(conversationId, turnId);
      const lacking = before.filter(({ metadata }) => metadata.unsaved !== undefined);
      for (const row of lacking) await storeUnsaved(dependencies, row);
      const live = lacking.length > 0 ? messages.live(conversationId, turnId) : before;
      const removals = await selectEphemeralRemovals(dependencies, live, traitsOf, count);
      if (removals.length > 0) change(() => storeRemovals(dependencies, turn, removals));
      if (removals.some(({ line }) => line)) await dependencies.writeOffloadLog(conversationId);
      const rows = removals.length > 0 ? messages.live(conversationId, turnId) : live;
      const assembled = await assemblePrompt(
        dependencies,
        { ...turn, contextWindow },
        rows,
        system,
        count,
      );
      last = { ...assembled, count };
      return assembled.prompt;
    },
    async relieve(count, least) {
      const rows = messages.live(conversationId, turnId);
      const { removals, saved } = await reliefRemovals(dependencies, rows, turnId, count, least);
      if (removals.length === 0) return false;
      await takeAway(removals, saved);
      return true;
    },
    async curtail(count, most) {
      const rows = messages.live(conversationId, turnId);
      const removal = await curtailRemoval(dependencies, rows, turnId, count, most);
      // No call was measured with it: what the last one took stays what it was.
      if (removal) await takeAway([removal], 0);
      return removal !== null;
    },
    addStep({ text, thought, calls, usage }) {
      if (new Set(calls.map(({ callId }) => callId)).size < calls.length) {
        throw new AppError('INTERNAL', 'Two calls of a step have the same id.', { turnId });
      }
      const messageId = change((now) => {
        answerOpenCalls(now);
        noteUsage(usage);
        return insert(
          {
            role: 'assistant',
            content: text,
            provenance: answer(),
            metadata: {
              turn_id: turnId,
              kind: 'step',
              step: steps + 1,
              thought,
              usage,
              calls: calls.map(({ callId, toolName, input }) => ({
                call_id: callId,
                tool_name: toolName,
                input,
              })),
            },
          },
          now,
        );
      });
      steps += 1;
      return messageId;
    },
    async addResult(call: ToolCall, result) {
      const isOpen = (): boolean =>
        findOpenCalls(messages.ofTurn(turnId)).some((open) => open.call.callId === call.callId);
      const refused = (): AppError =>
        new AppError('INTERNAL', 'No call waits for this result.', { turnId, tool: call.toolName });
      if (!isOpen()) throw refused();
      const at = { conversationId, turnId, step: steps, messageId: newId() };
      const words = await resultWithWhole(dependencies, at, call, result);
      const { messageId } = at;
      const provenance = resultOf(result.from, last?.without ?? []);
      const row = { ...words, conversationId, projectId, turnId, messageId, provenance };
      const lacksFile = unsavedOutput(dependencies.files, result);
      change((now) => {
        // Looked at again: the file was made meanwhile.
        if (!isOpen()) throw refused();
        insertResult(messages, { ...row, createdAt: now }, result.text, lacksFile);
        conversations.setUpdated(conversationId, now);
      });
      // The message has all of it now.
      if (lacksFile && lacksFile.whole !== null)
        dependencies.files.forgetUnsaved(lacksFile.unsaved.retry_id);
      const stored = messages.find(conversationId, at.messageId);
      if (stored === null) throw noLongerRunning();
      return toMessage(stored);
    },
    addNote: (text) =>
      change((now) => {
        answerOpenCalls(now);
        const metadata = { turn_id: turnId, kind: 'note' } as const;
        return insert({ role: 'user', content: text, metadata, provenance: answer() }, now);
      }),
    finish(text, usage, thought = '') {
      const messageId = change((now) => {
        answerOpenCalls(now);
        noteUsage(usage);
        turns.end(turnId, 'done', now);
        return insert(
          {
            role: 'assistant',
            content: text,
            provenance: answer(),
            metadata: {
              turn_id: turnId,
              kind: 'finish',
              step: steps + 1,
              usage,
              ...(thought === '' ? {} : { thought }),
            },
          },
          now,
        );
      });
      steps += 1;
      ended(turnId);
      return messageId;
    },
    abort(error, partialText) {
      breakOff(dependencies, turn, error, partialText, answer());
      ended(turnId);
    },
    setTodos: (todos) => change(() => conversations.setTodos(conversationId, [...todos])),
  };
};
