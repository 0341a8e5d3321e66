import type { DocumentInfo } from '#shared/domain/project.ts';

export type ChapterGroup = { group: string; documents: DocumentInfo[] };

/** Chapters by folder, in binder order; a folder that is interrupted by another appears twice, as it is read. */
export function chapterGroups(documents: readonly DocumentInfo[]): ChapterGroup[] {
  const groups: ChapterGroup[] = [];
  for (const document of documents) {
    const last = groups.at(-1);
    if (last !== undefined && last.group === document.group) last.documents.push(document);
    else groups.push({ group: document.group, documents: [document] });
  }
  return groups;
}

/** A folder's name without the number that orders it: "01 上卷" is shown as 上卷, a path by its last part. */
export function groupName(group: string): string {
  const name = group.slice(group.lastIndexOf('/') + 1);
  return name.replace(/^\d{1,4}[\s._-]+(?=\S)/, '');
}

/** Place in the whole binder, from 0, after moving a chapter before or after another. */
export function placeAfterMove(
  documents: readonly DocumentInfo[],
  movedId: string,
  targetId: string,
  position: 'before' | 'after' | 'on',
): number {
  const rest = documents.filter((document) => document.documentId !== movedId);
  const target = rest.findIndex((document) => document.documentId === targetId);
  if (target < 0) return documents.findIndex((document) => document.documentId === movedId);
  return position === 'after' ? target + 1 : target;
}
