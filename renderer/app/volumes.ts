/** A volume is a folder of chapters: which one a place in the book is in, and what chapters of one belong together (W1). */
import { volumeTitle } from '#shared/volumes.ts';
import { fileNameFor, foldName } from '#shared/domain/file-name.ts';
import type { DocumentInfo } from '#shared/domain/project.ts';

/** The folder of a chapter, as it stands in the list. */
type Grouped = Pick<DocumentInfo, 'group'>;

/**
 * The volume of a place between two chapters, undefined at either end of the book. On a border it is the one a chapter
 * comes from, if that is one of the two, else that of the chapter before.
 */
export function volumeAt(
  before: Grouped | undefined,
  after: Grouped | undefined,
  own: string,
): string {
  if (own === before?.group || own === after?.group) return own;
  return before?.group ?? after?.group ?? own;
}

/** The chapters of a list but one: those that its place is counted among. */
export const without = (documents: readonly DocumentInfo[], documentId: string): DocumentInfo[] =>
  documents.filter((document) => document.documentId !== documentId);

/**
 * What a volume is called by now: another window may have given it another name. It is told by the chapters that stood in it;
 * one that has none of them left is the one it was.
 * @param stood chapters as they stood then, without those that left it
 */
export function volumeNow(
  documents: readonly DocumentInfo[],
  stood: readonly DocumentInfo[],
  volume: string,
): string {
  if (documents.some(({ group }) => group === volume)) return volume;
  const of = new Set(stood.flatMap((one) => (one.group === volume ? [one.documentId] : [])));
  return documents.find(({ documentId }) => of.has(documentId))?.group ?? volume;
}

/** A chapter and those behind it, as far as its volume goes without a break. */
export function restOfVolume(
  documents: readonly DocumentInfo[],
  documentId: string,
): DocumentInfo[] {
  const from = documents.findIndex((document) => document.documentId === documentId);
  const volume = documents[from]?.group;
  const end = documents.findIndex(({ group }, at) => at > from && group !== volume);
  return from < 0 ? [] : documents.slice(from, end < 0 ? documents.length : end);
}

/** The volumes of a book, in the order in which they begin. */
export const volumesOfBook = (documents: readonly DocumentInfo[]): string[] => [
  ...new Set(documents.map(({ group }) => group)),
];

/** Folder of a volume beside another one, with the number that orders `like`; null where no folder can have that name. */
export function volumeFolder(name: string, beside: string, like = ''): string | null {
  const parent = beside.slice(0, beside.lastIndexOf('/') + 1);
  const number = like.slice(parent.length, like.length - volumeTitle(like).length);
  const folder = fileNameFor(`${number}${name.trim()}`);
  return name.trim() === '' || folder === null ? null : `${parent}${folder}`;
}

/** Whether a disk that ignores letter case would take the two for one. */
export const isSameVolume = (one: string, other: string): boolean =>
  foldName(one) === foldName(other);
