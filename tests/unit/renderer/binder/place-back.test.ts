import { describe, expect, it } from 'vitest';
import { placeBack } from '#renderer/features/binder/place-back.ts';
import type { DocumentInfo } from '#shared/domain/project.ts';

const chapters = (ids: string): DocumentInfo[] =>
  [...ids].map((documentId) => ({
    ...{ documentId, group: '', title: documentId, path: `${documentId}.md` },
    ...{ order: 0, chapter: 1, charCount: 0, wordCount: 0, encoding: 'UTF-8', modifiedAt: 0 },
    ...{ pointOfViewEntityId: null, fence: null, status: null },
    ...{ synopsis: '', labels: [], wordGoal: null },
  }));

describe('a chapter whose move is undone [W1]', () => {
  it.each([
    ['before the one it was followed by', 'abdef', 'abdef', 'd', 2],
    ['before that one wherever it stands by now', 'dabef', 'abdef', 'd', 0],
    ['before the next one, where that one is gone', 'abef', 'abdef', 'd', 2],
    ['behind the nearest one before it, where all behind it are gone', 'xab', 'abd', 'd', 3],
    ['behind one before that, where that is gone too', 'axy', 'abd', 'd', 1],
    ['at the end, where nobody is left', 'xy', 'abd', 'd', 2],
    ['at the end, where it was the last', 'abx', 'ab', undefined, 3],
  ])('comes back %s', (_name, now, stood, followedBy, index) => {
    expect(placeBack(chapters(now), followedBy, chapters(stood))).toBe(index);
  });
});
