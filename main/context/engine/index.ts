/** Makes the engine: every operation is a file of its own. */
import type { AssembleRequest } from '#shared/contract/context.ts';
import { AppError } from '#shared/errors.ts';
import { systemCode } from '#main/base/failures/system-code.ts';
import { toldError } from '#main/base/failures/storage-failure.ts';
import { answerAssembly, answerForecast, answerInspection, answerPrepared } from './answers.ts';
import { changeBudget, viewBudget } from './budget-view.ts';
import { createBudgetStore } from './budgets.ts';
import { compareExamined, examine } from './examine.ts';
import { createFenceView } from './fence-view.ts';
import { createHistory } from './history.ts';
import { compareKept, listKeptItems } from './kept-assemblies.ts';
import { createLastRequests } from './last-requests.ts';
import { createLimiter } from './limiter.ts';
import { decideAssembly, makeAssembly } from './make-assembly.ts';
import { createMentionFinder } from './mentions.ts';
import { createAheadPreparer } from './prepare-ahead.ts';
import type { ContextEngineParts, EngineState, MadeAssembly } from './parts.ts';
import { createPreparation } from './preparation.ts';
import type { ContextEngine, Purpose } from './service.ts';
import { createStickyEntries } from './sticky-entries.ts';
import { createTextHashes } from './text-hashes.ts';

export type { ContextModel } from './model.ts';
export type { ContextEngineParts } from './parts.ts';
export type { ContextEngine } from './service.ts';

const createState = (parts: ContextEngineParts): EngineState => {
  const { database, clock, logger } = parts;
  const history = createHistory(database, (error) => {
    const code = systemCode(error) || 'unknown';
    logger.log('error', 'assemblies could not be kept', { code });
  });
  const lastRequests = createLastRequests(database, clock, (error) => {
    logger.log('warn', 'the last request could not be noted', { code: toldError(error).code });
  });
  return {
    ...parts,
    sources: {
      ...parts.sources,
      prepare: createPreparation(),
      findMentions: createMentionFinder(),
    },
    budgets: createBudgetStore(database),
    history,
    lastRequests,
    sticky: createStickyEntries(history),
  };
};

/** CONTEXT_INSPECT_FORBIDDEN. */
const checkDebugMode = ({ sources }: EngineState): void => {
  if (sources.settings.get().debugMode) return;
  const words = 'The inspector shows prompts only in debug mode; it is off.';
  throw new AppError('CONTEXT_INSPECT_FORBIDDEN', words);
};

export const createContextEngine = (parts: ContextEngineParts): ContextEngine => {
  const state = createState(parts);
  const { history, sources } = state;
  const limiter = createLimiter();
  const ahead = createAheadPreparer(state);
  const hashText = createTextHashes();
  const stopListening = parts.events.on((name, payload) => {
    if (name === 'retrieval:progress' && payload.status.state === 'idle') {
      ahead.begin(payload.projectId);
    }
  });

  /** Answered in its turn too: the next request of the chapter finds this one as the one before. */
  const answerInTurn = <T>(
    request: AssembleRequest,
    turn: { signal: AbortSignal; purpose: Purpose },
    answer: (made: MadeAssembly) => T,
  ): Promise<T> =>
    limiter.run(`${request.projectId}/${request.documentId}`, turn.signal, async () => {
      const answered = answer(await makeAssembly(state, request, turn.purpose));
      ahead.begin(request.projectId);
      return answered;
    });

  return {
    assemble: (request, signal) =>
      answerInTurn(request, { signal, purpose: 'assemble' }, (made) =>
        answerAssembly(state, made, 'asked'),
      ),
    prepare: (request, signal) =>
      answerInTurn(request, { signal, purpose: 'run' }, (made) => answerPrepared(state, made)),
    async inspect(request, signal) {
      checkDebugMode(state);
      return answerInTurn(request, { signal, purpose: 'inspect' }, (made) =>
        answerInspection(state, made, viewBudget(state, request.projectId)),
      );
    },
    forecast: (request, signal) =>
      limiter.run(`${request.projectId}/${request.documentId}`, signal, async () =>
        answerForecast(state, await decideAssembly(state, request)),
      ),
    examine: (request) => examine(state, request, hashText),
    compareExamined,
    getBudget: (projectId) => viewBudget(state, projectId),
    updateBudget: (change) => changeBudget(state, change),
    writeWaiting: history.writeWaiting,
    listHistory: (projectId, limit) => history.list(projectId, limit),
    replay: (assemblyId) => history.replay(assemblyId),
    listItems: (assemblyId) => listKeptItems(history, assemblyId),
    compare: (from, to) => compareKept(state, from, to),
    fenceView: (projectId, documentId) => createFenceView(sources, projectId, documentId),
    forgetProject(projectId) {
      ahead.stop(projectId);
      history.forget(projectId);
      state.budgets.forget(projectId);
      state.lastRequests.forget(projectId);
      state.sticky.forget(projectId);
    },
    close() {
      stopListening();
      ahead.stop();
      history.close();
    },
  };
};
