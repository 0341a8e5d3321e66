/** What has to be asked for the synopsis of a chapter, and what that takes at most, before anything is sent. */
import type { ChatModel, ModelsService, Question } from '#main/ai/runs/service.ts';
import type { PaidForecast } from '#main/purse/service.ts';
import type { Language } from '#shared/domain/identifiers.ts';
import { AppError } from '#shared/errors.ts';
import { splitToFit } from './split-to-fit.ts';
import { words } from './words.ts';

/** Of a synopsis, and of what a model thinks before it. */
const answerTokens = 2_000;
/** Around the text: marks, and what providers add. */
const tokensAround = 60;
/** An answer takes at most this share of what a request may hold, so that joining parts comes to an end. */
const answerShare = 3;
const fewestTokens = 900;

/** `chapter`, `scene`: the text itself; `parts`: synopses of its parts. */
export type TextKind = 'chapter' | 'scene' | 'parts';

export type Asker = {
  model: Pick<ChatModel, 'profileId' | 'maxInput' | 'count'>;
  language: Language;
};

/** How much text one request may hold, and how long its answer may be. MODEL_PROMPT_TOO_LONG for a model too small. */
export const limitsOf = ({ model, language }: Asker): { text: number; answer: number } => {
  const { chapter, scene, parts } = words[language];
  const own = Math.max(...[chapter, scene, parts].map((told) => model.count(told)));
  const text = Math.floor((model.maxInput - own - tokensAround) * 0.97);
  if (text >= fewestTokens) {
    return { text, answer: Math.min(answerTokens, Math.floor(text / answerShare)) };
  }
  throw new AppError('MODEL_PROMPT_TOO_LONG', 'The model reads too little for a chapter.', {
    maxInput: model.maxInput,
  });
};

export const questionOf = (
  { model, language }: Asker,
  kind: TextKind,
  text: string,
  maxOutputTokens: number,
): Question => {
  const told = words[language];
  const opening = kind === 'parts' ? told.partsOpening : told.opening;
  return {
    purpose: 'synopsis',
    profileId: model.profileId,
    system: told[kind],
    user: `${opening}\n\n${text}`,
    maxOutputTokens,
  };
};

/** Every request of a chapter or a scene, those that join its parts with as much as their parts may answer. Errors as `limitsOf`. */
export const forecastText = (
  models: Pick<ModelsService, 'forecastCompletion'>,
  asker: Asker,
  { kind, text }: { kind: TextKind; text: string },
): PaidForecast[] => {
  const limits = limitsOf(asker);
  const parts = splitToFit(text, limits.text, asker.model.count);
  const forecasts = parts.map((part) =>
    models.forecastCompletion(questionOf(asker, kind, part, limits.answer)),
  );
  const joining = models.forecastCompletion(questionOf(asker, 'parts', '', limits.answer));
  const fitting = Math.floor(limits.text / (limits.answer + 2));
  for (let open = parts.length; open > 1; ) {
    const groups = Math.ceil(open / fitting);
    const inputTokens = joining.inputTokens + Math.ceil(open / groups) * (limits.answer + 2);
    for (let group = 0; group < groups; group += 1) forecasts.push({ ...joining, inputTokens });
    open = groups;
  }
  return forecasts;
};
