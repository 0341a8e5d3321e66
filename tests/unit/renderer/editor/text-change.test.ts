import { ChangeSet, EditorState, Text } from '@codemirror/state';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { textChanges, unsavedOver } from '#renderer/features/editor/text-change.ts';

const textOf = (text: string): Text => Text.of(text.split('\n'));

/** Where the caret is that stood behind these words, once the text has become the other. */
const caretAfter = (words: string, before: string, after: string): string => {
  const anchor = before.indexOf(words) + words.length;
  const state = EditorState.create({ doc: before, selection: { anchor } });
  const changes = textChanges(before, after);
  const { newSelection, newDoc } = state.update({ changes });
  expect(newDoc.toString()).toBe(after);
  return newDoc.sliceString(0, newSelection.main.head);
};

describe('a text that was changed elsewhere [W2 W5]', () => {
  const book = '# 一\n\n郑九敲锣，郑九笑了。\n\n路上没有人。\n\n郑九不说话。\n';

  it('leaves the caret where it stood between two changed paragraphs, and in a paragraph between two changed names', () => {
    const after = book.replaceAll('郑九', '郑石头');
    expect(caretAfter('没有人', book, after)).toBe(
      '# 一\n\n郑石头敲锣，郑石头笑了。\n\n路上没有人',
    );
    expect(caretAfter('敲锣', book, after)).toBe('# 一\n\n郑石头敲锣');
    const longer = after.replace('郑石头不', '又下雪了。\n\n郑石头不');
    expect(caretAfter('没有人', book, longer)).toBe(
      '# 一\n\n郑石头敲锣，郑石头笑了。\n\n路上没有人',
    );
  });

  it('keeps what was typed there meanwhile in its place', () => {
    const at = book.indexOf('没有人') + '没有人'.length;
    const since = ChangeSet.of({ from: at, insert: '走' }, book.length);
    const after = book.replaceAll('郑九', '郑石');
    expect(unsavedOver(book, after, since).apply(textOf(after)).toString()).toContain('没有人走。');
  });

  it('becomes the other whatever was changed, and no character is cut', () => {
    const piece = fc.constantFrom('雨', '井底', '。', '\n', 'a ', '𠮷', '𠮶', '\n\n');
    const text = fc.array(piece, { maxLength: 30 }).map((parts) => parts.join(''));
    fc.assert(
      fc.property(text, text, (before, after) => {
        const changes = textChanges(before, after);
        const made = ChangeSet.of(changes, before.length).apply(textOf(before));
        expect(made.toString()).toBe(after);
        for (const { from, to, insert } of changes) {
          for (const part of [before.slice(0, from), before.slice(to), insert]) {
            expect(part.isWellFormed()).toBe(true);
          }
        }
      }),
    );
  });
});
