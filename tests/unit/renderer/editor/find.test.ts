import { EditorState } from '@codemirror/state';
import { describe, expect, it } from 'vitest';
import { countMatches, toSearchQuery } from '#renderer/features/editor/find/use-find.ts';

const count = (doc: string, search: string, caseSensitive = false): number => {
  const state = EditorState.create({ doc });
  return countMatches({ state }, toSearchQuery({ search, replace: '', caseSensitive })).total;
};

describe('finding in a chapter', () => {
  it('takes no full-width or compatible character for another one [F22]', () => {
    expect(count('他……走了...再见', '...')).toBe(1);
    expect(count('来，去,回', ',')).toBe(1);
    expect(count('（一）(1)①１', '1')).toBe(1);
    expect(count('（一）(1)', '（')).toBe(1);
  });

  it('takes letters for the same however they are composed, and by case only where that is asked for [F22]', () => {
    expect(count('café cafe\u0301', 'caf\u00e9')).toBe(2);
    expect(count('Snow and snow', 'snow')).toBe(2);
    expect(count('Snow and snow', 'snow', true)).toBe(1);
  });

  it('counts a thousand places, or as many as there are where they are replaced [F22]', () => {
    const state = EditorState.create({ doc: '雪。'.repeat(2500) });
    const query = toSearchQuery({ search: '雪', replace: '', caseSensitive: false });
    expect(countMatches({ state }, query)).toMatchObject({ total: 1000, capped: true });
    expect(countMatches({ state }, query, Infinity)).toMatchObject({ total: 2500, capped: false });
  });
});
