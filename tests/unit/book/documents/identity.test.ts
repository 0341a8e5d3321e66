import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type KnownFile, matchRead, matchUnchanged } from '#main/book/documents/match.ts';

const known = (documentId: string, path: string, changes: Partial<KnownFile> = {}): KnownFile => ({
  documentId,
  path,
  inode: documentId,
  size: 10,
  modifiedAt: 1,
  version: `v${documentId}`,
  present: true,
  ...changes,
});
const seen = (path: string, inode: string, version = 'new') => ({
  path,
  inode,
  size: 10,
  modifiedAt: 1,
  version,
});

describe('whose file is it', () => {
  it('follows a file that did not change, and tells two that changed places apart', () => {
    const files = [known('1', 'a.md'), known('2', 'b.md')];
    expect(matchUnchanged(files, [seen('a.md', '2'), seen('b.md', '1')])).toEqual(
      new Map([
        ['a.md', '2'],
        ['b.md', '1'],
      ]),
    );
    expect(matchUnchanged(files, [{ ...seen('a.md', '1'), size: 11 }])).toEqual(new Map());
  });

  it('prefers the path, then the content, then the name', () => {
    const files = [known('1', 'a.md'), known('2', 'b.md'), known('3', 'c.txt')];
    const found = [seen('a.md', '7', 'v2'), seen('moved.md', '8', 'v2'), seen('part/c.md', '9')];
    expect(matchRead(files, found, new Set())).toEqual(
      new Map([
        ['a.md', '1'],
        ['moved.md', '2'],
        ['part/c.md', '3'],
      ]),
    );
  });

  it('does not take empty files for each other, nor one chapter for the next', () => {
    const files = [known('1', '第一章.md', { version: 'empty' })];
    expect(matchRead(files, [seen('第二章.md', '5', 'empty')], new Set(['empty']))).toEqual(
      new Map(),
    );
  });

  it('does not guess by name between two candidates', () => {
    const files = [known('1', 'x/a.md'), known('2', 'y/a.md')];
    expect(matchRead(files, [seen('z/a.md', '5')], new Set())).toEqual(new Map());
  });

  it('gives every id at most once', () => {
    const file = fc.record({
      name: fc.constantFrom('a', 'b', 'c'),
      folder: fc.constantFrom('', 'x/'),
      inode: fc.constantFrom('1', '2', '3'),
      version: fc.constantFrom('v1', 'v2'),
    });
    fc.assert(
      fc.property(
        fc.array(file, { maxLength: 6 }),
        fc.uniqueArray(file, { maxLength: 6, selector: ({ name, folder }) => folder + name }),
        (before, after) => {
          const files = before.map((one, at) =>
            known(String(at), `${one.folder}${one.name}.md`, {
              inode: one.inode,
              version: one.version,
              present: at % 2 === 0,
            }),
          );
          const found = after.map((one) =>
            seen(`${one.folder}${one.name}.md`, one.inode, one.version),
          );
          for (const matches of [
            matchUnchanged(files, found),
            matchRead(files, found, new Set()),
          ]) {
            const ids = [...matches.values()];
            expect(new Set(ids).size).toBe(ids.length);
            for (const path of matches.keys())
              expect(found.some((one) => one.path === path)).toBe(true);
          }
        },
      ),
    );
  });
});
