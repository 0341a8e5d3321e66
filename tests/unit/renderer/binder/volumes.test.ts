import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  isSameVolume,
  restOfVolume,
  volumeAt,
  volumeFolder,
  volumesOfBook,
} from '#renderer/app/volumes.ts';
import type { DocumentInfo } from '#shared/domain/project.ts';

const chapter = (documentId: string, group: string): DocumentInfo => ({
  ...{ documentId, group, title: documentId, path: `${group}/${documentId}.md` },
  ...{ order: 0, chapter: 1, charCount: 0, wordCount: 0, encoding: 'UTF-8', modifiedAt: 0 },
  ...{
    pointOfViewEntityId: null,
    fence: null,
    status: null,
    synopsis: '',
    labels: [],
    wordGoal: null,
  },
});

/** A book of volumes that stand each in one piece. */
const book = fc
  .array(fc.integer({ min: 1, max: 4 }), { minLength: 1, maxLength: 5 })
  .map((sizes) =>
    sizes.flatMap((size, volume) =>
      Array.from({ length: size }, (_, at) => chapter(`${volume}-${at}`, `卷${volume}`)),
    ),
  );

const pieces = (documents: readonly DocumentInfo[]): number =>
  documents.filter(({ group }, at) => documents[at - 1]?.group !== group).length;

describe('the volume of a place [W1]', () => {
  it('never leaves a volume in two pieces, wherever a chapter goes, and never one that nobody has', () => {
    fc.assert(
      fc.property(book, fc.nat(), fc.nat(), (documents, from, to) => {
        const moved = documents[from % documents.length];
        if (moved === undefined) return;
        const others = documents.filter((one) => one !== moved);
        const at = to % documents.length;
        const group = volumeAt(others[at - 1], others[at], moved.group);
        const after = others.toSpliced(at, 0, { ...moved, group });
        expect(pieces(after)).toBe(volumesOfBook(after).length);
        expect(volumesOfBook(documents)).toContain(group);
      }),
    );
  });

  it('is on a border the one a chapter comes from, else that of the chapter before', () => {
    const [first, second] = [chapter('a', '卷一'), chapter('b', '卷二')];
    expect(volumeAt(first, second, '卷二')).toBe('卷二');
    expect(volumeAt(first, second, '卷三')).toBe('卷一');
    expect(volumeAt(undefined, second, '卷三')).toBe('卷二');
    expect(volumeAt(undefined, undefined, '卷三')).toBe('卷三');
  });

  it('goes as far as it stands in one piece', () => {
    fc.assert(
      fc.property(book, fc.nat(), (documents, from) => {
        const at = from % documents.length;
        const rest = restOfVolume(documents, documents[at]?.documentId ?? '');
        expect(rest).toEqual(documents.slice(at, at + rest.length));
        expect(volumesOfBook(rest)).toEqual([documents[at]?.group]);
        expect(documents[at + rest.length]?.group).not.toBe(documents[at]?.group);
      }),
    );
    expect(restOfVolume([], 'a')).toEqual([]);
  });
});

describe('the folder of a volume [W1]', () => {
  it('stands beside the one the chapters come from, and keeps the number that orders it', () => {
    expect(volumeFolder('卷二', '')).toBe('卷二');
    expect(volumeFolder(' 卷二 ', '上部/卷一')).toBe('上部/卷二');
    expect(volumeFolder('雪夜', '上部/01 卷一', '上部/01 卷一')).toBe('上部/01 雪夜');
    expect(volumeFolder('雪/夜', '')).toBe('雪／夜');
    expect([volumeFolder('', ''), volumeFolder('...', ''), volumeFolder(' ', 'a/b')]).toEqual([
      ...[null, null, null],
    ]);
  });

  it('is another one only where no disk takes it for the same', () => {
    expect(isSameVolume('Part Two', 'part two')).toBe(true);
    expect(isSameVolume('卷一', '卷二')).toBe(false);
  });
});
