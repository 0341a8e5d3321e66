import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createKindOfPath } from '#main/book/git/book-paths.ts';
import {
  isUnsafe,
  parseTree,
  parseTreeChanges,
  parseUnmerged,
  planMerge,
  type Tree,
  type TreeEntry,
} from '#main/book/git/merge-plan.ts';

const kindOf = createKindOfPath((path) => path.endsWith('.md'), new Set(['codex']));
const entry = (blob: string): TreeEntry => ({ mode: '100644', blob });
const tree = (blob: string | null): Tree =>
  new Map(blob === null ? [] : [['codex/a.md', entry(blob)]]);

const settle = (base: string | null, ours: string | null, theirs: string | null) =>
  planMerge({
    ...{ base: tree(base), ours: tree(ours), theirs: tree(theirs) },
    ...{ unmerged: new Map(), kindOf },
  }).settled.get('codex/a.md')?.blob ?? null;

it('brings a record that was changed there, for the database knows what it is here [B11 B4]', () => {
  expect(settle('1', '1', '2')).toBe('2');
  expect(settle('1', '2', '1')).toBe('2');
  expect(settle('1', '2', '3')).toBe('3');
  expect(settle(null, null, '1')).toBe('1');
  expect(settle('1', '1', null)).toBeNull();
  expect(settle('1', null, '1')).toBeNull();
});

it('lets an edit of a record outlive its deletion, on whichever side that was [B6 B11]', () => {
  const blob = fc.constantFrom('1', '2', '3');
  fc.assert(
    fc.property(blob, blob, (base, edited) => {
      fc.pre(base !== edited);
      expect(settle(base, edited, null)).toBe(edited);
      expect(settle(base, null, edited)).toBe(edited);
    }),
  );
});

it('keeps a chapter as it is here and the other text beside it, and drops no text of either side [B11]', () => {
  const side = fc.option(fc.constantFrom('a', 'b', 'c'), { nil: undefined });
  fc.assert(
    fc.property(side, side, side, (base, ours, theirs) => {
      const sides = {
        ...(base ? { base: entry(base) } : {}),
        ...(ours ? { ours: entry(ours) } : {}),
        ...(theirs ? { theirs: entry(theirs) } : {}),
      };
      const unmerged = new Map([['01.md', sides]]);
      const none: Tree = new Map();
      const plan = planMerge({ base: none, ours: none, theirs: none, unmerged, kindOf });
      const held = [plan.settled.get('01.md')?.blob, ...plan.beside.map((one) => one.theirs)];
      for (const text of [ours, theirs]) if (text) expect(held).toContain(text);
      expect(plan.blocked).toEqual([]);
    }),
  );
});

it('leaves conflicts in files that are none of the book to the writer [B11]', () => {
  const unmerged = new Map([['map.png', { ours: entry('a'), theirs: entry('b') }]]);
  const none: Tree = new Map();
  expect(planMerge({ base: none, ours: none, theirs: none, unmerged, kindOf }).blocked).toEqual([
    'map.png',
  ]);
});

it('tells the book from what is private and from what is the writer’s own [B11]', () => {
  expect(
    [
      ...['卷一/01.md', 'codex/沈砚-a1b2c3.md', '.fabula/fenced.json', '.fabula/chapters/x.yaml'],
      ...['.fabula/lock', '.fabula/lock-2', '.fabula/trash/01.md', '.fabula/kept/x', 'map.png'],
      ...['CODE_LAW.md', '.fabula/.a.fabula-tmp', 'bad\ufffd.md'],
    ].map(kindOf),
  ).toEqual([
    ...['chapter', 'record', 'record', 'record'],
    ...['private', 'private', 'private', 'private', 'other'],
    ...['instructions', 'private', 'other'],
  ]);
});

it('reads names with tabs, quotes and line ends as they are [B11]', () => {
  const name = 'a\t"b"\n雪.md';
  expect([...parseTree(`100644 blob abc\t${name}\0`)]).toEqual([[name, entry('abc')]]);
  expect([...parseUnmerged(`100644 a 1\t${name}\x00100644 b 3\t${name}\0`)]).toEqual([
    [name, { base: entry('a'), theirs: entry('b') }],
  ]);
  expect(parseTreeChanges(`:100644 100755 a b M\0${name}\0:100644 000000 a 0 D\0x.md\0`)).toEqual([
    { path: name, mode: '100755', isRemoved: false, isNew: false },
    { path: 'x.md', mode: '000000', isRemoved: true, isNew: false },
  ]);
});

it.each([
  ['a link', { path: '03.md', mode: '120000' }],
  ['a repository within', { path: 'sub', mode: '160000' }],
  ['a way out', { path: '../03.md', mode: '100644' }],
  ['another repository’s folder', { path: 'a/.GIT/config', mode: '100644' }],
  ['what some systems hold for our folder', { path: '.Fabula/lock', mode: '100644' }],
  [
    'what some systems hold for the file of the book',
    { path: '.fabula/Project.json', mode: '100644' },
  ],
  ['a name that is no text', { path: 'caf\ufffd.md', mode: '100644' }],
])('does not take in %s [B11]', (_what, file) => {
  expect(isUnsafe({ ...file, isRemoved: false, isNew: true })).toBe(true);
});
