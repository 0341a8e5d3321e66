import { EditorState, Text } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { beginOfText } from '#renderer/features/editor/begin-of-text.ts';
import {
  copiedParagraphs,
  pastedText,
  pasteParagraphs,
} from '#renderer/features/editor/prose/paste.ts';
import { paragraphStyleField } from '#renderer/features/editor/prose/style-field.ts';
import {
  gapsBetween,
  paragraphStyleOf,
  restingPlace,
  roleOfLine,
} from '#renderer/features/editor/prose/paragraphs.ts';

const doc = (text: string) => Text.of(text.split('\n'));
const roles = (text: string) =>
  Array.from({ length: doc(text).lines }, (_none, index) =>
    roleOfLine(doc(text), index + 1, 'blank-line'),
  );

describe('paragraphs', () => {
  it('hides the one empty line between two, and shows every second one of a longer run', () => {
    expect(roles('a\n\nb')).toEqual([null, 'gap', null]);
    expect(roles('a\n\n\n\nb')).toEqual([null, 'gap', 'paragraph', 'gap', null]);
    expect(roles('a\n')).toEqual([null, 'gap']);
    expect(roles('a\n\n')).toEqual([null, 'gap', 'paragraph']);
    expect(roles('')).toEqual(['paragraph']);
    expect(roles('\n\na')).toEqual(['paragraph', 'gap', null]);
  });

  it('knows files that part paragraphs by bare line breaks, and hides nothing in them', () => {
    expect(paragraphStyleOf(doc('a\nb\nc\n\nd\ne'))).toBe('single-newline');
    expect(paragraphStyleOf(doc('# a\n\nb\n\nc\n'))).toBe('blank-line');
    expect(paragraphStyleOf(doc(''))).toBe('blank-line');
    expect(roleOfLine(doc('a\n\nb'), 2, 'single-newline')).toBe(null);
  });

  it('F24 always finds a resting place outside of gaps', () => {
    const lines = fc.array(fc.constantFrom('', '雪', 'word', ' '), { maxLength: 12 });
    fc.assert(
      fc.property(lines, fc.nat(), fc.boolean(), (parts, seed, forward) => {
        const text = doc(parts.join('\n'));
        const position = seed % (text.length + 1);
        const place = restingPlace(text, position, 'blank-line', forward);
        expect(place).toBeGreaterThanOrEqual(0);
        expect(place).toBeLessThanOrEqual(text.length);
        const role = roleOfLine(text, text.lineAt(place).number, 'blank-line');
        expect(role).not.toBe('gap');
      }),
    );
  });

  it('finds the same gaps in any part of the text as in the whole', () => {
    const lines = fc.array(fc.constantFrom('', '雪', 'word'), { minLength: 1, maxLength: 16 });
    fc.assert(
      fc.property(lines, fc.nat(), (parts, seed) => {
        const text = doc(parts.join('\n'));
        const from = seed % (text.length + 1);
        const whole = gapsBetween(text, 0, text.length, 'blank-line');
        const part = gapsBetween(text, from, text.length, 'blank-line');
        expect(whole.slice(whole.length - part.length)).toEqual(part);
      }),
    );
  });

  it('pastes paragraphs of word processors as Markdown’s, and leaves Markdown as it is', () => {
    expect(pastedText('甲\r\n乙\r\n', 'blank-line')).toBe('甲\n\n乙\n');
    expect(pastedText('甲\n\n乙\n丙', 'blank-line')).toBe('甲\n\n乙\n丙');
    expect(pastedText('甲\n乙', 'single-newline')).toBe('甲\n乙');
  });

  it('begins below the heading of a chapter', () => {
    expect(beginOfText('# 第一章\n\n雪。')).toBe(7);
    expect(beginOfText('雪。')).toBe(0);
    expect(beginOfText('# 第一章\n\n')).toBe(7);
    expect(beginOfText('# 第一章')).toBe(5);
    expect(beginOfText('')).toBe(0);
  });
});

describe('what is taken out of a page', () => {
  const stateOf = (doc: string) =>
    EditorState.create({
      doc,
      extensions: [paragraphStyleField, copiedParagraphs, pasteParagraphs],
    });
  const state = stateOf('窗外。\n\n雪落了\n灯灭了\n');
  const through = (
    facet: typeof EditorView.clipboardInputFilter | typeof EditorView.clipboardOutputFilter,
    text: string,
    page = state,
  ): string => page.facet(facet).reduce((now, filter) => filter(now, page), text);

  it('comes back line by line, as verse, also from a system that ends lines otherwise [W5 W3]', () => {
    const verse = '雪落了\n灯灭了';
    const into = (text: string): string => through(EditorView.clipboardInputFilter, text);
    expect(into(verse)).toBe('雪落了\n\n灯灭了');
    expect(through(EditorView.clipboardOutputFilter, verse)).toBe(verse);
    expect(into(verse.replace('\n', '\r\n'))).toBe(verse);
    expect(into('雪落了\n灯亮了')).toBe('雪落了\n\n灯亮了');
  });

  it('keeps its paragraphs apart where it comes from a page with a line to each [W5]', () => {
    const page = stateOf('一。\n二。\n三。\n四。\n');
    const copied = through(EditorView.clipboardOutputFilter, '一。\n二。', page);
    expect(through(EditorView.clipboardInputFilter, copied)).toBe('一。\n\n二。');
    expect(through(EditorView.clipboardInputFilter, copied, page)).toBe('一。\n二。');
  });
});
