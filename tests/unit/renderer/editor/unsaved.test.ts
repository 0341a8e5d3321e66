import { ChangeSet, Text } from '@codemirror/state';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { textChanges, unsavedOver } from '#renderer/features/editor/text-change.ts';

const piece = fc.constantFrom('雨', '井底', '。', '\n', 'a ', '𠮷');
const text = fc.array(piece, { maxLength: 20 }).map((parts) => parts.join(''));

/** An edit of a text, by shares of its length. */
const edit = fc.tuple(fc.nat(20), fc.nat(6), text);
const editOf = (before: string, [at, length, insert]: [number, number, string]): ChangeSet => {
  const from = Math.min(at, before.length);
  const to = Math.min(from + length, before.length);
  return ChangeSet.of({ from, to, insert }, before.length);
};

describe('what is not saved after a save that brought another text [N14]', () => {
  it('is what was typed since, of the text that was written', () => {
    fc.assert(
      fc.property(text, text, edit, edit, (sent, written, one, other) => {
        const first = editOf(sent, one);
        const typed = first.apply(Text.of(sent.split('\n')));
        const since = first.compose(editOf(typed.toString(), other));
        const shown = since.apply(Text.of(sent.split('\n')));
        const brought = ChangeSet.of(textChanges(sent, written), sent.length).map(since);
        const unsaved = unsavedOver(sent, written, since);
        expect(unsaved.apply(Text.of(written.split('\n'))).toString()).toBe(
          brought.apply(shown).toString(),
        );
      }),
    );
  });

  it('tells words that were taken away and typed anew, which the texts alone do not', () => {
    const sent = '他说起井底。';
    const written = `${sent}\n外面写的。`;
    const unsaved = unsavedOver(sent, written, ChangeSet.empty(sent.length))
      .compose(ChangeSet.of({ from: 3, to: 5 }, written.length))
      .compose(ChangeSet.of({ from: 3, insert: '井底' }, written.length - 2));
    expect(unsaved.apply(Text.of(written.split('\n'))).toString()).toBe(written);
    const told: [number, number][] = [];
    unsaved.iterChangedRanges((_from, _to, from, to) => told.push([from, to]));
    expect(told).toEqual([[3, 5]]);
  });
});
