/** Long work of a place that may be closed, and opened again, while it goes on: how far it is, and how it ended. */
import { useEffect } from 'react';
import { create } from 'zustand';
import type { BookWork } from './job-list.ts';
import { runTask, type TaskCall, type TaskState } from './long-task.ts';
import { useRunningTask } from './running-task.ts';

type Task = {
  /** Null while nothing is under way. */
  state: TaskState | null;
  failure: unknown;
  /** How it ended, in the writer's language; null where there is nothing to say. */
  said: string | null;
};

const nothing: Task = { state: null, failure: null, said: null };

const useTasks = create<{ tasks: ReadonlyMap<string, Task> }>()(() => ({ tasks: new Map() }));

const show = (place: string, change: Partial<Task>): void =>
  useTasks.setState(({ tasks }) => ({
    tasks: new Map(tasks).set(place, { ...(tasks.get(place) ?? nothing), ...change }),
  }));

/** What goes on stays, and what ends meanwhile is shown when the place is opened again. */
const leave = (place: string): void =>
  useTasks.setState(({ tasks }) => {
    if (tasks.get(place)?.state !== null) return {};
    const rest = new Map(tasks);
    rest.delete(place);
    return { tasks: rest };
  });

/** Whether something is under way there, or ended and is not seen yet. */
export const isTaskKept = (place: string): boolean => useTasks.getState().tasks.has(place);

const nowhere: BookWork = { projectId: undefined, kinds: [] };

/**
 * One thing at a time in a place.
 * @param place what it is, and of which book or backup
 * @param work what is under way there also where this page did not ask for it
 */
export function useTask(place: string, work: BookWork = nowhere) {
  const { state: own, failure, said } = useTasks(({ tasks }) => tasks.get(place) ?? nothing);
  const state = useRunningTask(own, work);
  useEffect(() => () => leave(place), [place]);
  const run = (work: (call: TaskCall) => Promise<string | null>): void => {
    if (useTasks.getState().tasks.get(place)?.state) return;
    show(place, { ...nothing });
    runTask(work, (now) => show(place, { state: now }))
      .then((words) => show(place, { said: words }))
      .catch((error: unknown) => show(place, { failure: error }))
      .finally(() => show(place, { state: null }));
  };
  return {
    ...{ busy: state !== null, state, failure, said, run },
    dismiss: () => show(place, { failure: null, said: null }),
  };
}
