import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  createControlFilter,
  showControls,
  showControlsIn,
} from '#main/base/text/visible-controls.ts';

const scotland = '🏴\u{e0067}\u{e0062}\u{e0073}\u{e0063}\u{e0074}\u{e007f}';
/** What no terminal, page or model may get from outside. */
const acting =
  /[^\P{Cc}\n\t\r]|[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufff9-\ufffb]|\r(?!\n)/u;
const character = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 3 }),
  fc.constantFrom(
    '\r',
    '\n',
    '\t',
    '\0',
    '\u001b[31m',
    '\u009b2J',
    '\u202e',
    '\u2066',
    '\u{e0041}',
  ),
  fc.constantFrom(scotland, '🏴', '雪', '\ud83c', '\udff4'),
);
const text = fc.array(character).map((parts) => parts.join(''));

describe('characters that act without being seen', () => {
  it.each([
    ['\u001b[2Jgone', '␛[2Jgone'],
    ['a\0b\u0007c\u007f', 'a␀b␇c␡'],
    ['50%\r100%\r\nnext\n\tline', '50%␍100%\r\nnext\n\tline'],
    ['user\u202eexe.txt', 'user\\u202Eexe.txt'],
    ['\u009b31m', '\\u009B31m'],
    [`hidden\u{e0041}\u{e0042}`, 'hidden\\u{E0041}\\u{E0042}'],
    [`${scotland}雪 👩‍👩‍👧 e\u0301　“”`, `${scotland}雪 👩‍👩‍👧 e\u0301　“”`],
  ])('are shown in %j', (given, shown) => {
    expect(showControls(given)).toBe(shown);
  });

  it('never come through, whatever the text, and shown text stays as it is', () => {
    fc.assert(
      fc.property(text, (given) => {
        const shown = showControls(given);
        expect(acting.test(shown)).toBe(false);
        expect(showControls(shown)).toBe(shown);
        if (!acting.test(given) && !/[\u{e0000}-\u{e007f}]/u.test(given)) expect(shown).toBe(given);
      }),
      { numRuns: 2000 },
    );
  });

  it('are shown alike in a stream, wherever it is cut', () => {
    fc.assert(
      fc.property(text, fc.array(fc.nat()), (given, places) => {
        const cuts = places.map((place) => place % (given.length + 1)).sort((a, b) => a - b);
        const filter = createControlFilter();
        const pieces = [0, ...cuts].map((from, index) => given.slice(from, cuts[index]));
        const streamed = pieces.map((piece) => filter.push(piece)).join('') + filter.end();
        expect(streamed).toBe(showControls(given));
      }),
      { numRuns: 2000 },
    );
  });

  it('are shown in keys and values at any depth', () => {
    expect(showControlsIn({ 'a\u001b': ['\0', { b: '\u202e' }, 1, null] })).toEqual({
      'a␛': ['␀', { b: '\\u202E' }, 1, null],
    });
  });
});
