import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { DatabaseState } from '#main/db/database-state.ts';
import { chooseStart, type FoundDatabase } from '#main/db/recovery/choose-start.ts';

const state = (more: Partial<DatabaseState> = {}): DatabaseState => ({
  lineage: 'own',
  sequence: 10,
  holdsProjects: true,
  version: 15,
  ...more,
});
const sound = (more: Partial<DatabaseState> = {}): FoundDatabase => ({
  kind: 'sound',
  ...state(more),
});
const untouched = { remembered: null, damaged: false };

const arbitraryState: fc.Arbitrary<DatabaseState> = fc.record({
  lineage: fc.constantFrom(null, 'own', 'other'),
  sequence: fc.nat({ max: 50 }),
  holdsProjects: fc.boolean(),
  version: fc.constant(15),
});
const arbitraryFound: fc.Arbitrary<FoundDatabase> = fc.oneof(
  fc.constant<FoundDatabase>({ kind: 'absent' }),
  fc.constant<FoundDatabase>({ kind: 'damaged' }),
  arbitraryState.map((one): FoundDatabase => ({ kind: 'sound', ...one })),
);

describe('the database a sitting begins with', () => {
  it('is never emptier or older than one that could have been had', () => {
    fc.assert(
      fc.property(arbitraryFound, fc.array(arbitraryState, { maxLength: 5 }), (found, backups) => {
        const start = chooseStart(found, backups, untouched);
        const used = start.use === 'backup' ? start.backup : found.kind === 'sound' ? found : null;
        if (used === null) {
          expect(backups).toEqual([]);
          return;
        }
        const isComparable = found.kind === 'sound' && used.lineage === found.lineage;
        const fuller = backups.filter(
          ({ lineage, sequence, holdsProjects }) =>
            lineage !== null &&
            lineage === used.lineage &&
            sequence > used.sequence &&
            (isComparable || holdsProjects || !used.holdsProjects),
        );
        expect(fuller).toEqual([]);
        if (!used.holdsProjects && !isComparable) {
          expect(backups.filter(({ holdsProjects }) => holdsProjects)).toEqual([]);
        }
      }),
    );
  });

  it('is the one that is there when its backups have seen less', () => {
    const start = chooseStart(
      sound({ sequence: 11 }),
      [state(), state({ sequence: 3 })],
      untouched,
    );
    expect(start).toEqual({ use: 'database', changesLost: false });
  });

  it('stays empty when the writer has emptied it', () => {
    const emptied = sound({ sequence: 12, holdsProjects: false });
    expect(chooseStart(emptied, [state()], untouched).use).toBe('database');
  });

  it('is a backup from before backups could be compared, when an empty one was begun over it', () => {
    const backup = state({ lineage: null, sequence: 0 });
    expect(
      chooseStart(sound({ lineage: 'new', holdsProjects: false }), [backup], untouched),
    ).toEqual({ use: 'backup', backup, because: 'older', changesLost: false });
    expect(chooseStart(sound({ lineage: 'new' }), [backup], untouched).use).toBe('database');
  });

  it('is said to lack changes when more was remembered than it has seen', () => {
    const remembered = { lineage: 'own', sequence: 11 };
    const start = chooseStart(sound(), [state()], { remembered, damaged: false });
    expect(start).toEqual({ use: 'database', changesLost: true });
    const seen = { lineage: 'own', sequence: state().sequence };
    expect(chooseStart(sound(), [], { remembered: seen, damaged: false })).toEqual({
      use: 'database',
      changesLost: false,
    });
  });

  it('is said to lack changes when it knows nothing of those that were remembered', () => {
    const remembered = { lineage: 'own', sequence: 11 };
    for (const lineage of [null, 'other']) {
      const found = sound({ lineage, sequence: lineage === null ? 0 : 99 });
      const start = chooseStart(found, [], { remembered, damaged: false });
      expect(start).toEqual({ use: 'database', changesLost: true });
    }
  });

  it('is a first one only where nothing tells of an earlier', () => {
    const absent: FoundDatabase = { kind: 'absent' };
    expect(chooseStart(absent, [], untouched)).toEqual({ use: 'empty', because: 'first' });
    const lost = { use: 'empty', because: 'lost' };
    expect(chooseStart(absent, [], { ...untouched, damaged: true })).toEqual(lost);
    const remembered = { lineage: 'own', sequence: 1 };
    expect(chooseStart(absent, [], { remembered, damaged: false })).toEqual(lost);
  });
});
