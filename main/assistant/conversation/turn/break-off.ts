/** Ends a turn that has no answer: open calls are answered, and what had come of the answer is kept. */
import { type AppError, replyError } from '#shared/errors.ts';
import { type Dependencies, tellChange } from '../dependencies.ts';
import { ownWordsProvenance, type Provenance } from '../provenance/provenance.ts';
import type { StoredTurn, TurnState } from '../store/turn-store.ts';
import { findOpenCalls, missingResult } from './pairing.ts';
import { resultMessage } from './result-message.ts';

const stateAfter = ({ code }: AppError): TurnState => {
  if (code === 'CANCELLED') return 'stopped';
  return code === 'RUN_INTERRUPTED' ? 'interrupted' : 'failed';
};

/** Code of results whose call was under way when the program ended; the model reads it. */
const resultCode = ({ code }: AppError): string =>
  code === 'RUN_INTERRUPTED' ? 'INTERRUPTED' : code;

/** The beginning of an answer that had come. */
export type PartialAnswer = { text: string; provenance: Provenance };

const noAnswer: PartialAnswer = { text: '', provenance: ownWordsProvenance };

/** False when the turn had ended already, or another process goes on with it. */
export const breakOff = (
  dependencies: Dependencies,
  turn: Pick<StoredTurn, 'turnId' | 'conversationId' | 'projectId' | 'owner'>,
  error: AppError,
  { text, provenance }: PartialAnswer = noAnswer,
): boolean => {
  const { conversations, messages, turns, clock, newId } = dependencies;
  const { turnId, conversationId, projectId } = turn;
  const isEnded = conversations.transaction(() => {
    const stored = turns.find(turnId);
    if (stored?.state !== 'running' || stored.owner !== turn.owner) return false;
    const now = clock.now();
    const of = { conversationId, projectId, turnId, createdAt: now };
    for (const { call, step } of findOpenCalls(messages.ofTurn(turnId))) {
      const words = resultMessage({ turnId, step, call }, missingResult(resultCode(error)), null);
      messages.insert({ ...of, messageId: newId(), ...words, provenance: ownWordsProvenance });
    }
    messages.insert({
      ...of,
      messageId: newId(),
      role: 'assistant',
      content: text,
      original: null,
      contextRefs: [],
      provenance,
      metadata: {
        turn_id: turnId,
        kind: text === '' ? 'note' : 'finish',
        ...(text === '' ? {} : { partial: true }),
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
