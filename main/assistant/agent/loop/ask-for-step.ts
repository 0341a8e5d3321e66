/** Asks the model for its next step, with a prompt that fits its window. */
import { type AgreedSum, PurseQuestion } from '#shared/domain/purse.ts';
import { AppError, appErrorCode } from '#shared/errors.ts';
import type { FenceView } from '#main/context/engine/service.ts';
import type { ModelsService, ChatAnswer } from '#main/ai/runs/service.ts';
import type { Prompt, Turn, Urgency } from '#main/assistant/conversation/service.ts';
import { countRequestTokens } from './request-size.ts';
import type { Speaking } from './speaking.ts';

export type AskDependencies = {
  projectId: string;
  models: Pick<ModelsService, 'sendChat'>;
  speaking: Speaking;
  /** Makes the conversation smaller even below the threshold; answers how many messages it put away. */
  compact(how: { urgency: Urgency; tokens: number }): Promise<number>;
  onText(text: string): void;
  /** What the writer says to what a request would take; see {@link Permissions}. */
  agreement: {
    agreedTo(): AgreedSum | undefined;
    agree(question: PurseQuestion): Promise<AgreedSum | null>;
  };
  view: Pick<FenceView, 'openSince'>;
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

/** The sum the writer agrees to where a failure asks about one. The prompt is made anew behind the answer, fences and all. */
const askAbout = async (
  error: unknown,
  { agree }: AskDependencies['agreement'],
  signal: AbortSignal,
): Promise<AgreedSum | null> => {
  if (!(error instanceof AppError) || error.code !== 'PURSE_ASKS') return null;
  const sum = await agree(PurseQuestion.parse(error.details));
  signal.throwIfAborted();
  return sum;
};

/**
 * One model call. Of a prompt that is too long, by our count or by the provider's word, results that the window could
 * not hold even alone keep their beginning (S0-06); then the turns before are relieved of their outputs, and summarised
 * where that frees much (S2-09/10, S4-20); then outputs of this turn go, and at last what the call was made for, the
 * longest first. MODEL_PROMPT_TOO_LONG when that is not enough.
 */
export const askForStep = async (
  dependencies: AskDependencies,
  turn: Turn,
  signal: AbortSignal,
): Promise<ChatAnswer> => {
  const { model, protocol, toolbox, system } = dependencies.speaking;
  const traitsOf = (name: string) => ({ ephemeral: toolbox.find(name)?.ephemeral ?? null });
  /** A summary that failed is not asked for again and again; its conversation is as it was. */
  let isPressed = true;
  /** `held`: tokens a result may have beside what every call of the turn carries. `tokens`: of the prompt. */
  const shorten = async (held: number, tokens: number): Promise<boolean> => {
    if (await turn.truncateLargest(model.count, Math.max(lastResort, held))) return true;
    isPressed &&= (await dependencies.compact({ urgency: 'pressing', tokens })) > 0;
    if (isPressed) return true;
    if (await turn.evictOldest(model.count)) return true;
    if (await turn.evictOldest(model.count, lastResort)) return true;
    if (await turn.truncateLargest(model.count, lastResort)) return true;
    return (await dependencies.compact({ urgency: 'asked', tokens })) > 0;
  };
  const fixedTokens = (prompt: Prompt): number =>
    countRequestTokens(
      protocol.request({ ...prompt, history: [], scratchpad: [] }, toolbox.offered),
      model.count,
    );
  const room = model.contextWindow - Math.min(model.maxOutput, Math.floor(model.contextWindow / 4));
  const maxTokens = model.contextWindow * (model.exactness === 'exact' ? 1 : doubt);
  let agreedTo = dependencies.agreement.agreedTo();
  for (;;) {
    signal.throwIfAborted();
    const isStillOpen = dependencies.view.openSince();
    const prompt = await turn.prompt(system, traitsOf, model.count, model.contextWindow);
    const request = protocol.request(prompt, toolbox.offered);
    const tokens = countRequestTokens(request, model.count);
    const held = (): number => room - fixedTokens(prompt);
    if (tokens > room && (await shorten(held(), tokens))) continue;
    // Some servers would leave out the beginning without a word.
    if (tokens > maxTokens) throw tooLong();
    try {
      return await dependencies.models.sendChat(
        {
          ...request,
          projectId: dependencies.projectId,
          profileId: model.profileId,
          ...{ isStillOpen, agreedTo },
        },
        signal,
        dependencies.onText,
      );
    } catch (error) {
      signal.throwIfAborted();
      // Nothing was sent: it is asked anew, without what a fence has closed meanwhile.
      if (appErrorCode(error) === 'REQUEST_FENCED') continue;
      const sum = await askAbout(error, dependencies.agreement, signal);
      if (sum) {
        agreedTo = sum;
        continue;
      }
      if (!(error instanceof AppError) || error.code !== 'MODEL_PROMPT_TOO_LONG') throw error;
      // Its count is not ours: the prompt is as long as the window at least.
      if (!(await shorten(held(), Math.max(tokens, model.contextWindow)))) throw error;
    }
  }
};
