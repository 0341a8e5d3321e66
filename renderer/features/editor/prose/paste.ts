import type { Extension } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { noteCopied, styleOfOwnCopy } from './own-clipboard.ts';
import { styleOf } from './style-field.ts';

const lineBreaks = /\r\n?/g;

/**
 * Pasted text in the file's own way of parting paragraphs: text from word processors has one line break between
 * paragraphs, which in a Markdown file would run them together.
 */
export function pastedText(text: string, style: 'blank-line' | 'single-newline'): string {
  const lines = text.replace(lineBreaks, '\n');
  if (style === 'single-newline' || /\n[ \t　]*\n/.test(lines)) return lines;
  return lines.replace(/\n(?!$)/g, '\n\n');
}

/** Verse that is put elsewhere stays verse (W5); and what was cut here is known as such when it comes back (W3). */
export const copiedParagraphs: Extension = EditorView.clipboardOutputFilter.of((text, state) => {
  noteCopied(text.replace(lineBreaks, '\n'), styleOf(state));
  return text;
});

export const pasteParagraphs: Extension = EditorView.clipboardInputFilter.of((text, state) => {
  const lines = text.replace(lineBreaks, '\n');
  const style = styleOf(state);
  const own = styleOfOwnCopy(lines);
  // With a line to each paragraph nobody says what is verse.
  return own === 'blank-line' || own === style ? lines : pastedText(lines, style);
});
