import { type EditorState, Facet } from '@codemirror/state';

/** The chapter an editor state belongs to: what is shown may lag behind what was asked for. */
export const pageDocument = Facet.define<string, string>({ combine: (ids) => ids[0] ?? '' });

export const documentOf = (state: EditorState): string => state.facet(pageDocument);
