/** The selected model as the context engine needs to know it. */
import type { ContextModel } from '#main/context/engine/index.ts';
import { maxInputOf } from '#shared/domain/model-profile.ts';
import type { Calibration } from '../calibration/calibration.ts';
import { type Counter, createCorrectedCounter } from '../calibration/counter.ts';
import type { StoredProfile } from './profile-store.ts';

/** What a model's own way of counting is remembered under. */
export const calibrationName = ({
  provider,
  model,
}: Pick<StoredProfile, 'provider' | 'model'>): string => `${provider}/${model}`;

const cacheOf = ({ provider, caching }: StoredProfile): ContextModel['cache'] => {
  if (provider !== 'anthropic') return 'automatic';
  return caching ? 'marked' : 'none';
};

/** The chosen model as the context engine needs to know it. */
export const contextModelOf = (
  profile: StoredProfile,
  counter: Counter,
  calibration: Calibration,
): ContextModel => {
  const name = calibrationName(profile);
  return {
    id: `${profile.id}/${name}`,
    profileId: profile.id,
    contextWindow: profile.contextWindow,
    maxInput: maxInputOf(profile),
    maxOutput: profile.maxOutput,
    prices: profile.prices,
    cache: cacheOf(profile),
    tokens: createCorrectedCounter(counter, calibration.correctionOf(name)),
  };
};
