import { expect, it } from 'vitest';
import { chaptersIn, scopesAt } from '#renderer/features/contradictions/scopes.ts';

const chapter = (documentId: string, group: string) => ({ documentId, group });
const documents = [
  chapter('prologue', ''),
  chapter('one', '上卷'),
  chapter('two', '上卷'),
  chapter('three', '下卷'),
];

it('means the whole book where the open chapter is in no volume, whatever was chosen at another one [N15]', () => {
  expect(chaptersIn('volume', documents, 'two')).toEqual(['one', 'two']);
  expect(scopesAt(documents, 'prologue')).toEqual(['book', 'chapter']);
  expect(chaptersIn('volume', documents, 'prologue')).toBeUndefined();
  expect(chaptersIn('chapter', documents, 'prologue')).toEqual(['prologue']);
  expect(chaptersIn('chapter', documents, null)).toBeUndefined();
});
