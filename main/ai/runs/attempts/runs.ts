/** The runs of this process: begin, cancel, list, recover, end. */
import { nanoid } from 'nanoid';
import type { Output, Parsed } from '#shared/contract/index.ts';
import type { Run } from '#shared/domain/run.ts';
import { AppError } from '#shared/errors.ts';
import { reportError } from '#main/base/failures/error-report.ts';
import type { Active, RunsDependencies } from './active.ts';
import { beginRun } from './begin-run.ts';
import { carryOutRun } from './carry-out-run.ts';
import { judgeRun } from './judge-run.ts';
import { candidateOf } from './keep-answer.ts';
import type { StoredRun } from './run-store.ts';

export type Runs = {
  /**
   * MODEL_NOT_SELECTED, SELECTION_INVALID, PURSE_EXCEEDED, PURSE_ASKS and the errors of assembling; for a rerun also RUN_NOT_FOUND and
   * CONTEXT_ASSEMBLY_NOT_FOUND.
   */
  run(input: Parsed<'ai:run'>, signal: AbortSignal): Promise<Output<'ai:run'>>;
  /** RUN_NOT_FOUND when it is not running here. */
  cancel(runId: string): void;
  list(projectId: string, limit: number): Run[];
  /** RUN_NOT_FOUND, SELECTION_INVALID, MODEL_NOT_SELECTED. */
  judge(input: Parsed<'ai:runs:judge'>, signal: AbortSignal): Promise<Run>;
  /** Makes candidates of what runs of a process that is gone had received. */
  recover(): void;
  /** Ends a project's runs, keeps what they had, and waits until that is written. */
  closeProject(projectId: string): Promise<void>;
  /** The same for all. */
  close(): Promise<void>;
};

/** A run whose process has not been heard of for so long (ms) is taken for ended. */
const abandonedAfter = 60_000;

const cancelled = (): AppError => new AppError('CANCELLED', 'The run was cancelled.');
const interrupted = (): AppError =>
  new AppError('RUN_INTERRUPTED', 'The program ended during the run.');

const projectGone = (): AppError =>
  new AppError('RUN_INTERRUPTED', 'The project was closed during the run.');

/** A run whose process died while it tried once more has a whole answer, that of its first try. */
const endOfAbandoned = ({
  text,
  firstFaults,
}: Pick<Run, 'text' | 'firstFaults'>): Pick<Run, 'state' | 'partial' | 'error' | 'firstFaults'> => {
  if (firstFaults !== null)
    return { state: 'done', partial: false, error: null, firstFaults: null };
  const { code, message } = interrupted();
  return { state: 'interrupted', partial: text !== '', error: { code, message }, firstFaults };
};

type ActiveRun = { projectId: string; controller: AbortController; ended: Promise<void> };

export const createRuns = (dependencies: RunsDependencies): Runs => {
  const { store, clock } = dependencies;
  const active = new Map<string, ActiveRun>();

  const stop = async (isMeant: (run: ActiveRun) => boolean, reason: AppError): Promise<void> => {
    const meant = [...active.values()].filter(isMeant);
    for (const { controller } of meant) controller.abort(reason);
    await Promise.all(meant.map(({ ended }) => ended));
  };

  /** The answer to the call goes first: nobody can follow a run whose id they do not have. */
  const start = (begun: Active, controller: AbortController): void => {
    const { runId, projectId } = begun.run;
    const ended = new Promise<void>((resolve) => {
      setImmediate(() => {
        carryOutRun(dependencies, begun)
          .catch((error: unknown) => {
            const report = { runId, ...reportError(error) };
            dependencies.logger.log('error', 'the end of a run could not be stored', report);
          })
          .finally(() => {
            active.delete(runId);
            resolve();
          });
      });
    });
    active.set(runId, { projectId, controller, ended });
  };

  return {
    async run(input, signal) {
      const controller = new AbortController();
      const begun = await beginRun(dependencies, input, signal, controller.signal);
      start(begun, controller);
      return { runId: begun.run.runId, assemblyId: begun.run.assemblyId };
    },
    cancel(runId) {
      const running = active.get(runId);
      if (!running)
        throw new AppError('RUN_NOT_FOUND', 'There is no such run under way.', { runId });
      running.controller.abort(cancelled());
    },
    list: (projectId, limit) => {
      const states = dependencies.candidates.states(projectId);
      return store.list(projectId, limit).map((stored) => {
        const candidateState = states.get(stored.candidateId ?? '') ?? null;
        const run = { ...stored, candidateState };
        const { findings, coverage } = run;
        if (findings === null || !dependencies.judge) return run;
        return { ...run, ...dependencies.judge.judgedToday(projectId, { findings, coverage }) };
      });
    },
    judge: (input, signal) => judgeRun(dependencies, input, signal),
    recover() {
      for (const { target, ...run } of store.abandoned(clock.now() - abandonedAfter)) {
        if (active.has(run.runId)) continue;
        const kept = run.text.trim() !== '' && target !== null;
        const ended: StoredRun = {
          ...run,
          ...endOfAbandoned(run),
          candidateId: kept ? nanoid() : null,
          endedAt: clock.now(),
        };
        const candidateId = kept
          ? dependencies.candidates.add(candidateOf(ended, target, run.text))
          : null;
        store.end({ ...ended, candidateId });
      }
    },
    closeProject: (projectId) => stop((run) => run.projectId === projectId, projectGone()),
    close: () => stop(() => true, interrupted()),
  };
};
