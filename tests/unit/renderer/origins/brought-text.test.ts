import { history, undo } from '@codemirror/commands';
import { ChangeSet, EditorState } from '@codemirror/state';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { textChanges } from '#renderer/features/editor/text-change.ts';
import { broughtText } from '#renderer/features/origins/page/brought-text.ts';
import { followOrigins, originRuns } from '#renderer/features/origins/page/origins-field.ts';
import type { OriginCode, OriginRuns } from '#shared/domain/origins.ts';
import { joinRuns, lengthOfRuns } from '#shared/origin-runs.ts';

const unitsOf = (runs: OriginRuns): OriginCode[] =>
  runs.flatMap(([length, code]) => Array.from({ length }, () => code));

/** A page that sent `sent`, in which `typed` came at a place before `written` did. */
const typeMeanwhile = (
  [sent, known]: [string, OriginRuns],
  [written, told]: [string, OriginRuns],
  typed: { from: number; to: number; insert: string },
) => {
  let state = EditorState.create({ doc: sent, extensions: [history(), followOrigins(known)] });
  const before = state.update({ changes: typed, userEvent: 'input.type' });
  state = before.state;
  const meanwhile = { text: state.doc.toString(), runs: originRuns(state) };
  const changes = textChanges(sent, written);
  if (changes.length > 0) {
    state = state.update({
      ...broughtText(changes, told, ChangeSet.of(typed, sent.length)),
      userEvent: 'outside',
    }).state;
  }
  return { state, meanwhile };
};

const isTyped = (code: OriginCode): boolean => code === 'typed';

const pairsOf = (text: string, codes: readonly OriginCode[]): string[] =>
  codes.map((code, at) => `${text[at]} ${code}`);

/** Whether `some` are of `all`, in their order. */
const isWithin = (some: readonly string[], all: readonly string[]): boolean => {
  let at = 0;
  for (const one of all) if (one === some[at]) at += 1;
  return at === some.length;
};

describe('a text that comes into a page while somebody types [N14]', () => {
  it('is of the model where a word was accepted, the letters too that it shares with the old one', () => {
    const { state } = typeMeanwhile(
      ['He stayed.', [[10, 'typed']]],
      [
        'He strayed.',
        [
          [3, 'typed'],
          [7, 'model:one'],
          [1, 'typed'],
        ],
      ],
      { from: 10, to: 10, insert: ' Snow.' },
    );
    expect(state.doc.toString()).toBe('He strayed. Snow.');
    expect(originRuns(state)).toEqual([
      [3, 'typed'],
      [7, 'model:one'],
      [7, 'typed'],
    ]);
  });

  const letters = fc.array(fc.constantFrom('a', 'b'), { maxLength: 12 }).map((one) => one.join(''));
  const code: fc.Arbitrary<OriginCode> = fc.constantFrom('typed', 'pasted', 'unknown', 'model:one');
  const known = letters.chain((text) =>
    fc
      .array(code, { minLength: text.length, maxLength: text.length })
      .map((codes): [string, OriginRuns] => [text, joinRuns(codes.map((one) => [1, one]))]),
  );

  it('keeps what it is said to be and what was typed, each to the character; undo gives back what was there', () => {
    fc.assert(
      fc.property(known, known, fc.nat(), fc.nat(3), letters, (sent, written, at, cut, insert) => {
        const from = at % (sent[0].length + 1);
        const to = Math.min(sent[0].length, from + cut);
        const typed = { from, to, insert };
        const { state, meanwhile } = typeMeanwhile(sent, written, typed);
        const now = unitsOf(originRuns(state));
        expect(now).toHaveLength(state.doc.length);
        if (sent[0] === written[0]) return;
        const doc = state.doc.toString();
        const told = pairsOf(written[0], unitsOf(written[1]));
        const rests = Array.from({ length: now.length - insert.length + 1 }, (_, place) => place)
          .filter((place) => doc.startsWith(insert, place))
          .filter((place) => now.slice(place, place + insert.length).every(isTyped))
          .map((place) => pairsOf(doc, now).toSpliced(place, insert.length));
        expect(rests.some((rest) => isWithin(rest, told))).toBe(true);
        let back = state;
        undo({ state, dispatch: (transaction) => (back = transaction.state) });
        expect(back.doc.toString()).toBe(meanwhile.text);
        expect(lengthOfRuns(originRuns(back))).toBe(meanwhile.text.length);
        expect(unitsOf(originRuns(back))).toEqual(unitsOf(meanwhile.runs));
      }),
      { numRuns: 1000 },
    );
  });
});
