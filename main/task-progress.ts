/** Tells whoever started long work how far it is. */
import type { EventSink } from '#shared/contract/events.ts';
import type { TaskStep } from '#shared/domain/task-step.ts';

/** How far the work is within a step; a `total` of 0 where that cannot be told. */
export type Progress = { step: TaskStep; done: number; total: number };
export type ReportProgress = (progress: Progress) => void;

/** Events of one step, at most: a page draws no more. */
const maxTold = 100;

/** `taskId`: the name whoever asked gave the work; nothing is told without one. */
export const reportTask = (events: EventSink, taskId: string | undefined): ReportProgress => {
  if (taskId === undefined) return () => undefined;
  let last = '';
  return ({ step, done, total }) => {
    const share = total === 0 ? 0 : Math.floor((done / total) * maxTold);
    const told = `${step} ${share}`;
    if (told === last) return;
    last = told;
    events.emit('task:progress', { taskId, step, done, total });
  };
};
