/** Which constraints a text was held against, by whom, and which not, and why (S3-25). */
import type { Constraint } from '#shared/domain/constraint.ts';
import type { Coverage, UncheckedReason } from '#shared/domain/finding.ts';
import type { PurseExcess, PurseQuestion } from '#shared/domain/purse.ts';
import type { Judgement } from './judge-text.ts';
import type { ModelVerdict } from './model-answer.ts';
import { type Bases, constraintBasis } from './waivers.ts';

/** What became of the questions that no rule could answer. */
export type ModelOutcome =
  | { state: 'absent'; reason: 'notAsked' | 'noModel' }
  /** Nothing was sent: the writer wants to be asked before (E2). */
  | { state: 'absent'; reason: 'asksFirst'; question: PurseQuestion }
  /** `refusal`: nothing was sent, for it would have gone over a cap (N12). */
  | { state: 'failed'; refusal?: PurseExcess }
  | { state: 'answered'; verdict: ModelVerdict };

const reasonAfter = (
  outcome: ModelOutcome,
  constraintId: string,
  neverSent: ReadonlySet<string>,
): UncheckedReason | null => {
  if (neverSent.has(constraintId)) return 'neverSend';
  if (outcome.state === 'absent') return outcome.reason;
  if (outcome.state === 'failed') return outcome.refusal ? 'purse' : 'modelFailed';
  if (outcome.verdict.unproven.has(constraintId)) return 'unproven';
  return outcome.verdict.judged.has(constraintId) ? null : 'unanswered';
};

/** Every constraint that holds is either checked or not; there is no third. */
export const coverageOf = (
  constraints: readonly Constraint[],
  judgement: Pick<Judgement, 'needsModel' | 'partly' | 'chapterOnly'>,
  outcome: ModelOutcome,
  neverSent: ReadonlySet<string>,
): Coverage => {
  const coverage: Coverage = { checked: [], unchecked: [] };
  for (const constraint of constraints) {
    const { constraintId } = constraint;
    const { digest } = constraintBasis(constraint);
    const byRule = !judgement.needsModel.includes(constraintId);
    const byChapter = judgement.chapterOnly.includes(constraintId) ? 'chapterOnly' : null;
    const reason = byRule ? byChapter : reasonAfter(outcome, constraintId, neverSent);
    if (reason === null) {
      coverage.checked.push({ constraintId, by: byRule ? 'rule' : 'model', digest });
    } else {
      const partly = judgement.partly.includes(constraintId);
      coverage.unchecked.push({ constraintId, reason, partly });
    }
  }
  return withFigures(coverage, {
    refusal: outcome.state === 'failed' ? outcome.refusal : undefined,
    question: 'question' in outcome ? outcome.question : undefined,
  });
};

/** The figures of a refusal, or of a question, stay as long as it keeps something unchecked. */
const withFigures = (
  coverage: Coverage,
  { refusal, question }: Pick<Coverage, 'refusal' | 'question'>,
): Coverage => {
  const keepsSome = (why: UncheckedReason): boolean =>
    coverage.unchecked.some(({ reason }) => reason === why);
  return {
    ...coverage,
    ...(refusal && keepsSome('purse') ? { refusal } : {}),
    ...(question && keepsSome('asksFirst') ? { question } : {}),
  };
};

/** An earlier coverage as it stands today: what was reworded since counts as unchecked, what is gone is left out. */
export const coverageToday = (
  { checked, unchecked, refusal, question }: Coverage,
  bases: Bases,
): Coverage => {
  const today: Coverage = {
    checked: [],
    unchecked: unchecked.filter(({ constraintId }) => bases.constraints.has(constraintId)),
  };
  for (const one of checked) {
    const basis = bases.constraints.get(one.constraintId);
    if (!basis) continue;
    if (basis.digest === one.digest) today.checked.push(one);
    else {
      const { constraintId } = one;
      today.unchecked.push({ constraintId, reason: 'changed', partly: false });
    }
  }
  return withFigures(today, { refusal, question });
};
