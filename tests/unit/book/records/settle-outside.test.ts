import { describe, expect, it } from 'vitest';
import { mergeEdits } from '#main/book/documents/merge.ts';
import { kindSpecs } from '#main/book/records/kinds.ts';
import { settledFields } from '#main/book/records/settle-outside.ts';
import type { StoredOutsideChange } from '#main/book/records/store.ts';

const settling = { rules: kindSpecs.codex.rules, mergeTexts: mergeEdits };

const changeOf = (given: Partial<StoredOutsideChange>): StoredOutsideChange => ({
  ...{ changeId: 1, kind: 'codex', recordId: 'lin', change: 'changed', noticedAt: 0 },
  ...{ before: null, after: null, conflicts: [] },
  ...given,
});

describe('what is chosen for a record that was written in since it came [B4]', () => {
  it('goes back in every field of an entry but the one that was written in', () => {
    const entry = (age: string, home: string) => ({
      details: { age: { label: '年龄', value: age }, home: { label: '住处', value: home } },
    });
    const change = changeOf({ before: entry('十六', '京城'), after: entry('十七', '金陵') });
    expect(settledFields(change, 'keep', entry('十八', '金陵'), settling)).toEqual(
      entry('十八', '京城'),
    );
    expect(settledFields(change, 'take', entry('十八', '金陵'), settling)).toBeUndefined();
  });

  it('loosens a fence and brings back no words of the file', () => {
    const closed = { notBefore: [{ chapter: 'c5' }] };
    const entry = (summary: string, fence: unknown) => ({ name: '林', summary, fence });
    const change = changeOf({
      ...{ change: 'fenceKept', before: entry('从前。', closed), after: entry('那边写的。', null) },
    });
    const now = entry('这里改过的。', closed);
    expect(settledFields(change, 'take', now, settling)).toEqual(entry('这里改过的。', null));
    expect(settledFields(change, 'keep', now, settling)).toBeUndefined();
  });

  it('puts back no deleted record that is there again', () => {
    const change = changeOf({ change: 'deleted', before: { name: '林' } });
    expect(settledFields(change, 'keep', undefined, settling)).toEqual({ name: '林' });
    expect(settledFields(change, 'keep', { name: '林黛玉' }, settling)).toBeUndefined();
  });
});
