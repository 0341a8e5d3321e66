import { EditorSelection, EditorState } from '@codemirror/state';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { emphases } from '#shared/emphases.ts';
import {
  type MarkLength,
  toggleEmphasis,
} from '#renderer/features/editor/prose/toggle-emphasis.ts';

/** A state from a text in which ‹ and › stand at the ends of the selection. */
const stateOf = (text: string): EditorState => {
  const from = text.indexOf('‹');
  const to = text.includes('›') ? text.indexOf('›') - 1 : from;
  const doc = text.replace(/[‹›]/g, '');
  return EditorState.create({ doc, selection: EditorSelection.single(from, to) });
};
const shown = (state: EditorState): string => {
  const { from, to } = state.selection.main;
  const doc = state.doc.toString();
  return `${doc.slice(0, from)}‹${doc.slice(from, to)}${from === to ? '' : '›'}${doc.slice(to)}`;
};
const toggled = (state: EditorState, length: MarkLength): EditorState => {
  let next = state;
  toggleEmphasis(length)({ state, dispatch: (transaction) => (next = transaction.state) });
  return next;
};
const press = (text: string, length: MarkLength): string => shown(toggled(stateOf(text), length));

describe('italic and bold', () => {
  it('go around what is selected, without the space at its ends, and off again [F22]', () => {
    expect(press('She ‹went ›home', 1)).toBe('She *‹went›* home');
    expect(press('She *‹went›* home', 1)).toBe('She ‹went› home');
    expect(press('She ‹*went*› home', 1)).toBe('She ‹went› home');
    expect(press('他‹走了›。', 2)).toBe('他**‹走了›**。');
    expect(press('他**‹走了›**。', 1)).toBe('他***‹走了›***。');
    expect(press('他***‹走了›***。', 2)).toBe('他*‹走了›*。');
  });

  it('go around each paragraph, behind the marks of headings, quotes and lists [F22]', () => {
    expect(press('‹# One\n\n> two\n\n- three\n\n* * *›', 2)).toBe(
      '# **‹One**\n\n> **two**\n\n- **three›**\n\n* * *',
    );
  });

  it('stand ready around the caret, and the same keys take them away [F22]', () => {
    expect(press('他‹走', 2)).toBe('他**‹**走');
    expect(press('他**‹**走', 2)).toBe('他‹走');
    expect(press('one *t‹wo* three', 1)).toBe('one t‹wo three');
  });

  it('are made one where part of the selection had them [F22]', () => {
    expect(press('‹a **b** c›', 2)).toBe('**‹a b c›**');
  });

  it('leave a chapter alone that can only be read [F22]', () => {
    const state = EditorState.create({
      doc: 'one',
      selection: EditorSelection.single(0, 3),
      extensions: EditorState.readOnly.of(true),
    });
    expect(toggled(state, 1).doc.toString()).toBe('one');
  });

  it('give back the very text when pressed twice (property) [F22]', () => {
    const prose = fc
      .array(fc.constantFrom('雪', 'no', ' ', '\n', '，', '“', '# ', '> ', '- '), {
        minLength: 1,
        maxLength: 20,
      })
      .map((parts) => parts.join(''));
    const lengths = fc.constantFrom<MarkLength>(1, 2);
    fc.assert(
      fc.property(prose, fc.nat(), fc.nat(), lengths, (text, one, other, length) => {
        const [anchor, head] = [one % (text.length + 1), other % (text.length + 1)];
        const state = EditorState.create({ doc: text, selection: { anchor, head } });
        const once = toggled(state, length);
        expect(toggled(once, length).doc.toString()).toBe(text);
        const marked = once.doc.toString().split('\n').flatMap(emphases);
        if (/[雪no，“]/.test(text.slice(Math.min(anchor, head), Math.max(anchor, head)))) {
          expect(marked.every(({ mark }) => mark === length)).toBe(true);
        }
      }),
      { numRuns: 500 },
    );
  });
});
