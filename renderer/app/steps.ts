/** Steps outside of the text: made one after the other, taken back one by one, the last first (W1). */
import { create } from 'zustand';
import { AppError, type ErrorCode, type Json } from '#shared/errors.ts';
import { failureOf } from '#renderer/i18n/failure.ts';
import {
  dialogOnTop,
  notify,
  withdrawStep,
  type ShownDialog,
  type Step,
  type StepRequest,
} from './notices.ts';
import { isOpenProject, openProjectId } from './session.ts';

/** Work that was asked for and is not done; the undo that was asked for meanwhile is its own. */
type Work = { step: Step | null; isUndoAsked: boolean; dialog: ShownDialog | null };

type StepsState = {
  /** The oldest first. */
  steps: readonly Step[];
  waiting: readonly Work[];
  running: Work | null;
  /** Settles when everything asked for so far is done. */
  turn: Promise<unknown>;
};

/** What came meanwhile stays: no undo goes over it. `named`: what it is, where that is known. */
export const fieldChanged = (named: Record<string, Json> = {}): AppError =>
  new AppError('FIELD_CHANGED', 'Something else is written there by now.', named);

/** More than a writer remembers. */
const maxSteps = 100;

export const useSteps = create<StepsState>()(() => ({
  steps: [],
  waiting: [],
  running: null,
  turn: Promise.resolve(),
}));

const queue = <Result>(work: () => Promise<Result>): Promise<Result> => {
  const done = useSteps.getState().turn.then(work);
  useSteps.setState({ turn: done.catch(() => undefined) });
  return done;
};

/**
 * Does `work` when what was asked for before is done, so that a key pressed while an answer is under way finds the
 * book as that answer leaves it. Rejects as `work` does; what comes after is done all the same.
 */
export function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
  const own: Work = { step: null, isUndoAsked: false, dialog: dialogOnTop() };
  useSteps.setState(({ waiting }) => ({ waiting: [...waiting, own] }));
  return queue(async () => {
    useSteps.setState({ running: own });
    try {
      return await work();
    } finally {
      useSteps.setState(({ waiting }) => ({
        running: null,
        waiting: waiting.filter((one) => one !== own),
      }));
    }
  });
}

/**
 * Says what was done and keeps the way back, also after the notice is gone. To be called within {@link inTurn}. Where another book is
 * open by now it is not said there; the way back waits in its own.
 */
export function offerUndo(request: StepRequest): void {
  const step: Step = { ...request, dialog: dialogOnTop() };
  const { running } = useSteps.getState();
  if (running) running.step = step;
  useSteps.setState(({ steps }) => ({ steps: [...steps, step].slice(-maxSteps) }));
  if (!isOpenProject(step.projectId)) return;
  notify({ place: step.place, text: step.text, step });
}

const withdraw = (step: Step): void =>
  useSteps.setState(({ steps }) => ({ steps: steps.filter((one) => one !== step) }));

/** What does not last: a step that met it can be taken back later. */
const passing: ReadonlySet<string> = new Set<ErrorCode>([
  'HOST_UNREACHABLE',
  'DATABASE_LOCKED',
  'DATABASE_READ_ONLY',
  'DISK_FULL',
  'PROJECT_LOCKED',
]);

/** What stood before the way back itself, which was not begun: the step stays, and rejects with `cause`. */
export class UndoNotBegun extends Error {
  constructor(cause: unknown) {
    super('The way back was not begun.', { cause });
    this.name = 'UndoNotBegun';
  }
}

/** A step that cannot be taken back any more would bar the way to the ones before it. */
async function undoStep(step: Step): Promise<boolean> {
  try {
    const isTakenBack = (await step.undo()) !== false;
    withdraw(step);
    return isTakenBack;
  } catch (error) {
    if (error instanceof UndoNotBegun) throw error.cause;
    if (!passing.has(failureOf(error).code)) {
      withdraw(step);
      withdrawStep(step);
    }
    throw error;
  }
}

/**
 * Takes this very step back, once. Null when that was done already, and while its book is not open: it waits for that. Rejects with
 * the failure of its undo.
 */
export const takeBackStep = (step: Step): Promise<Step | null> =>
  queue(async () => {
    if (!isOpenProject(step.projectId) || !useSteps.getState().steps.includes(step)) return null;
    return (await undoStep(step)) ? step : null;
  });

/** Whether what would be taken back next changed the text of chapters. */
export const isLastOfText = (): boolean => {
  const projectId = openProjectId();
  const last = useSteps.getState().steps.findLast((step) => step.projectId === projectId);
  return last?.isOfText === true;
};

/**
 * Takes back what is being done, and nothing where that comes to nothing; else the newest step of the open book that
 * still stands. While a dialog is shown only what is done in it, for what is behind it is not seen to change. Null when
 * there is none. Rejects with the failure of its undo.
 */
export function takeBackLast(): Promise<Step | null> {
  const top = dialogOnTop();
  const isMeant = ({ dialog }: { dialog: ShownDialog | null }) => top === null || dialog === top;
  const awaited = useSteps
    .getState()
    .waiting.findLast((work) => !work.isUndoAsked && isMeant(work));
  if (awaited) awaited.isUndoAsked = true;
  return queue(async () => {
    if (awaited)
      return awaited.step !== null && (await undoStep(awaited.step)) ? awaited.step : null;
    const projectId = openProjectId();
    const own = useSteps
      .getState()
      .steps.filter((step) => step.projectId === projectId && isMeant(step));
    for (const step of own.toReversed()) if (await undoStep(step)) return step;
    return null;
  });
}
