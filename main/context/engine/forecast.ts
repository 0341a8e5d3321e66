/** What a provider's cache will probably serve of a request, and what it costs with that and without (N5, E2). */
import type { CacheForecast, Segment } from '#shared/domain/assembly.ts';
import type { Prices } from '#shared/domain/model-profile.ts';
import { moneyFor } from '#shared/price.ts';
import type { PrefixCache } from './model.ts';
import { sha256 } from './prefix.ts';

/** A request a model was sent: its segments by their hashes, which outlive its texts. `sentAt`: ms, null for long ago. */
export type Sent = { assemblyId: string; segmentHashes: readonly string[]; sentAt: number | null };

/**
 * How long a provider keeps what nobody asks for again, ms: the shortest time that any promises (Anthropic; OpenAI says
 * 5 to 10 minutes). Others keep it for hours: there the forecast errs on the dear side.
 */
const keptFor = 5 * 60_000;

/** What is forecast: a request, and how far other requests begin like it. */
export type Forecasted = {
  segments: readonly Segment[];
  systemTokens: number;
  cacheMarks: readonly number[];
};

/** `now`: ms. */
export type Caching = { prices: Prices | null; cache: PrefixCache; now: number };

/** Tokens up to each mark, with those of the system text. */
const tokensToMarks = ({ segments, systemTokens, cacheMarks }: Forecasted): number[] => {
  const marks = new Set(cacheMarks);
  const sums: number[] = [];
  let length = 0;
  let tokens = systemTokens;
  for (const segment of segments) {
    length += segment.text.length;
    tokens += segment.tokenCount;
    if (marks.has(length)) sums.push(tokens);
  }
  return sums;
};

/** Tokens of the segments that the request before had too, and the first that it had not. */
const likeBefore = (
  { segments, systemTokens }: Forecasted,
  previous: Sent,
): { tokens: number; different: Segment | undefined } => {
  let tokens = systemTokens;
  const different = segments.find((segment, index) => {
    if (previous.segmentHashes[index] !== sha256(segment.text)) return true;
    tokens += segment.tokenCount;
    return false;
  });
  return { tokens, different };
};

/** Of the input alone, in the prices' currency; what the model will write is not known yet. */
const inputCost = (
  all: number,
  cached: number,
  kept: number,
  { prices, cache }: Caching,
): number | null => {
  if (prices === null) return null;
  // Providers that are told what to keep take their price for writing it; others keep it unasked.
  const written = cache === 'marked' ? Math.max(0, kept - cached) : 0;
  return moneyFor({ fresh: all - cached - written, cached, written, output: 0 }, prices);
};

/**
 * What a provider's prefix cache will serve (N5): everything before the first segment that differs from the
 * last request of the same project and model; where it must be told what to keep, up to the last mark before that. The
 * system text before the prompt is constant and counts too. Nothing, once the provider has let it go.
 */
export const forecastCache = (
  now: Forecasted,
  previous: Sent | null,
  titleOf: (itemId: string) => string,
  caching: Caching,
): CacheForecast => {
  const total = now.segments.reduce((sum, segment) => sum + segment.tokenCount, now.systemTokens);
  const marks = tokensToMarks(now);
  const stable = marks.at(-1) ?? now.systemTokens;
  const servedOf = (same: number): number => {
    if (caching.cache === 'none') return 0;
    return caching.cache === 'automatic' ? same : (marks.findLast((mark) => mark <= same) ?? 0);
  };
  const before = previous && likeBefore(now, previous);
  const sentAt = previous?.sentAt ?? null;
  const hasExpired = previous !== null && (sentAt === null || caching.now - sentAt > keptFor);
  const cached = before && !hasExpired ? servedOf(before.tokens) : 0;
  const costWith = (served: number): number | null => inputCost(total, served, stable, caching);
  const different = before?.different;
  return {
    previousAssemblyId: previous?.assemblyId ?? null,
    cachedTokens: cached,
    freshTokens: total - cached,
    hasExpired,
    firstDifference: different
      ? {
          layer: different.layer,
          itemId: different.itemId,
          title: different.itemId === null ? different.text.trim() : titleOf(different.itemId),
        }
      : null,
    cost: costWith(cached),
    stableTokens: stable,
    firstCost: costWith(0),
    nextCost: costWith(servedOf(stable)),
  };
};
