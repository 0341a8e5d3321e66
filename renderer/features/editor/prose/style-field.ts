import { type EditorState, StateField } from '@codemirror/state';
import { type ParagraphStyle, paragraphStyleOf } from './paragraphs.ts';

/** Kept for as long as the chapter is open: typing never turns one style into the other. */
export const paragraphStyleField = StateField.define<ParagraphStyle>({
  create: (state) => paragraphStyleOf(state.doc),
  update: (style) => style,
});

export const styleOf = (state: EditorState): ParagraphStyle => state.field(paragraphStyleField);
