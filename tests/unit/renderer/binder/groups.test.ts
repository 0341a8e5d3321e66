import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { chapterGroups, groupName, placeAfterMove } from '#renderer/features/binder/groups.ts';
import type { DocumentInfo } from '#shared/domain/project.ts';

const chapter = (documentId: string, group = ''): DocumentInfo => ({
  documentId,
  path: `${documentId}.md`,
  title: documentId,
  order: 0,
  chapter: 1,
  charCount: 0,
  wordCount: 0,
  group,
  encoding: 'utf-8',
  modifiedAt: 0,
  pointOfViewEntityId: null,
  fence: null,
});

describe('the binder', () => {
  it('groups chapters by folder in their order', () => {
    const groups = chapterGroups([
      chapter('a', '上卷'),
      chapter('b', '上卷'),
      chapter('c', '下卷'),
    ]);
    expect(groups.map(({ group, documents }) => [group, documents.length])).toEqual([
      ['上卷', 2],
      ['下卷', 1],
    ]);
  });

  it('shows a folder without the number that orders it', () => {
    expect(groupName('01 上卷')).toBe('上卷');
    expect(groupName('novel/02-下卷')).toBe('下卷');
    expect(groupName('1984')).toBe('1984');
  });

  it('names the place a dragged chapter ends at', () => {
    const ids = ['a', 'b', 'c', 'd', 'e'];
    const documents = ids.map((id) => chapter(id));
    const position = fc.constantFrom('before' as const, 'after' as const);
    fc.assert(
      fc.property(
        fc.constantFrom(...ids),
        fc.constantFrom(...ids),
        position,
        (moved, target, side) => {
          fc.pre(moved !== target);
          const rest = ids.filter((id) => id !== moved);
          rest.splice(placeAfterMove(documents, moved, target, side), 0, moved);
          const distance = rest.indexOf(moved) - rest.indexOf(target);
          expect(distance).toBe(side === 'before' ? -1 : 1);
        },
      ),
    );
  });
});
