/** What a provider tells of the tokens a request took (N12). What cannot be read, or cannot be, counts as not told, never as 0. */

/** Null: not told. What a cache served or kept is part of the input. */
export type ToldTokens = {
  inputTokens: number | null;
  cachedInputTokens: number | null;
  cacheWriteTokens: number | null;
  outputTokens: number | null;
};

export const nothingTold: ToldTokens = {
  inputTokens: null,
  cachedInputTokens: null,
  cacheWriteTokens: null,
  outputTokens: null,
};

/** A whole number of tokens, also as text, as some gateways write it; null for anything else. */
export const readTokens = (value: unknown): number | null => {
  const number = typeof value === 'string' && /^\d{1,15}$/u.test(value) ? Number(value) : value;
  return typeof number === 'number' && Number.isSafeInteger(number) && number >= 0 ? number : null;
};

const larger = (one: number | null, other: number | null): number | null =>
  one === null || other === null ? (one ?? other) : Math.max(one, other);

/**
 * Two reports of one request, in the order in which they came. Counts only grow while an answer comes: the larger holds.
 * An output that the later one leaves untold is untold: the earlier one told of what had come by then.
 */
export const withLaterTold = (earlier: ToldTokens | null, later: ToldTokens): ToldTokens => {
  if (earlier === null) return later;
  return {
    inputTokens: larger(earlier.inputTokens, later.inputTokens),
    cachedInputTokens: larger(earlier.cachedInputTokens, later.cachedInputTokens),
    cacheWriteTokens: larger(earlier.cacheWriteTokens, later.cacheWriteTokens),
    outputTokens:
      later.outputTokens === null ? null : larger(earlier.outputTokens, later.outputTokens),
  };
};

/**
 * Requests are kept within a window by a count of our own, which may be too small by more than half, and a writer may have
 * entered a smaller window than the model has.
 */
const believedWindows = 3;

/** The most tokens of input or output that are believed of a model with a window of `contextWindow` tokens. */
export const limitByWindow = (contextWindow: number): number => believedWindows * contextWindow;

/**
 * What can be of what was told. Above `limit` a count is a slip, which would use up the caps of a month. No input at all
 * is none told, for there was some, nor is no output where something `isWritten`: some servers leave it out so. More
 * served or kept by a cache than there was input contradicts itself. Clamped to the input it would count far too low where
 * a server tells of both apart, so that neither is believed and the count is our own.
 */
export const believedTokens = (
  told: ToldTokens | null,
  { limit, isWritten }: { limit: number; isWritten: boolean },
): ToldTokens => {
  const within = (count: number | null | undefined): number | null =>
    count !== null && count !== undefined && count <= limit ? count : null;
  const inputTokens = within(told?.inputTokens);
  const cachedInputTokens = within(told?.cachedInputTokens);
  const cacheWriteTokens = within(told?.cacheWriteTokens);
  const outputTokens = within(told?.outputTokens);
  const ofCache = (cachedInputTokens ?? 0) + (cacheWriteTokens ?? 0);
  const isInputBelieved = inputTokens !== null && inputTokens > 0 && ofCache <= inputTokens;
  return {
    ...nothingTold,
    ...(isInputBelieved && { inputTokens, cachedInputTokens, cacheWriteTokens }),
    outputTokens: outputTokens === 0 && isWritten ? null : outputTokens,
  };
};
