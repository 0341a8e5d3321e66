import { setTimeout } from 'node:timers/promises';
import type { ProjectState } from './project-state.ts';
import type { WorkerClient } from './worker-client.ts';

export type ReadingNeeds = {
  /** The worker of the present settings. */
  worker(): Promise<WorkerClient>;
  /** Whether the present settings want sentences read by the built-in encoder. */
  readsSentences(): boolean;
};

/** Reads a project's unread sentences, in small portions; ends early when there is indexing to do. */
export type Reading = (state: ProjectState) => Promise<void>;

/** Ms the encoder reads before it lets go of the worker, and rests, so that it never takes a core for itself. */
const readingTime = 60;

export const createReading = ({ worker, readsSentences }: ReadingNeeds): Reading => {
  let last: Promise<unknown> = Promise.resolve();

  /** One portion after another with a rest between them, of however many projects. */
  const inTurn = <Answer>(portion: () => Promise<Answer>): Promise<Answer> => {
    const mine = last.then(portion);
    const rest = () => setTimeout(readingTime);
    last = mine.then(rest, rest);
    return mine;
  };

  const isWanted = (state: ProjectState): boolean =>
    readsSentences() && !state.modelAsked && !state.cancelled && !state.running && !state.timer;

  /** True when nothing is left to be read. */
  const readPortion = async (state: ProjectState): Promise<boolean> => {
    const client = await worker();
    if (!isWanted(state)) return false;
    const input = { projectId: state.projectId, budget: readingTime };
    const { done } = await client.run('read', input);
    return done;
  };

  return async (state) => {
    let done = false;
    while (!done && isWanted(state)) done = await inTurn(() => readPortion(state));
  };
};
