import type { EditorState } from '@codemirror/state';
import type { TextPassage } from '#renderer/app/page-text.ts';
import type { Language } from '#shared/domain/identifiers.ts';

/** What is selected, else the sentence that the caret stands in or behind; null where that is nothing but space. */
export function passageAt(state: EditorState, language: Language): TextPassage | null {
  const { from, to, head } = state.selection.main;
  if (to > from) {
    const text = state.sliceDoc(from, to);
    return text.trim() === '' ? null : { start: from, end: to, text };
  }
  const line = state.doc.lineAt(head);
  const segmenter = new Intl.Segmenter(language, { granularity: 'sentence' });
  const sentences = [...segmenter.segment(line.text)].filter(
    ({ segment }) => segment.trim() !== '',
  );
  const at = head - line.from;
  const sentence = sentences.findLast(({ index }) => index <= at) ?? sentences[0];
  if (sentence === undefined) return null;
  const text = sentence.segment.trim();
  const start = line.from + sentence.index + sentence.segment.indexOf(text);
  return { start, end: start + text.length, text };
}
