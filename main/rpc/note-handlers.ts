/** The channels of notes and to-dos in the margin (W4). */
import type { NotesService } from '#main/book/notes/service.ts';
import type { Handlers } from './dispatch.ts';
import { createWithinProject } from './within-project.ts';

export type NoteServices = { notes: NotesService };

type NoteChannel = Extract<keyof Handlers, `notes:${string}`>;

/** @param requireOpen throws for a project that is unknown or closed */
export const createNoteHandlers = (
  { notes }: NoteServices,
  requireOpen: (projectId: string) => void,
): Pick<Handlers, NoteChannel> => {
  const within = createWithinProject(requireOpen);
  return {
    'notes:list': within((input) => notes.list(input)),
    'notes:create': within((input) => notes.create(input)),
    'notes:update': within((input) => notes.update(input)),
    'notes:quote': within((input) => notes.quote(input)),
    'notes:delete': within(({ projectId, noteId }) => {
      notes.remove(projectId, noteId);
      return {};
    }),
    'notes:restore': within(({ projectId, noteId }) => notes.restore(projectId, noteId)),
  };
};
