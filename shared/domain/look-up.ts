/** What a model asks of the book before it writes, and what became of that (E6). */
import { z } from 'zod';
import { Count } from './identifiers.ts';
import { PurseExcess } from './purse.ts';

/** So many questions are answered before one text. */
export const maxQuestions = 3;
/** Longer than this it is no question that passages can be looked up for. */
export const maxQuestionLength = 200;

/**
 * Why a text was asked for without looking anything up. `failed`: the model could not be asked; `late`: its answer did not
 * come in time; `purse`: a cap did not allow the question; `unusable`: the answer held no question; `tooLarge`: the
 * model's window has no room for the question; `fenced`: a fence went up meanwhile.
 */
export const LookUpProblem = z.enum(['failed', 'late', 'purse', 'unusable', 'tooLarge', 'fenced']);
export type LookUpProblem = z.infer<typeof LookUpProblem>;

/** What passages are to be looked up for. None and no problem: the model needs nothing. */
export const LookUp = z.object({
  questions: z.array(z.string().trim().min(1).max(maxQuestionLength)).max(maxQuestions),
  /** Questions beyond {@link maxQuestions}, or too long: they were not looked up. */
  ignored: Count.optional(),
  problem: LookUpProblem.optional(),
  /** By how much the question was over a cap, where that kept it back (N12). */
  refusal: PurseExcess.optional(),
});
export type LookUp = z.infer<typeof LookUp>;

/** What asking for the questions takes at most, before it is sent. */
export const LookUpForecast = z.object({
  inputTokens: Count,
  /** Of the input; null where the model's price is not known. */
  cost: z.number().nonnegative().nullable(),
});
export type LookUpForecast = z.infer<typeof LookUpForecast>;
