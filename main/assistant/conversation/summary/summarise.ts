/** Has a model summarise old rounds, in parts where they are many. */
import type { Language } from '#shared/domain/identifiers.ts';
import { AppError } from '#shared/errors.ts';
import type { CountText, SummaryQuestion } from '../service.ts';
import {
  groupWithinTokens,
  shortenToTokens,
  boundMessages,
  type SummarisedMessage,
} from './bound-messages.ts';
import { askAgainText, mergeRequest, partRequest, summarySystem } from './prompt.ts';
import { fillTemplate, findMissingHeadings, type Period, summaryTemplate } from './template.ts';

/** Asks a model for a summary, or a part of it. Throws what calls to models meet. */
export type AskSummary = (request: SummaryQuestion, signal: AbortSignal) => Promise<string>;

export type SummaryRequest = {
  /** The rounds to be archived, oldest first; summaries among them are left out. */
  messages: readonly SummarisedMessage[];
  /** Tokens of the summarising model's window, the answer included. */
  window: number;
  count: CountText;
  ask: AskSummary;
  language: Language;
  /** The writer's own cancelling. */
  signal: AbortSignal;
  /** Ends the summary for being late; absent: after {@link summaryTimeoutMs}. */
  deadline?: AbortSignal;
  /** Calls done, and calls in all as far as is known. */
  onProgress: (done: number, total: number) => void;
};

export type SummaryOutcome =
  | { kind: 'summary'; text: string }
  | { kind: 'timeout' }
  | { kind: 'failed'; error: AppError };

/** S4-21: all calls of one summary together. */
export const summaryTimeoutMs = 120_000;

/** Tokens that one summary may have. */
const maxSummaryTokens = 4096;
const outputShare = 1 / 8;
/** Part of the window that one request's material may fill: beyond it models overlook too much. */
const inputShare = 0.6;
/** What providers put around the messages of a request. */
const framingTokens = 32;
/** Below this a part of a conversation says nothing. */
const minInputTokens = 256;

type Plan = {
  system: string;
  maxOutputTokens: number;
  /** Tokens of material in one request. */
  maxInputTokens: number;
};

const periodOf = (messages: readonly SummarisedMessage[]): Period => ({
  from: messages[0]?.createdAt ?? 0,
  to: messages.at(-1)?.createdAt ?? 0,
});

/** Everything of a request but its material, in the longest form it can take. */
const frameTokens = (system: string, { count, language }: SummaryRequest): number => {
  const again = askAgainText(findMissingHeadings(''), language);
  const numbers = { part: 99_999, parts: 99_999 };
  const requests = [partRequest('', numbers, language), mergeRequest('', language)];
  return (
    count(system) + Math.max(...requests.map((request) => count(request + again))) + framingTokens
  );
};

const planOf = (request: SummaryRequest, period: Period): Plan | null => {
  const { window, language } = request;
  const system = summarySystem(summaryTemplate(period, language), language);
  const maxOutputTokens = Math.min(maxSummaryTokens, Math.floor(window * outputShare));
  const free = window - maxOutputTokens - frameTokens(system, request);
  const maxInputTokens = Math.min(free, Math.floor(window * inputShare));
  return maxInputTokens < minInputTokens ? null : { system, maxOutputTokens, maxInputTokens };
};

/** The work's outcome, or the signal's reason as soon as it ends, whatever the work makes of the signal. */
const untilAborted = <T>(work: Promise<T>, signal: AbortSignal): Promise<T> =>
  new Promise((resolve, reject) => {
    const end = (): void => reject(signal.reason);
    signal.addEventListener('abort', end, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', end));
    if (signal.aborted) end();
  });

type AskFor = (user: string, isFinal: boolean) => Promise<string>;

/** Asks, and once more when the answer is empty or, where it is to be the summary, not in the template. */
const createAsking =
  ({ ask, language, signal: writer }: SummaryRequest, plan: Plan, signal: AbortSignal): AskFor =>
  async (user, isFinal) => {
    const { system, maxOutputTokens } = plan;
    const call = async (words: string): Promise<string> => {
      signal.throwIfAborted();
      return untilAborted(ask({ system, user: words, maxOutputTokens }, signal), signal);
    };
    const first = await call(user);
    const missing = findMissingHeadings(first);
    if (first.trim() !== '' && (!isFinal || missing.length === 0)) return first;
    // A summary in the wrong form is worth more than none: only the writer's cancelling takes it away.
    const second = await call(user + askAgainText(missing, language)).catch((error: unknown) => {
      if (first.trim() === '' || writer.aborted) throw error;
      return first;
    });
    const isWorse = findMissingHeadings(second).length > missing.length;
    const better = second.trim() === '' || isWorse ? first : second;
    if (better.trim() === '') throw new AppError('MODEL_ANSWER_EMPTY', 'the summary was empty');
    return better;
  };

/** Two of these and what joins them fit into one request. */
const mergedShare = 0.45;

const mergeRequests = (
  answers: readonly string[],
  { maxInputTokens }: Plan,
  { count, language }: SummaryRequest,
): string[] => {
  const each = Math.floor(maxInputTokens * mergedShare);
  const bounded = answers.map((answer) => shortenToTokens(answer, each, count, language));
  const groups = groupWithinTokens(bounded, maxInputTokens, count);
  const isSmaller = groups.length < answers.length;
  const merged = isSmaller
    ? groups
    : [shortenToTokens(bounded.join('\n\n'), maxInputTokens, count, language)];
  return merged.map((summaries) => mergeRequest(summaries, language));
};

/** Parts, then merges of their summaries, until one answer is left. */
const condense = async (request: SummaryRequest, plan: Plan, askFor: AskFor): Promise<string> => {
  const { messages, count, language, onProgress } = request;
  const bounded = boundMessages(messages, plan.maxInputTokens, count, language);
  const parts = groupWithinTokens(bounded, plan.maxInputTokens, count);
  let requests = parts.map((part, index) =>
    partRequest(part, { part: index + 1, parts: parts.length }, language),
  );
  let done = 0;
  for (;;) {
    const isFinal = requests.length === 1;
    const total = done + requests.length + (isFinal ? 0 : 1);
    const answers: string[] = [];
    for (const user of requests) {
      onProgress(done, total);
      answers.push(await askFor(user, isFinal));
      done += 1;
    }
    onProgress(done, total);
    const [answer] = answers;
    if (isFinal && answer !== undefined) return answer;
    requests = mergeRequests(answers, plan, request);
  }
};

const failed = (error: AppError): SummaryOutcome => ({ kind: 'failed', error });

/**
 * Asks a model for the summary of rounds that are to be archived (S4-18, S4-21). Every request stays within the
 * window together with its answer: long messages are shortened in their middle, long histories summarised in parts
 * that are merged. Answers a text in the fixed template. Never throws: a late summary, a failing model and a
 * cancelling writer are outcomes (CANCELLED, MODEL_PROMPT_TOO_LONG for a window that holds no summary,
 * MODEL_ANSWER_EMPTY, and what `ask` meets).
 */
export const summariseHistory = async (request: SummaryRequest): Promise<SummaryOutcome> => {
  const messages = request.messages.filter(({ role }) => role !== 'system');
  if (messages.length === 0) {
    return failed(new AppError('CONVERSATION_TEXT_EMPTY', 'there is nothing to summarise'));
  }
  const period = periodOf(messages);
  const plan = planOf(request, period);
  if (!plan) {
    return failed(new AppError('MODEL_PROMPT_TOO_LONG', 'the window is too small for a summary'));
  }
  const deadline = request.deadline ?? AbortSignal.timeout(summaryTimeoutMs);
  const askFor = createAsking(request, plan, AbortSignal.any([request.signal, deadline]));
  try {
    const answer = await condense({ ...request, messages }, plan, askFor);
    return { kind: 'summary', text: fillTemplate(answer, period) };
  } catch (error) {
    if (request.signal.aborted) {
      return failed(new AppError('CANCELLED', 'the summary was cancelled', {}, { cause: error }));
    }
    if (deadline.aborted) return { kind: 'timeout' };
    if (error instanceof AppError) return failed(error);
    return failed(new AppError('INTERNAL', 'the summary failed', {}, { cause: error }));
  }
};
