import { describe, expect, it } from 'vitest';
import { decideRecord, type RecordFacts } from '#main/book/records/decide-record.ts';
import { descend, type Fields, stateOf } from '#main/book/records/record-state.ts';

const first = stateOf({ name: '林远', summary: '守塘人' }, []);
const second = descend(first, { name: '林远', summary: '守塘人的儿子' });
const rules = { fields: {}, mergeTexts: () => null, undecided: null };
const nothing: RecordFacts = {
  base: null,
  stored: null,
  file: null,
  copies: [],
  mayBeDeleted: true,
  isDeletionAgreed: () => true,
};

/** What is decided where these versions were here once. */
const decide = (
  facts: Partial<RecordFacts>,
  known: readonly { version: string; fields: Fields }[],
) =>
  decideRecord(
    { ...nothing, ...facts },
    (version) => known.find((state) => state.version === version)?.fields,
    rules,
  );

describe('a record that was deleted here', () => {
  it('is not brought back by late conflict copies of versions that were here before [B4 B5]', () => {
    const decision = decide({ copies: [first, second] }, [first, second]);
    expect(decision).toMatchObject({ state: null, database: 'keep', file: 'keep', change: null });
  });

  it('comes back by a copy of a version that nobody here knew: an edit outlives a deletion [B5]', () => {
    const decision = decide({ copies: [first, second] }, [first]);
    expect(decision).toMatchObject({ state: second, database: 'put', file: 'write' });
  });

  it('does not come back by its own file where the program was killed before it noted that file [B5 F17]', () => {
    const decision = decide({ file: first, isDeletionAgreed: () => false }, [first]);
    expect(decision).toMatchObject({ state: null, database: 'keep', file: 'remove' });
    const edited = decide({ file: second, isDeletionAgreed: () => false }, [first]);
    expect(edited).toMatchObject({ state: second, database: 'put' });
  });

  it('comes back by a file of its own, whatever it says: somebody put it there [B5]', () => {
    expect(decide({ file: first }, [first])).toMatchObject({ state: first, database: 'put' });
  });
});
