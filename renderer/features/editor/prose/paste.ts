import { EditorView } from '@codemirror/view';
import { styleOf } from './style-field.ts';

/**
 * Pasted text in the file's own way of parting paragraphs: text from word processors has one line break between
 * paragraphs, which in a Markdown file would run them together.
 */
export function pastedText(text: string, style: 'blank-line' | 'single-newline'): string {
  const lines = text.replace(/\r\n?/g, '\n');
  if (style === 'single-newline' || /\n[ \t　]*\n/.test(lines)) return lines;
  return lines.replace(/\n(?!$)/g, '\n\n');
}

export const pasteParagraphs = EditorView.clipboardInputFilter.of((text, state) =>
  pastedText(text, styleOf(state)),
);
