/** Cuts messages down to what one request to a summariser may hold. */
import type { ConversationMessage } from '#shared/domain/conversation.ts';
import type { Language } from '#shared/domain/identifiers.ts';
import { beginningWithin, endingWithin } from '#main/base/text/graphemes.ts';
import type { CountText } from '../service.ts';
import { omissionLine } from './prompt.ts';

/** What a summary needs of a message. Its `content` is what models were shown of it. */
export type SummarisedMessage = Pick<
  ConversationMessage,
  'role' | 'content' | 'metadata' | 'createdAt'
>;

/** Of a text that is too long, the beginning gets three quarters of the place and the ending one. */
const headShare = 0.75;
/** How far a cut that is still too long is shortened. */
const shrink = 0.85;

/**
 * A text within a number of tokens: itself, or its beginning and ending with a line between them that says how much
 * is missing; '' when not even that line fits.
 */
export const shortenToTokens = (
  text: string,
  tokens: number,
  count: CountText,
  language: Language,
): string => {
  const whole = count(text);
  if (whole <= tokens) return text;
  let characters = Math.floor((text.length * Math.max(0, tokens)) / whole);
  for (;;) {
    const head = beginningWithin(text, Math.floor(characters * headShare));
    const tail = endingWithin(text, Math.floor(characters * (1 - headShare)));
    const missing = text.length - head.length - tail.length;
    const cut = [head, omissionLine(missing, language), tail].filter((part) => part !== '');
    const shown = cut.join('\n');
    if (count(shown) <= tokens) return shown;
    if (characters === 0) return '';
    characters = Math.floor(characters * shrink);
  }
};

const label = ({ role, metadata }: SummarisedMessage): string =>
  role === 'tool' && metadata.tool_name !== undefined ? `tool ${metadata.tool_name}` : role;

/** Shares of one part's place that one message may take: what tools said matters least. */
const resultShare = 1 / 8;
const otherShare = 1 / 2;

/** The messages as a summariser reads them, each bounded; summaries are left out (S4-15). */
export const boundMessages = (
  messages: readonly SummarisedMessage[],
  partTokens: number,
  count: CountText,
  language: Language,
): string[] =>
  messages
    .filter(({ role }) => role !== 'system')
    .map((message) => {
      const share = message.role === 'tool' ? resultShare : otherShare;
      const text = `[${label(message)}] ${message.content}`;
      return shortenToTokens(text, Math.floor(partTokens * share), count, language);
    });

const joined = (texts: readonly string[]): string => texts.join('\n\n');

/** Halves until it fits: tokens of joined texts are not always the sum of theirs. */
const fitting = (texts: readonly string[], tokens: number, count: CountText): string[] => {
  const text = joined(texts);
  if (texts.length === 1 || count(text) <= tokens) return [text];
  const middle = Math.ceil(texts.length / 2);
  return [texts.slice(0, middle), texts.slice(middle)].flatMap((half) =>
    fitting(half, tokens, count),
  );
};

/**
 * Texts in groups that fit, order kept. A text that is longer than the limit is a group of its own.
 *
 * @param tokens of one group
 */
export const groupWithinTokens = (
  texts: readonly string[],
  tokens: number,
  count: CountText,
): string[] => {
  const separator = count('\n\n');
  const groups: string[][] = [];
  let used = 0;
  for (const text of texts) {
    const cost = count(text) + separator;
    const last = groups.at(-1);
    if (last && used + cost <= tokens) {
      last.push(text);
      used += cost;
    } else {
      groups.push([text]);
      used = cost;
    }
  }
  return groups.flatMap((group) => fitting(group, tokens, count));
};
