import { AppError } from '#shared/errors.ts';
import type { ModelsService, TalkAnswer } from '#main/services/ai/service.ts';
import type { Turn } from '#main/services/conversation/service.ts';
import { tokensOf } from './request-size.ts';
import type { Speaking } from './speaking.ts';

export type AskNeeds = {
  models: Pick<ModelsService, 'talk'>;
  speaking: Speaking;
  /** Summarises older rounds even below the threshold; answers how many messages it put away. */
  compact(): Promise<number>;
  onText(text: string): void;
};

/** A count that is no more than an estimate may be too high by so much. */
const doubt = 1.3;

/**
 * Tokens: in a small window even the rounds that are never summarised can be too much together. Then shorter items
 * go, too, before the writer is left without an answer.
 */
const lastResort = 200;

const tooLong = (): AppError =>
  new AppError('MODEL_PROMPT_TOO_LONG', 'The conversation is longer than the model takes.');

/**
 * One model call. A prompt that is too long, by our count or by the provider's word, is relieved of old outputs
 * first, then older rounds are summarised once (S2-09/10, S4-20), then shorter outputs go; MODEL_PROMPT_TOO_LONG when
 * that is not enough.
 */
export const askModel = async (
  needs: AskNeeds,
  turn: Turn,
  signal: AbortSignal,
): Promise<TalkAnswer> => {
  const { model, protocol, toolbox, system } = needs.speaking;
  const traitsOf = (name: string) => ({ ephemeral: toolbox.find(name)?.ephemeral ?? null });
  let compacted = false;
  const shorten = async (): Promise<boolean> => {
    if (await turn.relieve(model.count)) return true;
    if (!compacted) {
      compacted = true;
      if ((await needs.compact()) > 0) return true;
    }
    return turn.relieve(model.count, lastResort);
  };
  const room = model.contextWindow - Math.min(model.maxOutput, Math.floor(model.contextWindow / 4));
  const most = model.contextWindow * (model.exactness === 'exact' ? 1 : doubt);
  for (;;) {
    signal.throwIfAborted();
    const prompt = await turn.prompt(system, traitsOf, model.count, model.contextWindow);
    const request = protocol.request(prompt, toolbox.offered);
    const tokens = tokensOf(request, model.count);
    if (tokens > room && (await shorten())) continue;
    // Some servers would leave out the beginning without a word.
    if (tokens > most) throw tooLong();
    try {
      return await needs.models.talk(
        { ...request, profileId: model.profileId },
        signal,
        needs.onText,
      );
    } catch (error) {
      signal.throwIfAborted();
      if (!(error instanceof AppError) || error.code !== 'MODEL_PROMPT_TOO_LONG') throw error;
      if (!(await shorten())) throw error;
    }
  }
};
