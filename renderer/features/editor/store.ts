import { create } from 'zustand';
import type { DocumentConflict } from '#shared/domain/project.ts';

export type PageStatus =
  | { state: 'none' }
  | { state: 'loading' }
  | { state: 'ready' }
  | { state: 'failed'; error: unknown };

type EditorState = {
  status: PageStatus;
  /** Both versions, when the chapter was changed here and elsewhere. */
  conflict: DocumentConflict | null;
  findOpen: 'closed' | 'find' | 'replace';
  /** The choice of the chapter's encoding is shown. */
  encodingOpen: boolean;
};

export const emptyPage: EditorState = {
  status: { state: 'none' },
  conflict: null,
  findOpen: 'closed',
  encodingOpen: false,
};

/** What the page shows around the text. The text itself lives in CodeMirror. */
export const useEditor = create<EditorState>()(() => emptyPage);
