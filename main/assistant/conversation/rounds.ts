/** Cuts a conversation into rounds, and says which of it may be archived or evicted. */
import type { ConversationMessage } from '#shared/domain/conversation.ts';
import type { CountText } from './service.ts';

/** What cutting into rounds needs of a message. */
export type RoundMessage = Pick<
  ConversationMessage,
  'messageId' | 'role' | 'metadata' | 'archivedBy'
>;

/** A question of the writer and everything until the answer: steps, results, notes. */
export type Round<M> = {
  messages: M[];
  /** It has its answer, or the part of one that had come. */
  finished: boolean;
};

const opensRound = ({ role, metadata }: RoundMessage): boolean =>
  role === 'user' && metadata.kind !== 'note';

/**
 * Messages as rounds, in order (S4-15). Summaries belong to none. What comes before the first question is a round
 * of its own.
 */
export const roundsOf = <M extends RoundMessage>(messages: readonly M[]): Round<M>[] => {
  const rounds: Round<M>[] = [];
  for (const message of messages) {
    if (message.role === 'system') continue;
    let round = rounds.at(-1);
    if (!round || opensRound(message)) {
      round = { messages: [], finished: false };
      rounds.push(round);
    }
    round.messages.push(message);
    if (message.metadata.kind === 'finish') round.finished = true;
  }
  return rounds;
};

const askedCalls = (messages: readonly RoundMessage[]): string[] =>
  messages.flatMap(({ metadata }) => (metadata.calls ?? []).map((call) => call.call_id));

const answeredCalls = (messages: readonly RoundMessage[]): string[] =>
  messages.flatMap(({ metadata }) =>
    metadata.kind === 'result' && metadata.call_id !== undefined ? [metadata.call_id] : [],
  );

/** Whether a call before the border has its result behind it. */
const splitsPair = (rounds: readonly Round<RoundMessage>[], cut: number): boolean => {
  const before = rounds.slice(0, cut).flatMap((round) => askedCalls(round.messages));
  const behind = new Set(rounds.slice(cut).flatMap((round) => answeredCalls(round.messages)));
  return before.some((callId) => behind.has(callId));
};

/**
 * The messages a summary may stand for (S4-15…17): whole rounds from the oldest on, never a summary, never what is
 * archived already, never one half of a call and its result. The latest `keepRounds` rounds stay, and beside them
 * the last one while it has no answer.
 */
export const selectArchivable = <M extends RoundMessage>(
  messages: readonly M[],
  keepRounds: number,
): M[] => {
  const rounds = roundsOf(messages.filter(({ archivedBy }) => archivedBy === null));
  const running = rounds.at(-1)?.finished === false ? 1 : 0;
  let cut = Math.max(0, rounds.length - running - Math.max(0, keepRounds));
  while (splitsPair(rounds, cut)) cut -= 1;
  return rounds.slice(0, cut).flatMap((round) => round.messages);
};

const minMessages = 3;
const charactersPerToken = 3;

/** Tokens from which on older rounds are summarised first: 0.8 of the window (S4-20). */
export const compactionThreshold = (contextWindow: number): number =>
  Math.ceil((contextWindow * 8) / 10);

const codePoints = (text: string): number => {
  let count = 0;
  for (const _ of text) count += 1;
  return count;
};

/** Tokens of the next request (S4-20): those of the last one, and of what comes with it. */
export const estimateTokens = (lastInputTokens: number, inputText: string): number =>
  lastInputTokens + Math.floor(codePoints(inputText) / charactersPerToken);

/** S4-20: `last_usage + len(input) // 3 >= 0.8 × window`, and there are messages to speak of. */
export const needsCompaction = (
  lastInputTokens: number,
  inputText: string,
  contextWindow: number,
  messageCount: number,
): boolean =>
  messageCount >= minMessages &&
  estimateTokens(lastInputTokens, inputText) >= compactionThreshold(contextWindow);

/** The kinds of items of S2-09. */
export type ItemType =
  | 'tool_result'
  | 'user_message'
  | 'skill_prompt'
  | 'assistant_message'
  | 'compaction_summary'
  | 'system_prompt';

export type EvictableItem = {
  messageId: string;
  type: ItemType;
  /** As the prompt has it now. */
  text: string;
  /** A model call had it in its prompt. */
  seen: boolean;
  /** Taken out of the prompt already. */
  destroyed: boolean;
};

/** Types that may go, the first to go first; all others never do. */
export const evictionOrder: readonly ItemType[] = ['tool_result', 'user_message', 'skill_prompt'];

/**
 * What may be moved out of a prompt that is too long, in the order in which it is to go (S2-09): by type, then
 * oldest first; only what is longer than the threshold, was seen by a model, and is still there.
 *
 * @param items oldest first
 * @param thresholdTokens items with more tokens than this
 */
export const selectEvictable = <I extends EvictableItem>(
  items: readonly I[],
  thresholdTokens: number,
  count: CountText,
): I[] =>
  evictionOrder.flatMap((type) =>
    items.filter(
      (item) =>
        item.type === type && item.seen && !item.destroyed && count(item.text) > thresholdTokens,
    ),
  );
