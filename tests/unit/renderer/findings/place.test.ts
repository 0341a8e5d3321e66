import { EditorState, Text } from '@codemirror/state';
import { describe, expect, it } from 'vitest';
import { mapPlaced, placeFindings } from '#renderer/features/findings/place.ts';
import type { Finding } from '#shared/domain/finding.ts';

const text = '他来了。雪停了。他来了。';
const finding = (start: number): Finding => ({
  findingId: 'f',
  kind: 'forbiddenText',
  start,
  end: start + 4,
  quote: '他来了。',
  message: '',
  by: 'rule',
  waived: false,
});

describe('findings in the page', () => {
  it('stand where they say, or at the nearest same words when something was typed before them', () => {
    expect(placeFindings([finding(8)], Text.of([text]))[0]?.from).toBe(8);
    expect(placeFindings([finding(8)], Text.of([`又。${text}`]))[0]?.from).toBe(10);
    expect(placeFindings([finding(0)], Text.of([`又${text}`]))[0]?.from).toBe(1);
    expect(placeFindings([finding(0)], Text.of(['雪停了。']))).toEqual([]);
  });

  it('go when their sentence is edited and stay when another is', () => {
    const state = EditorState.create({ doc: text });
    const placed = placeFindings([finding(8)], state.doc);
    const edited = (from: number, insert: string) => {
      const { changes, newDoc } = state.update({ changes: { from, to: from + 1, insert } });
      return mapPlaced(placed, changes, newDoc).map(({ from: at }) => at);
    };
    expect(edited(9, '走')).toEqual([]);
    expect(edited(0, '昨夜她')).toEqual([10]);
  });
});
