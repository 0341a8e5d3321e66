import { nanoid } from 'nanoid';
import type { AssembleRequest } from '#shared/contract/context.ts';
import type { Output, Parsed } from '#shared/contract/index.ts';
import { type Run, RunRequest } from '#shared/domain/run.ts';
import { AppError } from '#shared/errors.ts';
import { reportError } from '#main/error-report.ts';
import { anchorAt } from '../candidates/anchor.ts';
import { type Active, type RunsDependencies, targetOf } from './active.ts';
import { carryOutRun } from './carry-out-run.ts';
import { atCurrentPlace } from './current-place.ts';
import { displacedItemIds } from './displaced-items.ts';
import { judgeRun } from './judge-run.ts';
import { candidateOf } from './keep-answer.ts';
import type { StoredRun } from './run-store.ts';

export type Runs = {
  /**
   * MODEL_NOT_SELECTED, SELECTION_INVALID and the errors of assembling; for a rerun also RUN_NOT_FOUND and
   * CONTEXT_ASSEMBLY_NOT_FOUND.
   */
  run(input: Parsed<'ai:run'>, signal: AbortSignal): Promise<Output<'ai:run'>>;
  /** RUN_NOT_FOUND when it is not running here. */
  cancel(runId: string): void;
  list(projectId: string, limit: number): Run[];
  /** RUN_NOT_FOUND, SELECTION_INVALID, MODEL_NOT_SELECTED. */
  judge(projectId: string, runId: string, signal: AbortSignal): Promise<Run>;
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

  /** Runs are for a model that is chosen, about a passage that may be sent. */
  const prepare = async (request: AssembleRequest, signal: AbortSignal) => {
    const selected = dependencies.profiles.selected();
    if (!selected) throw new AppError('MODEL_NOT_SELECTED', 'No model is connected.');
    const skill = dependencies.findSkill(request.skillId);
    const prepared = await dependencies.engine.prepare(request, signal);
    const hasPassage = prepared.segments.some(({ itemId }) => itemId === 'request:passage');
    if (skill.passage === 'required' && !hasPassage) {
      throw new AppError('SELECTION_INVALID', 'The passage may not be sent to a model.', {
        reason: 'fenced',
      });
    }
    // The choice may have changed while the context was made for the former one.
    const profile = prepared.profileId ? dependencies.profiles.find(prepared.profileId) : selected;
    return { skill, prepared, profile };
  };

  /**
   * What is asked, and the request as it is made: one that asks an earlier one again means the same place of the chapter
   * as it is now, and holds back what that one left out.
   */
  const requestOf = async (
    asked: AssembleRequest,
    rerunOf: string | undefined,
  ): Promise<{ asked: AssembleRequest; request: AssembleRequest }> => {
    if (rerunOf === undefined) return { asked, request: asked };
    const { projectId, documentId } = asked;
    const earlier = store.find(projectId, rerunOf);
    if (!earlier) throw new AppError('RUN_NOT_FOUND', 'There is no such run.', { runId: rerunOf });
    const place = store.placeOf(projectId, rerunOf);
    const known = place && earlier.request ? { request: earlier.request, place } : null;
    const fresh =
      known && earlier.documentId === documentId
        ? atCurrentPlace(asked, known, await dependencies.documents.read(projectId, documentId))
        : asked;
    const held = displacedItemIds(dependencies.engine.listItems(earlier.assemblyId));
    return {
      asked: fresh,
      request: { ...fresh, mute: [...new Set([...(fresh.mute ?? []), ...held])] },
    };
  };

  return {
    async run({ rerunOf, ...input }, signal) {
      const { asked, request } = await requestOf(input, rerunOf);
      const view = dependencies.engine.fenceView(request.projectId, request.documentId);
      const isStillOpen = view.openSince();
      const closed = [...view.closed()];
      const { skill, prepared, profile } = await prepare(request, signal);
      const run: Run = {
        runId: nanoid(),
        projectId: request.projectId,
        documentId: request.documentId,
        skillId: skill.skillId,
        profileId: profile.id,
        assemblyId: prepared.assemblyId,
        state: 'running',
        text: '',
        partial: false,
        candidateId: null,
        candidateState: null,
        usage: null,
        reconciliation: null,
        notes: [],
        findings: null,
        coverage: null,
        unjudged: null,
        firstFaults: null,
        error: null,
        request: RunRequest.parse(asked),
        rerunOf: rerunOf ?? null,
        startedAt: clock.now(),
        endedAt: null,
      };
      const target = targetOf(skill, prepared);
      const { text, version, start, end } = prepared.chapter;
      store.begin(run, target, { closed, place: anchorAt(text, version, start, end) });
      const controller = new AbortController();
      const under: Active = {
        run,
        request,
        prepared,
        profile,
        skill,
        target,
        signal: controller.signal,
        isStillOpen,
      };
      // The answer to this call goes first: nobody can follow a run whose id they do not have.
      const ended = new Promise<void>((resolve) => {
        setImmediate(() => {
          carryOutRun(dependencies, under)
            .catch((error: unknown) => {
              const report = { runId: run.runId, ...reportError(error) };
              dependencies.logger.log('error', 'the end of a run could not be stored', report);
            })
            .finally(() => {
              active.delete(run.runId);
              resolve();
            });
        });
      });
      active.set(run.runId, { projectId: run.projectId, controller, ended });
      return { runId: run.runId, assemblyId: prepared.assemblyId };
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
    judge: (projectId, runId, signal) => judgeRun(dependencies, projectId, runId, signal),
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
