import { describe, expect, it } from 'vitest';
import { judgeUses, placesByKey, readUses } from '../../../scripts/check/filled-texts.ts';

const places = placesByKey(
  new Map([
    ['app:tooLong_one', '{{count}} over, at most {{most}}'],
    ['app:tooLong_other', '{{count}} over, at most {{most}}'],
    ['app:save', 'Save'],
  ]),
);
const judge = (code: string) => judgeUses(readUses('renderer/a.tsx', code), places);

describe('texts of the interface that are not given what they have a place for', () => {
  it.each([
    ["t('app:tooLong', { count: 2 })", 'renderer/a.tsx:1: app:tooLong is not given most'],
    ["t('app:tooLong')", 'renderer/a.tsx:1: app:tooLong is not given count, most'],
    [
      "const a = <p>{t(isLong ? 'app:tooLong' : 'app:save', { count, max: 3 })}</p>",
      'renderer/a.tsx:1: app:tooLong is not given most',
    ],
  ])('F24 are named: %s', (code, complaint) => {
    expect(judge(code)).toEqual([complaint]);
  });

  it.each([
    "t('app:tooLong', { count, most: limit })",
    "t('app:save')",
    "t('app:tooLong', values)",
    "t('app:tooLong', { ...values })",
    't(nameOf(kind))',
    "other('app:tooLong')",
  ])('F24 are no others: %s', (code) => {
    expect(judge(code)).toEqual([]);
  });
});
