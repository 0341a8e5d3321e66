import type { ConversationMessage } from '#shared/domain/conversation.ts';
import type { Json } from '#shared/errors.ts';

/** What a model asked a tool for, with the answer once there is one. */
export type Call = {
  callId: string;
  toolName: string;
  input: Json;
  result: ConversationMessage | null;
};

export type RoundItem =
  | { kind: 'step'; message: ConversationMessage; calls: readonly Call[] }
  | { kind: 'answer'; message: ConversationMessage }
  | { kind: 'note'; message: ConversationMessage };

/** A question of the writer and everything until the next one. */
export type Round = {
  key: string;
  question: ConversationMessage | null;
  items: readonly RoundItem[];
  turnId: string | null;
  /** The summary that stands for it; null while it is sent itself. */
  archivedBy: string | null;
  /** What it was made of, to see whether anything changed. */
  messages: readonly ConversationMessage[];
};

export type ThreadEntry =
  | { kind: 'round'; key: string; round: Round }
  /** Rounds that a summary stands for; `message` is the summary, null while it is not known. */
  | { kind: 'summary'; key: string; message: ConversationMessage | null; rounds: readonly Round[] };

const isQuestion = ({ role, metadata }: ConversationMessage): boolean =>
  metadata.kind === 'question' || (metadata.kind === undefined && role === 'user');

const isSummary = ({ role, metadata }: ConversationMessage): boolean =>
  role === 'system' || metadata.kind === 'summary';

function itemOf(
  message: ConversationMessage,
  results: ReadonlyMap<string, ConversationMessage>,
): RoundItem | null {
  const { kind, calls = [] } = message.metadata;
  if (message.role === 'tool' || kind === 'result') return null;
  if (kind === 'note') return { kind: 'note', message };
  if (kind === 'finish') return { kind: 'answer', message };
  if (kind === 'step') {
    return {
      kind: 'step',
      message,
      calls: calls.map(({ call_id: callId, tool_name: toolName, input }) => {
        return { callId, toolName, input, result: results.get(callId) ?? null };
      }),
    };
  }
  return { kind: message.role === 'user' ? 'note' : 'answer', message };
}

function roundOf(messages: readonly ConversationMessage[]): Round {
  const results = new Map(
    messages.flatMap((message) =>
      message.metadata.call_id === undefined ? [] : [[message.metadata.call_id, message] as const],
    ),
  );
  const [first] = messages;
  const question = first !== undefined && isQuestion(first) ? first : null;
  const rest = question === null ? messages : messages.slice(1);
  return {
    key: first?.messageId ?? '',
    question,
    items: rest.map((message) => itemOf(message, results)).filter((item) => item !== null),
    turnId: messages.findLast(({ metadata }) => metadata.turn_id)?.metadata.turn_id ?? null,
    archivedBy: first?.archivedBy ?? null,
    messages,
  };
}

const isSame = (round: Round | undefined, messages: readonly ConversationMessage[]): boolean =>
  round !== undefined &&
  round.messages.length === messages.length &&
  round.messages.every((message, index) => message === messages[index]);

/** The conversation in rounds; what did not change is what `before` had, so that it need not be drawn anew. */
export function roundsOf(
  messages: readonly ConversationMessage[],
  before: readonly Round[] = [],
): Round[] {
  const known = new Map(before.map((round) => [round.key, round]));
  const groups: ConversationMessage[][] = [];
  for (const message of messages) {
    if (isSummary(message)) continue;
    const last = groups.at(-1);
    if (last === undefined || isQuestion(message)) groups.push([message]);
    else last.push(message);
  }
  return groups.map((group) => {
    const round = known.get(group[0]?.messageId ?? '');
    return round !== undefined && isSame(round, group) ? round : roundOf(group);
  });
}

/** Rounds in order, those that a summary stands for gathered behind it. */
export function threadOf(
  messages: readonly ConversationMessage[],
  rounds: readonly Round[],
): ThreadEntry[] {
  const summaries = new Map(
    messages.filter(isSummary).map((message) => [message.messageId, message]),
  );
  const entries: ThreadEntry[] = [];
  for (const round of rounds) {
    const last = entries.at(-1);
    if (round.archivedBy === null) entries.push({ kind: 'round', key: round.key, round });
    else if (last?.kind === 'summary' && last.key === round.archivedBy) {
      entries[entries.length - 1] = { ...last, rounds: [...last.rounds, round] };
    } else {
      const message = summaries.get(round.archivedBy) ?? null;
      entries.push({ kind: 'summary', key: round.archivedBy, message, rounds: [round] });
    }
  }
  return entries;
}

const fingerprint = (message: ConversationMessage): string => JSON.stringify(message);

/** `next`, with the very objects of `before` where nothing changed. */
export function keepUnchanged(
  before: readonly ConversationMessage[],
  next: readonly ConversationMessage[],
): ConversationMessage[] {
  const known = new Map(before.map((message) => [message.messageId, message]));
  return next.map((message) => {
    const old = known.get(message.messageId);
    return old !== undefined && fingerprint(old) === fingerprint(message) ? old : message;
  });
}

/** Adds what came later; a message that is there already stays where it is. */
export function append(
  before: readonly ConversationMessage[],
  later: readonly ConversationMessage[],
): readonly ConversationMessage[] {
  const known = new Set(before.map(({ messageId }) => messageId));
  const fresh = later.filter(({ messageId }) => !known.has(messageId));
  return fresh.length === 0 ? before : [...before, ...fresh];
}
