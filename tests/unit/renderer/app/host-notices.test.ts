import { beforeEach, describe, expect, it } from 'vitest';
import type { DocumentInfo } from '#shared/domain/project.ts';
import { receiveNotice, settleNotices, useHostNotices } from '#renderer/app/host-notices.ts';

const documentWith = (fence: DocumentInfo['fence']): DocumentInfo => ({
  documentId: 'one',
  path: '01.md',
  title: '一',
  order: 0,
  chapter: 1,
  charCount: 0,
  wordCount: 0,
  group: '',
  encoding: 'utf-8',
  modifiedAt: 0,
  pointOfViewEntityId: null,
  fence,
  status: null,
  synopsis: '',
  labels: [],
  wordGoal: null,
});
const unknown = { documents: [documentWith({ neverSend: true, unknown: true })] };
const codes = (): string[] => useHostNotices.getState().notices.map(({ code }) => code);

beforeEach(() => {
  useHostNotices.setState({ notices: [] });
  receiveNotice({ code: 'DATABASE_RESTORED', message: '' });
  receiveNotice({ code: 'FENCES_UNKNOWN', message: '' });
});

describe('the line that says that the list of fences cannot be read', () => {
  it('stays while that is so [B2]', () => {
    settleNotices(unknown);
    expect(codes()).toEqual(['DATABASE_RESTORED', 'FENCES_UNKNOWN']);
  });

  it.each([
    ['the list is back', { documents: [documentWith({ neverSend: true })] }],
    ['another book is open', { documents: [] }],
    ['the book is closed', null],
  ])('goes once %s, and comes again with the next damage [B2]', (_, project) => {
    settleNotices(project);
    expect(codes()).toEqual(['DATABASE_RESTORED']);
    receiveNotice({ code: 'FENCES_UNKNOWN', message: '' });
    expect(codes()).toEqual(['DATABASE_RESTORED', 'FENCES_UNKNOWN']);
  });
});
