/** Makes the room of finding and replacing in the whole book. */
import type { Database } from 'better-sqlite3';
import type { ReplaceParts } from './parts.ts';
import { previewRename } from './preview-rename.ts';
import { replacePlaces } from './replace-places.ts';
import { searchManuscript } from './search-manuscript.ts';
import type { ReplaceService } from './service.ts';
import { createRunningReplacements } from './running.ts';
import { createReplacementStore } from './store.ts';
import { takeBackBroken } from './take-back-broken.ts';
import { undoReplacement } from './undo-replacement.ts';

/** Finds and replaces in the whole book; every write goes through the documents, constraints and codex services. */
export const createReplace = (
  needs: Omit<ReplaceParts, 'store' | 'running'> & { database: Database },
): ReplaceService => {
  const running = createRunningReplacements();
  const store = createReplacementStore(needs.database);
  const parts: ReplaceParts = { ...needs, store, running };
  return {
    search: (input, signal) => searchManuscript(parts, input, signal),
    replace: (input) =>
      running.run(input.projectId, (signal) => replacePlaces(parts, input, signal)),
    undo: (input) =>
      running.run(input.projectId, (signal) => undoReplacement(parts, input, signal)),
    cancel: running.cancel,
    takeBackBroken: (projectId) => takeBackBroken(parts, projectId),
    previewRename: (input, signal) => previewRename(parts, input, signal),
    forgetProject: (projectId) => parts.store.forget(projectId),
  };
};
