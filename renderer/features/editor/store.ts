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
  /** How often it was decided about texts of a chapter: what was read of them before says nothing any more. */
  decisions: ReadonlyMap<string, number>;
  findOpen: 'closed' | 'find' | 'replace';
  /** The choice of the chapter's encoding is shown. */
  encodingOpen: boolean;
};

export const emptyPage: Omit<EditorState, 'decisions'> = {
  status: { state: 'none' },
  conflict: null,
  findOpen: 'closed',
  encodingOpen: false,
};

/** What the page shows around the text. The text itself lives in CodeMirror. */
export const useEditor = create<EditorState>()(() => ({ ...emptyPage, decisions: new Map() }));

/** It was decided which text a chapter has: nobody is asked any more, also where the question was just read anew. */
export function endConflict(documentId: string): void {
  useEditor.setState(({ conflict, decisions }) => ({
    conflict: conflict?.documentId === documentId ? null : conflict,
    decisions: new Map(decisions).set(documentId, (decisions.get(documentId) ?? 0) + 1),
  }));
}
