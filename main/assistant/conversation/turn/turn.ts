/** A turn that is under way in this process, as the agent works with it. */
import { type Dependencies, findConversation } from '../dependencies.ts';
import type { Turn } from '../service.ts';
import type { StoredTurn } from '../store/turn-store.ts';
import { addResult } from './add-result.ts';
import { addNote, addStep, finishTurn } from './add-words.ts';
import { breakOff } from './break-off.ts';
import { evictOldest, nextPrompt, truncateLargest } from './next-prompt.ts';
import { createRunningTurn } from './running-turn.ts';

/** Hears how a turn of this process ends. */
export type TurnListener = {
  ended(turnId: string): void;
  /** Its end could not be stored; `store` tries again. */
  endedUnstored(turn: StoredTurn, store: () => void): void;
};

export const createTurn = (
  dependencies: Dependencies,
  stored: StoredTurn,
  listener: TurnListener,
): Turn => {
  const { turnId, conversationId, projectId, documentId } = stored;
  const running = createRunningTurn(dependencies, stored);
  return {
    turnId,
    conversationId,
    projectId,
    documentId,
    get steps() {
      return running.steps;
    },
    get lastInputTokens() {
      return findConversation(dependencies, conversationId).lastInputTokens;
    },
    prompt: (system, traitsOf, count, contextWindow) =>
      nextPrompt(running, { system, traitsOf, count, contextWindow }),
    evictOldest: (count, minTokens) => evictOldest(running, count, minTokens),
    truncateLargest: (count, maxTokens) => truncateLargest(running, count, maxTokens),
    addStep: (step) => addStep(running, step),
    addResult: (call, result) => addResult(running, call, result),
    addNote: (text) => addNote(running, text),
    finish(text, usage, thought = '') {
      const messageId = finishTurn(running, text, usage, thought);
      listener.ended(turnId);
      return messageId;
    },
    abort(error, partialText) {
      const provenance = running.answerProvenance();
      const store = (): void => {
        breakOff(dependencies, stored, error, { text: partialText, provenance });
      };
      try {
        store();
      } catch (failure) {
        listener.endedUnstored(stored, store);
        throw failure;
      }
      listener.ended(turnId);
    },
    setTodos: (todos) =>
      running.change(() => dependencies.conversations.setTodos(conversationId, [...todos])),
  };
};
