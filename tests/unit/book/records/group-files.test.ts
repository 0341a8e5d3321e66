import { describe, expect, it } from 'vitest';
import { originalOfCopy } from '#main/book/documents/conflict-copy.ts';
import { groupFiles } from '#main/book/records/group-files.ts';
import { stateOf } from '#main/book/records/record-state.ts';

const id = 'aB3xyz-of-a-record';
const found = (path: string) => ({
  path,
  stamp: { inode: '1', size: 1, modifiedAt: 1 },
  text: { id, state: stateOf({ name: path }, []), hints: null, editedVersion: null },
  isUnchanged: false,
});
const group = (paths: readonly string[]) => {
  const folder = { isThere: true, found: paths.map(found), bad: [], leftovers: [] };
  const files = groupFiles(folder, new Map(), originalOfCopy).byId.get(id);
  return { main: files?.main?.path ?? null, copies: files?.copies.map(({ path }) => path) };
};

describe('the files of a record', () => {
  it('are its own and copies, and a copy whose original is gone stays a copy [B4]', () => {
    const own = 'codex/林远-aB3xyz.md';
    const copy = 'codex/林远-aB3xyz.sync-conflict-20250101-120000-ABCDEFG.md';
    expect(group([own, copy])).toEqual({ main: own, copies: [copy] });
    expect(group([copy])).toEqual({ main: null, copies: [copy] });
  });

  it('are known by the mark that Fabula gives, which may look like a machine’s name [B4]', () => {
    const marked = 'codex/林远-MYiMac.md';
    const file = { ...found(marked), text: { ...found(marked).text, id: 'MYiMac-of-a-record' } };
    const { byId } = groupFiles(
      { isThere: true, found: [file], bad: [], leftovers: [] },
      new Map(),
      originalOfCopy,
    );
    expect(byId.get('MYiMac-of-a-record')?.main?.path).toBe(marked);
  });
});
