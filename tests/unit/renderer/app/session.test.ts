import { beforeEach, describe, expect, it } from 'vitest';
import { useSession } from '#renderer/app/session.ts';
import type { DocumentInfo, ProjectInfo } from '#shared/domain/project.ts';

const chapter = (documentId: string, wordCount = 10): DocumentInfo => ({
  documentId,
  path: `${documentId}.md`,
  title: documentId,
  order: 0,
  chapter: 1,
  charCount: wordCount,
  wordCount,
  group: '',
  encoding: 'utf-8',
  modifiedAt: 1,
  pointOfViewEntityId: null,
  fence: null,
  status: null,
  synopsis: '',
  labels: ['draft'],
  wordGoal: null,
});

const book = (documents: DocumentInfo[]): ProjectInfo => ({
  projectId: 'book',
  name: 'Book',
  path: '/book',
  language: 'en',
  readOnly: false,

  problems: [],
  documents,
  pointOfViewEntityId: null,
  narrativePerson: null,
  tense: null,
  style: null,
});

const documents = (): readonly DocumentInfo[] => useSession.getState().project?.documents ?? [];

describe('the chapters of the open book [W1, W2]', () => {
  beforeEach(() =>
    useSession.getState().setProject(book(['a', 'b', 'c'].map((id) => chapter(id)))),
  );

  it('are told apart by what changed: a new list keeps those that are as they were', () => {
    const [a, b] = documents();
    useSession.getState().setDocuments('book', [chapter('b'), chapter('a', 11), chapter('d')]);
    expect(documents().map(({ documentId }) => documentId)).toEqual(['b', 'a', 'd']);
    expect(documents()[0]).toBe(b);
    expect(documents()[1]).not.toBe(a);
    expect(documents()[1]?.wordCount).toBe(11);
  });

  it('take the counts of many of them at once, and none that is not of the book', () => {
    const [, b] = documents();
    const counts = { charCount: 7, wordCount: 5, modifiedAt: 9 };
    useSession.getState().setCounts(
      new Map([
        ['a', counts],
        ['c', counts],
        ['z', counts],
      ]),
    );
    expect(documents().map(({ wordCount }) => wordCount)).toEqual([5, 10, 5]);
    expect(documents()[0]?.modifiedAt).toBe(9);
    expect(documents()[1]).toBe(b);
  });
});
