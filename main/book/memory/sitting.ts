/** The notes of one sitting, which no disk keeps. */
import { nanoid } from 'nanoid';
import type { Clock } from '#main/platform.ts';
import type { WorkingNote } from '#shared/domain/memory.ts';

/** Notes kept of one sitting. */
export const workingNoteLimit = 20;

/** What was done since a project was opened; never stored. */
export type Sittings = {
  /** Oldest first. */
  list(projectId: string): WorkingNote[];
  add(projectId: string, documentId: string | null, text: string): void;
  end(projectId: string): void;
};

export const createSittings = (clock: Clock): Sittings => {
  const notes = new Map<string, readonly WorkingNote[]>();
  return {
    list: (projectId) => [...(notes.get(projectId) ?? [])],
    add: (projectId, documentId, text) => {
      const before = notes.get(projectId) ?? [];
      const last = before.at(-1);
      if (last?.documentId === documentId && last.text === text) return;
      const note = Object.freeze({ noteId: nanoid(), documentId, text, createdAt: clock.now() });
      notes.set(projectId, [...before, note].slice(-workingNoteLimit));
    },
    end: (projectId) => {
      notes.delete(projectId);
    },
  };
};
