import { describe, expect, it } from 'vitest';
import { standingFindings } from '#renderer/features/write/standing.ts';

const finding = (quote: string) => ({ findingId: quote, quote });
const found = [finding('他走了'), finding('雪停了')];

describe('what was found in an answer', () => {
  it('warns while the answer waits, and of what was written only while it stands there [F14]', () => {
    expect(standingFindings(found, 'waiting', null)).toEqual(found);
    expect(standingFindings(found, 'accepted', '雪停了。')).toEqual([finding('雪停了')]);
    expect(standingFindings(found, 'partly', '门开着。')).toEqual([]);
    expect(standingFindings(found, 'accepted', null)).toEqual([]);
  });

  it('warns nobody once the answer is in no page [F14]', () => {
    for (const became of ['rejected', 'setAside', 'undone', 'unknown'] as const) {
      expect(standingFindings(found, became, '他走了。雪停了。')).toEqual([]);
    }
  });
});
