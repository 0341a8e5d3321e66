import { EditorState, RangeSet } from '@codemirror/state';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type Decorated,
  decorate,
  decorateChange,
} from '#renderer/features/editor/prose/decorations.ts';
import { paragraphStyleField } from '#renderer/features/editor/prose/style-field.ts';

const pieces = [
  '雪',
  'a ',
  '*',
  '**',
  '_',
  '\n',
  '\n\n',
  '# 第一章 ',
  '> ',
  '- ',
  '***',
  '　　',
  ' ',
  'word',
] as const;
const text = fc.array(fc.constantFrom(...pieces), { maxLength: 24 }).map((all) => all.join(''));

const all = (state: EditorState, activeLine: number): Decorated =>
  decorate(state, [{ from: 0, to: state.doc.length }], activeLine);

const drawn = ({ decorations, gaps }: Decorated): string[] => {
  const shown: string[] = [];
  for (const [name, set] of [
    ['decoration', decorations],
    ['gap', gaps],
  ] as const) {
    for (const at = set.iter(); at.value !== null; at.next()) {
      shown.push(`${name} ${at.from}-${at.to} ${JSON.stringify(at.value.spec)}`);
    }
  }
  return shown.toSorted();
};

describe('the look of a paragraph after a key in it', () => {
  it('is that of the whole page looked at anew [F22]', () => {
    let followed = 0;
    fc.assert(
      fc.property(
        text,
        fc.nat(),
        fc.nat(3),
        fc.constantFrom('', ...pieces),
        (doc, at, removed, insert) => {
          const state = EditorState.create({ doc, extensions: [paragraphStyleField] });
          const from = at % (doc.length + 1);
          const to = Math.min(doc.length, from + removed);
          const transaction = state.update({ changes: { from, to, insert } });
          const after = transaction.state;
          const caret = after.doc.lineAt(from + insert.length).number;
          const next = decorateChange(all(state, caret), transaction, caret);
          if (next === null) return;
          followed += 1;
          expect(drawn(next)).toEqual(drawn(all(after, caret)));
        },
      ),
      { numRuns: 1500 },
    );
    expect(followed).toBeGreaterThan(100);
  });

  it('is not guessed where a line begins, ends or becomes something else', () => {
    const state = EditorState.create({ doc: '雪\n\n风', extensions: [paragraphStyleField] });
    const nothing = { decorations: RangeSet.empty, gaps: RangeSet.empty };
    const edited = (from: number, insert: string) =>
      decorateChange(nothing, state.update({ changes: { from, insert } }), 1);
    expect(edited(1, '\n')).toBeNull();
    expect(edited(0, '# ')).toBeNull();
    expect(edited(0, '> ')).toBeNull();
    expect(edited(1, '落')).not.toBeNull();
  });
});
