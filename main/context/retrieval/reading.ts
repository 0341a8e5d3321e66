import { setTimeout } from 'node:timers/promises';
import type { ProjectState } from './project-state.ts';
import type { WorkerClient } from './worker-client.ts';

export type ReadingNeeds = {
  /** The worker of the present settings. */
  worker(): Promise<WorkerClient>;
  /** Whether the present settings want sentences read by the built-in encoder. */
  readsSentences(): boolean;
  /** The whole project anew, as it is indexed. */
  reload(state: ProjectState): Promise<void>;
};

/** Reads a project's unread sentences, in small portions; ends early when there is indexing to do. */
export type Reading = (state: ProjectState) => Promise<void>;

/** Ms the encoder reads before it lets go of the worker, and rests, so that it never takes a core for itself. */
const readingTime = 60;
/** Ms of reading after which what was read so far is handed over. */
const handedOverAfter = 30_000;
/** So many changed documents are handed over one by one; beyond it the whole project is loaded anew. */
export const fewDocuments = 6;

export const createReading = ({ worker, readsSentences, reload }: ReadingNeeds): Reading => {
  let last: Promise<unknown> = Promise.resolve();

  /** One portion after another with a rest between them, of however many projects. */
  const inTurn = <Answer>(portion: () => Promise<Answer>): Promise<Answer> => {
    const mine = last.then(portion);
    const rest = () => setTimeout(readingTime);
    last = mine.then(rest, rest);
    return mine;
  };

  const isWanted = (state: ProjectState): boolean =>
    readsSentences() && !state.cancelled && !state.running && !state.timer;

  /** True when nothing is left to be read. */
  const readPortion = async (state: ProjectState): Promise<boolean> => {
    const client = await worker();
    if (!isWanted(state)) return false;
    const input = { projectId: state.projectId, budget: readingTime };
    const { documentIds, done } = await client.run('read', input);
    for (const documentId of documentIds) state.unshown.add(documentId);
    return done;
  };

  /** What was read becomes part of what is searched; of a document that is gone meanwhile nothing does. */
  const handOver = async (state: ProjectState): Promise<void> => {
    if (state.unshown.size > fewDocuments) return reload(state);
    for (const documentId of [...state.unshown]) {
      const client = await worker();
      if (state.cancelled) return;
      const input = { projectId: state.projectId, documentId, endpoint: null };
      const segment = await client.run('show', input);
      state.unshown.delete(documentId);
      if (segment) state.index.replace(documentId, segment);
    }
  };

  return async (state) => {
    let since = performance.now();
    let done = false;
    while (!done && isWanted(state)) {
      done = await inTurn(() => readPortion(state));
      if (!done && isWanted(state) && performance.now() - since > handedOverAfter) {
        await handOver(state);
        since = performance.now();
      }
    }
    // Loading all anew takes a second of the worker: the edit that ended the reading is not to wait for it.
    const isCheap = state.unshown.size <= fewDocuments;
    if (!state.cancelled && readsSentences() && (done || isCheap)) await handOver(state);
  };
};
