import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { countsOf, filters, linesOf, otherVersions } from '#renderer/features/history/entries.ts';
import type { SnapshotInfo, SnapshotReason } from '#shared/domain/project.ts';

const hour = 3_600_000;
const noon = new Date(2026, 4, 20, 12).getTime();
const version = (
  snapshotId: string,
  age: number,
  reason: SnapshotReason = 'autosave',
  more: Partial<SnapshotInfo> = {},
): SnapshotInfo => ({
  snapshotId,
  createdAt: noon - age * hour,
  reason,
  charCount: 10,
  wordCount: 100 - age,
  version: `v${snapshotId}`,
  ...more,
});

const shapeOf = (items: readonly SnapshotInfo[], open: readonly string[] = []) =>
  linesOf(items, 'all', new Set(open)).map((line) => {
    if (line.kind === 'fold')
      return `${line.count} from ${line.key} ${line.change?.words ?? 'first'}`;
    return line.kind === 'version' ? `${line.key} ${line.change?.words ?? 'first'}` : line.kind;
  });

describe('the lines of a history', () => {
  it('folds saves of one day behind one another, and nothing over a version that was kept for a reason [W8]', () => {
    const items = [
      version('a', 0),
      version('b', 1),
      version('c', 2, 'beforeAi'),
      version('d', 3, 'save'),
      version('e', 20),
      version('f', 21),
    ];
    expect(shapeOf(items)).toEqual([
      'now',
      'head',
      '2 from run:b 2',
      'c 1',
      'd 17',
      'head',
      '2 from run:f first',
    ]);
    expect(shapeOf(items, ['run:b']).slice(2, 5)).toEqual(['2 from run:b 2', 'a 1', 'b 1']);
  });

  it('keeps a named save out of the folds [W8]', () => {
    const items = [version('a', 0), version('b', 1, 'save', { name: '第二稿' }), version('c', 2)];
    expect(shapeOf(items)).toEqual(['now', 'head', 'a 1', 'b 1', 'c first']);
  });

  it('leaves out the newest save while the page reads the same, and never a named one [W8]', () => {
    const plain = [version('a', 0), version('b', 1)];
    expect(otherVersions(plain, 'va').map(({ snapshotId }) => snapshotId)).toEqual(['b']);
    expect(otherVersions(plain, 'other')).toHaveLength(2);
    const named = [version('a', 0, 'save', { name: '第二稿' })];
    expect(otherVersions(named, 'va')).toEqual(named);
  });

  it('shows every version once, whatever is folded, and under each filter as many as it says [W8]', () => {
    const reasons: SnapshotReason[] = ['save', 'autosave', 'beforeAi', 'import', 'manual'];
    const any = fc.array(
      fc.record({
        age: fc.integer({ min: 0, max: 200 }),
        reason: fc.constantFrom(...reasons),
        name: fc.option(fc.constant('x'), { freq: 4 }),
      }),
      { maxLength: 40 },
    );
    fc.assert(
      fc.property(any, (given) => {
        const items = given
          .toSorted((a, b) => a.age - b.age)
          .map(({ age, reason, name }, at) =>
            version(String(at), age, reason, name === null ? {} : { name }),
          );
        const folded = linesOf(items, 'all', new Set());
        const all = new Set(folded.map(({ key }) => key));
        const shown = linesOf(items, 'all', all).filter(({ kind }) => kind === 'version');
        expect(shown.map(({ key }) => key)).toEqual(items.map(({ snapshotId }) => snapshotId));
        const hidden = folded.reduce(
          (sum, line) => sum + (line.kind === 'fold' ? line.count : 0),
          0,
        );
        const alone = folded.filter(({ kind }) => kind === 'version').length;
        expect(hidden + alone).toBe(items.length);
        const counts = countsOf(items);
        for (const filter of filters) {
          const lines = linesOf(items, filter, all);
          expect(lines.filter(({ kind }) => kind === 'version')).toHaveLength(counts[filter]);
          expect(new Set(lines.map(({ key }) => key)).size).toBe(lines.length);
        }
      }),
    );
  });
});
