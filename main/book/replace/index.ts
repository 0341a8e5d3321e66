/** Makes the room of finding and replacing in the whole book. */
import type { Database } from 'better-sqlite3';
import type { Jobs } from '#main/jobs/service.ts';
import { createEndNotes } from './end-notes.ts';
import type { ReplaceParts } from './parts.ts';
import { createLongerReader } from './read-longer.ts';
import { previewRename } from './preview-rename.ts';
import { type Records, recordKinds } from './record-kinds.ts';
import { replacePlaces } from './replace-places.ts';
import { searchManuscript } from './search-manuscript.ts';
import type { ReplaceService } from './service.ts';
import { createRunningReplacements } from './running.ts';
import { createReplacementStore } from './store.ts';
import { takeBackBroken } from './take-back-broken.ts';
import { undoReplacement } from './undo-replacement.ts';

/** Finds and replaces in the whole book; every write goes through the service that keeps what is written. */
export const createReplace = ({
  jobs,
  ...needs
}: Omit<ReplaceParts, 'store' | 'ends' | 'running' | 'longer' | 'kinds' | 'marks'> &
  Records & {
    database: Database;
    jobs: Jobs;
  }): ReplaceService => {
  const running = createRunningReplacements(jobs);
  const store = createReplacementStore(needs.database);
  const ends = createEndNotes(store, needs.events);
  const longer = createLongerReader(needs);
  const kinds = recordKinds(needs);
  const marks = [needs.notes, needs.threads, needs.sceneFacts].map((one) => one.marks);
  const parts: ReplaceParts = { ...needs, store, ends, running, longer, kinds, marks };
  return {
    search: (input, signal) => searchManuscript(parts, input, signal),
    replace: (input) =>
      running.run(input.projectId, 'replace', (job) => replacePlaces(parts, input, job)),
    undo: (input) =>
      running.run(input.projectId, 'undoReplace', async (job) => {
        const undone = await undoReplacement(parts, input, job);
        // Where a full disk took no note of its end the next opening would take back what was replaced anew since.
        ends.note(input.undoId, 'takenBack');
        return undone;
      }),
    latest: (projectId) => ({ undoId: store.latest(projectId) }),
    cancel: running.cancel,
    closeProject: running.ended,
    takeBackBroken: (projectId) => takeBackBroken(parts, projectId),
    previewRename: (input, signal) => previewRename(parts, input, signal),
    forgetProject: (projectId) => {
      longer.forgetProject(projectId);
      store.forget(projectId);
    },
  };
};
