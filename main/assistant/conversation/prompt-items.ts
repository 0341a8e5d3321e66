/** Sorts messages into the parts of a prompt. */
import type { Json } from '#shared/errors.ts';
import type { PromptItem } from './prompt.ts';
import type { StoredMessage } from './store/message-store.ts';

/** A conversation's messages as the parts of a prompt, summaries in full. */
export type PromptParts = {
  summaries: { messageId: string; text: string; contextRefs: readonly string[] }[];
  history: PromptItem[];
  question: Extract<PromptItem, { kind: 'question' }> | null;
  scratchpad: PromptItem[];
};

/** What a prompt shows of a message: results of the turn under way in full, those of history compressed (S4-03). */
export const shownText = (
  row: Pick<StoredMessage, 'role' | 'turnId' | 'content' | 'original' | 'placeholder'>,
  turnId: string | null,
): string => {
  if (row.placeholder !== null) return row.placeholder;
  const isUnderWay = row.role === 'tool' && row.turnId !== null && row.turnId === turnId;
  return isUnderWay ? (row.original ?? row.content) : row.content;
};

/** Stands for a text of a call whose step was taken out of the prompt; the step's placeholder says where it is. */
const removedText = '<removed to save context>';
/** UTF-16 units; names and paths are shorter. */
const maxKeptLength = 200;

/** A call stays with its result when its step leaves the prompt (S2-14), and keeps what is short of its input. */
const withoutLongTexts = (input: Json): Json => {
  if (typeof input === 'string') return input.length > maxKeptLength ? removedText : input;
  if (Array.isArray(input)) return input.map(withoutLongTexts);
  if (input === null || typeof input !== 'object') return input;
  return Object.fromEntries(
    Object.entries(input).map(([name, value]) => [name, withoutLongTexts(value)]),
  );
};

const brokenOff = (code: string): string => `[The answer broke off here: ${code}]`;

const itemOf = (row: StoredMessage, text: string): PromptItem => {
  const { messageId, metadata } = row;
  switch (row.role) {
    case 'system':
      return { kind: 'summary', messageId, text };
    case 'user':
      return { kind: 'question', messageId, text };
    case 'tool':
      return {
        kind: 'result',
        messageId,
        callId: metadata.call_id ?? '',
        toolName: metadata.tool_name ?? '',
        text,
      };
    case 'assistant': {
      if (metadata.kind === 'step') {
        const isOut = row.placeholder !== null;
        const calls = (metadata.calls ?? []).map((call) => ({
          callId: call.call_id,
          toolName: call.tool_name,
          input: isOut ? withoutLongTexts(call.input) : call.input,
        }));
        const thought = isOut ? text : (metadata.thought ?? '');
        return { kind: 'step', messageId, text, thought, calls };
      }
      const end = metadata.error === undefined ? [] : [brokenOff(metadata.error.code)];
      return {
        kind: 'finish',
        messageId,
        text: [...(text === '' ? [] : [text]), ...end].join('\n\n'),
        thought: row.placeholder === null ? (metadata.thought ?? '') : '',
      };
    }
  }
};

/**
 * Sorts what no summary stands for into the parts of the prompt of a turn; without a turn all of it is history.
 * Where an answer broke off and its turn went on, the break is left out.
 */
export const promptParts = (rows: readonly StoredMessage[], turnId: string | null): PromptParts => {
  const parts: PromptParts = { summaries: [], history: [], question: null, scratchpad: [] };
  const lastOfTurn = new Map(rows.map((row) => [row.turnId, row.sequence]));
  for (const row of rows) {
    const text = shownText(row, turnId);
    const isOwn = turnId !== null && row.turnId === turnId;
    const isBreak = row.role === 'assistant' && row.metadata.error !== undefined;
    if (isBreak && (isOwn || lastOfTurn.get(row.turnId) !== row.sequence)) continue;
    const item = itemOf(row, text);
    if (item.kind === 'summary') {
      parts.summaries.push({ ...item, contextRefs: row.contextRefs });
    } else if (!isOwn) {
      parts.history.push(item);
    } else if (item.kind === 'question' && parts.question === null) {
      parts.question = item;
    } else {
      parts.scratchpad.push(item);
    }
  }
  return parts;
};
