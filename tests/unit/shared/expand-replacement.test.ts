import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { expandReplacement } from '#shared/expand-replacement.ts';

const piece = fc.constantFrom(
  '$',
  '$$',
  '$&',
  '$1',
  '$2',
  '$3',
  '$9',
  '$10',
  '$11',
  '$0',
  '1',
  '0',
  '灯',
);
const captured = fc.option(fc.constantFrom('甲', '', 'x$1'), { nil: null });

describe('what takes the place of a match [W2]', () => {
  it('is what the language itself makes of the groups', () => {
    fc.assert(
      fc.property(
        fc.array(piece, { maxLength: 6 }).map((parts) => parts.join('')),
        fc.array(captured, { maxLength: 12 }),
        (replacement, captures) => {
          // As many groups, of which each matches its text or nothing.
          const text = captures.map((one) => `<${one ?? ''}>`).join('');
          const groups = captures.map((one) =>
            one === null ? '<(x)?>' : `<(${one.replace('$', '\\$')})>`,
          );
          const expression = new RegExp(groups.join('') || 'z', 'u');
          const whole = groups.length === 0 ? 'z' : text;
          expect(expandReplacement(replacement, whole, captures)).toBe(
            whole.replace(expression, replacement.replaceAll("$'", '').replaceAll('$`', '')),
          );
        },
      ),
    );
  });

  it('leaves alone what names no group', () => {
    expect(expandReplacement('$5 a piece, $1', '灯', ['甲'])).toBe('$5 a piece, 甲');
    expect(expandReplacement('$12', '灯', ['甲'])).toBe('甲2');
  });
});
