/** The state that the operations of one turn share, and its writes, each refused once the turn is another process's. */
import type { MessageMetadata, MessageRole } from '#shared/domain/conversation.ts';
import type { Usage } from '#shared/domain/run.ts';
import { AppError } from '#shared/errors.ts';
import { type Assembled, promptTokens } from '../assemble.ts';
import { type Dependencies, tellChange } from '../dependencies.ts';
import { answerTo, ownWordsProvenance, type Provenance } from '../provenance/provenance.ts';
import type { CountText } from '../service.ts';
import type { StoredTurn } from '../store/turn-store.ts';
import { findOpenCalls, missingResult } from './pairing.ts';
import { resultMessage } from './result-message.ts';

/** Its turn was ended elsewhere, with its conversation or by another process: nothing more is written. */
export const noLongerRunning = (): AppError =>
  new AppError('RUN_INTERRUPTED', 'The turn is no longer under way.');

export type NewWords = {
  role: MessageRole;
  content: string;
  original?: string | null;
  metadata: MessageMetadata;
  contextRefs?: readonly string[];
  provenance: Provenance;
};

export type RunningTurn = {
  readonly stored: StoredTurn;
  readonly dependencies: Dependencies;
  /** Model calls so far; of a resumed turn those before it broke off count. */
  steps: number;
  /** The prompt that the words to come answer; null before the first. */
  lastPrompt: (Assembled & { count: CountText }) | null;
  /** One transaction; RUN_INTERRUPTED once the turn is not this process's any more. */
  change<T>(run: (now: number) => T): T;
  /** Within a change: stores a message and answers its id. */
  insert(words: NewWords, now: number): string;
  /** Within a change: calls are never left without a result by what comes after them. */
  answerOpenCalls(now: number): void;
  /** Within a change: notes what the last call read, counted here where the provider does not tell. */
  noteUsage(usage: Usage): void;
  /** Of words that answer the last prompt. */
  answerProvenance(): Provenance;
};

export const createRunningTurn = (dependencies: Dependencies, stored: StoredTurn): RunningTurn => {
  const { conversations, turns, messages, clock, owner, newId } = dependencies;
  const { turnId, conversationId, projectId } = stored;
  const isModelCall = ({ step, kind }: MessageMetadata): boolean =>
    step !== undefined && kind !== 'result';
  const running: RunningTurn = {
    stored,
    dependencies,
    steps: messages.ofTurn(turnId).filter(({ metadata }) => isModelCall(metadata)).length,
    lastPrompt: null,
    change(run) {
      const value = conversations.transaction(() => {
        const row = turns.find(turnId);
        if (row?.state !== 'running' || row.owner !== owner.text) throw noLongerRunning();
        const now = clock.now();
        turns.touch(owner.text, now);
        return run(now);
      });
      tellChange(dependencies, stored);
      return value;
    },
    insert({ original = null, contextRefs = [], ...words }, now) {
      const messageId = newId();
      const of = { conversationId, projectId, turnId, messageId, createdAt: now };
      messages.insert({ ...of, ...words, original, contextRefs: [...contextRefs] });
      conversations.setUpdated(conversationId, now);
      return messageId;
    },
    answerOpenCalls(now) {
      for (const { call, step } of findOpenCalls(messages.ofTurn(turnId))) {
        const words = resultMessage({ turnId, step, call }, missingResult('INTERRUPTED'), null);
        running.insert({ ...words, provenance: ownWordsProvenance }, now);
      }
    },
    noteUsage({ inputTokens }) {
      const last = running.lastPrompt;
      const tokens = inputTokens || (last ? promptTokens(last.prompt, last.count) : 0);
      if (tokens > 0) conversations.setLastInputTokens(conversationId, tokens);
    },
    answerProvenance: () => answerTo(running.lastPrompt?.without ?? [], running.lastPrompt?.named),
  };
  return running;
};
