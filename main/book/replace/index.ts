/** Makes the room of finding and replacing in the whole book. */
import type { Database } from 'better-sqlite3';
import type { ReplaceParts } from './parts.ts';
import { previewRename } from './preview-rename.ts';
import { replacePlaces } from './replace-places.ts';
import { searchManuscript } from './search-manuscript.ts';
import type { ReplaceService } from './service.ts';
import { createReplacementStore } from './store.ts';
import { undoReplacement } from './undo-replacement.ts';

/** Finds and replaces in the whole book; every write goes through the documents, constraints and codex services. */
export const createReplace = (
  needs: Omit<ReplaceParts, 'store'> & { database: Database },
): ReplaceService => {
  const parts: ReplaceParts = { ...needs, store: createReplacementStore(needs.database) };
  return {
    search: (input, signal) => searchManuscript(parts, input, signal),
    replace: (input) => replacePlaces(parts, input),
    undo: (input) => undoReplacement(parts, input),
    previewRename: (input, signal) => previewRename(parts, input, signal),
    forgetProject: (projectId) => parts.store.forget(projectId),
  };
};
