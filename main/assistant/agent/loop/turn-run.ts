/** What the steps of one turn share: its parts, and how far it has come. */
import type { EventSink } from '#shared/contract/events.ts';
import type { Language } from '#shared/domain/identifiers.ts';
import type { Usage } from '#shared/domain/run.ts';
import type { Settings } from '#shared/domain/settings.ts';
import { AppError } from '#shared/errors.ts';
import { noUsage } from '#shared/usage-sum.ts';
import type { ContextFilesService } from '#main/assistant/files/service.ts';
import type { Turn, Urgency } from '#main/assistant/conversation/service.ts';
import type { FenceView } from '#main/context/engine/service.ts';
import type { Logger } from '#main/platform.ts';
import type { AskDependencies } from './ask-for-step.ts';
import type { CallDependencies } from './carry-out-call.ts';
import type { Permissions } from '../permissions/index.ts';
import { createRepetition, type Repetition } from './repetition.ts';
import type { Speaking } from './speaking.ts';

export type TurnDependencies = CallDependencies &
  Pick<AskDependencies, 'models'> & {
    /** Asked for within the turn: servers that lend tools may have to be started, and the writer asked. */
    speaking(): Promise<Speaking>;
    events: EventSink;
    logger: Logger;
    contextFiles: Pick<ContextFilesService, 'recordUse'>;
    limits: Pick<Settings['assistant'], 'maxSteps' | 'maxCost'>;
    language: Language;
    view: FenceView;
    permissions: Pick<Permissions, 'agree' | 'agreedTo'>;
    opensFile(contextId: string): boolean;
    /** Makes the conversation smaller; answers how many messages it put away. */
    compact(how: { urgency: Urgency; inputText?: string; tokens?: number }): Promise<number>;
  };

export type TurnRun = {
  readonly dependencies: TurnDependencies;
  readonly turn: Turn;
  readonly signal: AbortSignal;
  readonly repetition: Repetition;
  /** Limits count from the start of the run, so that a turn which reached one can be gone on with. */
  readonly stepLimit: number;
  usage: Usage;
  /** Of the run's calls so far, as far as prices are known; counted here where a provider does not tell. */
  cost: number;
  /** What the model call under way has said so far. */
  said: string;
};

export const createTurnRun = (
  dependencies: TurnDependencies,
  turn: Turn,
  signal: AbortSignal,
): TurnRun => ({
  dependencies,
  turn,
  signal,
  repetition: createRepetition(),
  stepLimit: turn.steps + dependencies.limits.maxSteps,
  usage: noUsage,
  cost: 0,
  said: '',
});

/** CONVERSATION_STEP_LIMIT, CONVERSATION_COST_LIMIT. */
export const checkLimits = ({ dependencies, turn, stepLimit, cost }: TurnRun): void => {
  const { maxSteps, maxCost } = dependencies.limits;
  if (turn.steps >= stepLimit) {
    throw new AppError('CONVERSATION_STEP_LIMIT', 'The turn took as many steps as it may.', {
      steps: maxSteps,
    });
  }
  if (maxCost !== null && cost >= maxCost) {
    throw new AppError('CONVERSATION_COST_LIMIT', 'The turn cost as much as it may.', {
      cost,
    });
  }
};

export const stuckError = (details: { tool: string } | { reason: string }): AppError =>
  new AppError('CONVERSATION_STUCK', 'The model repeats what fails.', details);
