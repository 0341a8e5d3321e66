import type { CacheForecast, Segment } from '#shared/domain/assembly.ts';
import { sha256 } from './prefix.ts';
import type { Prices } from '#shared/domain/model-profile.ts';

/** A request a model was sent: its segments by their hashes, which outlive its texts. */
export type Sent = { assemblyId: string; segmentHashes: readonly string[] };

/** Of the input alone, in the prices' currency; what the model will write is not known yet. */
const inputCost = (cached: number, fresh: number, prices: Prices | null): number | null =>
  prices === null
    ? null
    : (cached * (prices.cachedInput ?? prices.input) + fresh * prices.input) / 1_000_000;

/**
 * What a provider's prefix cache will serve (N5): everything before the first segment that differs from the
 * last request of the same project and model. The system text before the prompt is constant and counts too.
 */
export const forecastCache = (
  now: { segments: readonly Segment[]; systemTokens: number },
  previous: Sent | null,
  titleOf: (itemId: string) => string,
  prices: Prices | null = null,
): CacheForecast => {
  const total = now.segments.reduce((sum, segment) => sum + segment.tokenCount, now.systemTokens);
  if (!previous) {
    return {
      previousAssemblyId: null,
      cachedTokens: 0,
      freshTokens: total,
      firstDifference: null,
      cost: inputCost(0, total, prices),
    };
  }
  let cached = now.systemTokens;
  const different = now.segments.find((segment, index) => {
    if (previous.segmentHashes[index] !== sha256(segment.text)) return true;
    cached += segment.tokenCount;
    return false;
  });
  return {
    previousAssemblyId: previous.assemblyId,
    cachedTokens: cached,
    freshTokens: total - cached,
    firstDifference: different
      ? {
          layer: different.layer,
          itemId: different.itemId,
          title: different.itemId === null ? different.text.trim() : titleOf(different.itemId),
        }
      : null,
    cost: inputCost(cached, total - cached, prices),
  };
};
