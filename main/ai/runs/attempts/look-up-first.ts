/** Before a text is asked for: has the model say what of the book it needs, and makes the request anew with that (E6). */
import type { LookUp } from '#shared/domain/look-up.ts';
import { maxQuestionLength, maxQuestions } from '#shared/domain/look-up.ts';
import type { PurseExcess } from '#shared/domain/purse.ts';
import type { Usage } from '#shared/domain/run.ts';
import { appErrorCode } from '#shared/errors.ts';
import { purseRefusalOf } from '#shared/purse-refusal.ts';
import type { Prepared } from '#main/context/engine/service.ts';
import type { Active, RunsDependencies } from './active.ts';
import { runDoor } from './attempt-run.ts';
import { parseQuestions } from './parse-questions.ts';
import { prepareAnew } from './prepare-anew.ts';

/** For three questions, and what a model thinks before it asks them. */
const maxAnswerTokens = 2 * maxQuestions * maxQuestionLength;

type Asked = { lookUp: LookUp; usage: Usage | null };
type Ask = NonNullable<Prepared['lookUp']>;

const without = (problem: NonNullable<LookUp['problem']>, refusal?: PurseExcess): Asked => ({
  lookUp: { questions: [], problem, ...(refusal && { refusal }) },
  usage: null,
});

/** What kept the model from asking; throws where the run itself was ended. */
const problemOf = (error: unknown, run: AbortSignal, late: AbortSignal): Asked => {
  run.throwIfAborted();
  if (late.aborted) return without('late');
  // The writer is never asked about it by itself: they were about the run, with what asking takes.
  if (appErrorCode(error) === 'PURSE_EXCEEDED') return without('purse', purseRefusalOf(error));
  return without('failed');
};

/** One request, within its time. Whatever becomes of it, a text is asked for after it. Throws when the run is ended. */
const askModel = async (
  { models, lookUpMs, logger }: Pick<RunsDependencies, 'models' | 'lookUpMs' | 'logger'>,
  { run, profile, signal, isStillOpen }: Active,
  { system, user }: Ask,
): Promise<Asked> => {
  if (user === '') return without('tooLarge');
  if (!isStillOpen()) return without('fenced');
  const late = AbortSignal.timeout(lookUpMs);
  try {
    const { text, usage } = await models.complete(
      {
        ...{ projectId: run.projectId, assemblyId: run.assemblyId, purpose: 'lookUp' },
        ...{ system, user, maxOutputTokens: maxAnswerTokens, profileId: profile.id, isStillOpen },
      },
      AbortSignal.any([signal, late]),
    );
    return { lookUp: parseQuestions(text), usage };
  } catch (error) {
    const asked = problemOf(error, signal, late);
    const { problem } = asked.lookUp;
    logger.log('info', 'a model was not asked what to look up', {
      ...{ runId: run.runId, problem: problem ?? null, code: appErrorCode(error) },
    });
    return asked;
  }
};

/** Its own way out, paid for; the one of before where a cap does not allow it. PURSE_EXCEEDED where not even that one goes. */
const payFor = (dependencies: RunsDependencies, started: Active, again: Active): Active => {
  const { run, profile } = again;
  started.door.settle(null, '');
  // The writer was asked about this run and its question, where they want to be.
  const door = runDoor(dependencies, run.projectId, profile, {
    ...{ prepared: again.prepared, isAgreed: true },
  });
  try {
    door.reserve();
    return { ...again, door };
  } catch (error) {
    if (appErrorCode(error) !== 'PURSE_EXCEEDED') throw error;
    started.door.reserve();
    return { ...started, notes: ['notLookedUp'] };
  }
};

const prepareAgain = async (
  dependencies: RunsDependencies,
  started: Active,
  { lookUp, usage }: Asked,
): Promise<Active> => {
  const paid = { ...started, usageBefore: usage };
  const untold: Active = { ...paid, notes: ['notLookedUp'] };
  try {
    const again = await prepareAnew(dependencies, paid, { lookUp });
    if (again === null) return untold;
    const notes = lookUp.problem === undefined ? [] : untold.notes;
    return payFor(dependencies, untold, { ...again, notes });
  } catch (error) {
    started.signal.throwIfAborted();
    if (appErrorCode(error) === 'PURSE_EXCEEDED') throw error;
    dependencies.logger.log('info', 'what was looked up was not sent', {
      ...{ runId: started.run.runId, code: appErrorCode(error) },
    });
    return untold;
  }
};

/**
 * The run as it is where its model is not asked; else with what was looked up, or the note that nothing was. Throws when
 * the run is ended; PURSE_EXCEEDED where a cap allows the text no more.
 */
export const lookUpFirst = async (
  dependencies: RunsDependencies,
  started: Active,
): Promise<Active> => {
  const { lookUp: ask } = started.prepared;
  if (ask === null) return started;
  const { events } = dependencies;
  const { runId } = started.run;
  events.emit('ai:lookingUp', { runId });
  const asked = await askModel(dependencies, started, ask);
  const under = await prepareAgain(dependencies, started, asked);
  events.emit('ai:lookedUp', { runId, assemblyId: under.run.assemblyId });
  return under;
};
