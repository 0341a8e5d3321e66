/** One judgement: rules first, a model where they do not reach, and an account of both. */
import type { Logger } from '#main/platform.ts';
import type { Output } from '#shared/contract/index.ts';
import type { Fence } from '#shared/domain/fence.ts';
import type { Finding } from '#shared/domain/finding.ts';
import { type ConstraintsView, constraintsToAsk } from './ask-about.ts';
import { askJudgeModel } from './ask-judge-model.ts';
import { coverageOf, type ModelOutcome } from './coverage.ts';
import { findingsOf, type Worded, describeFindings } from './findings.ts';
import { judgeText } from './judge-text.ts';
import type { Complaint, JudgeInput } from './judge-input.ts';
import type { ReadConstraint } from './rules/rule.ts';
import type { CheckRequest, ModelJudge } from './service.ts';

export type CheckDependencies = {
  model: ModelJudge | null;
  logger: Logger;
  readConstraint(text: string): ReadConstraint;
};

/** How one text is judged. */
export type CheckScope = Pick<CheckRequest, 'projectId' | 'askModel' | 'isFenced' | 'agreedTo'> & {
  chapterFence: Fence | null;
  /** What fences leave to a model that is asked about this text (N3). */
  view: ConstraintsView;
};

export type CheckedText = Omit<Output<'judge:check'>, 'findings'> & {
  /** Without the writer's waivers. */
  findings: Finding[];
};

/** What a model complains of where no rule has complained of the same. */
const newComplaints = (outcome: ModelOutcome, byRule: readonly Complaint[]): Worded[] =>
  outcome.state !== 'answered'
    ? []
    : outcome.verdict.complaints.filter(
        (one) =>
          !byRule.some(
            ({ constraintId, start, end }) =>
              constraintId === one.constraintId && start < one.end && one.start < end,
          ),
      );

/** CANCELLED. */
export const checkText = async (
  dependencies: CheckDependencies,
  input: JudgeInput,
  { projectId, askModel: mayAsk, isFenced, chapterFence, view, agreedTo }: CheckScope,
  signal: AbortSignal,
): Promise<CheckedText> => {
  const judgement = judgeText(input, dependencies.readConstraint);
  const { analyzed, complaints, needsModel } = judgement;
  const { asked, neverSent } = constraintsToAsk(
    input,
    needsModel,
    isFenced ? { neverSend: true } : chapterFence,
    view,
  );
  const outcome: ModelOutcome =
    mayAsk === false
      ? { state: 'absent', reason: 'notAsked' }
      : await askJudgeModel(
          { ...dependencies, view, projectId, agreedTo },
          input.text,
          asked,
          signal,
        );
  const findings = findingsOf(analyzed, [
    ...describeFindings(complaints, input.language),
    ...newComplaints(outcome, complaints),
  ]);
  const kept = new Set(neverSent.map(({ constraintId }) => constraintId));
  const coverage = coverageOf(input.constraints, judgement, outcome, kept);
  return { findings, needsModel, model: outcome.state, ...coverage };
};
