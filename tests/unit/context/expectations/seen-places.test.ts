import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isSentAnew, standsIn, traceOf } from '#main/context/expectations/seen-places.ts';

const piece = fc.constantFrom('雨', '林远走了。', '\n\n', 'a', 'aa', '𠮷', '井底');
const text = fc.array(piece, { maxLength: 60 }).map((parts) => parts.join(''));

describe('what was sent of a chapter, known again without its words [N11]', () => {
  it('stands in a text where its words do, and nowhere else', () => {
    fc.assert(
      fc.property(text, text, text, (before, body, after) => {
        const trace = traceOf(body);
        expect(standsIn(before + body + after, trace)).toBe(true);
        expect(standsIn(before + after, trace)).toBe((before + after).includes(body));
      }),
    );
  });

  it('is no longer there where a word of it is another, or the chapter cannot be read', () => {
    const body = '潮水照旧涨到第三级石阶，没有人下来，灯照着空空的渡口，船也没有来过一只。';
    const sent = new Map([['one', [traceOf(body)]]]);
    expect(isSentAnew(sent, new Map([['one', `# 一\n\n${body}`]]))).toBe(false);
    expect(isSentAnew(sent, new Map([['one', body.replace('一只', '两只')]]))).toBe(true);
    expect(isSentAnew(sent, new Map([['one', null]]))).toBe(true);
    expect(isSentAnew(sent, new Map([['two', '']]))).toBe(false);
  });

  it('keeps little of a long text', () => {
    expect(JSON.stringify(traceOf('字'.repeat(100_000))).length).toBeLessThan(200);
  });
});
