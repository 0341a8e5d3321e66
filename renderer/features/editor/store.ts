import { create } from 'zustand';
import type { DocumentConflict } from '#shared/domain/project.ts';

export type PageStatus =
  | { state: 'none' }
  | { state: 'loading' }
  | { state: 'ready' }
  | { state: 'failed'; error: unknown };

type EditorState = {
  status: PageStatus;
  /** Why the open chapter is not on disk; null while all is well. */
  saveFailure: unknown;
  /** Both versions, when the chapter was changed here and elsewhere. */
  conflict: DocumentConflict | null;
  /** The file is gone while its text is open. */
  missing: boolean;
  findOpen: 'closed' | 'find' | 'replace';
  /** The choice of the chapter's encoding is shown. */
  encodingOpen: boolean;
};

export const emptyPage: EditorState = {
  status: { state: 'none' },
  saveFailure: null,
  conflict: null,
  missing: false,
  findOpen: 'closed',
  encodingOpen: false,
};

/** What the page shows around the text. The text itself lives in CodeMirror. */
export const useEditor = create<EditorState>()(() => emptyPage);
