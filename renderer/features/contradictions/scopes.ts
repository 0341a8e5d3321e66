/** For which chapters contradictions are looked for. Pure. */
import type { DocumentInfo } from '#shared/domain/project.ts';

type Chapter = Pick<DocumentInfo, 'documentId' | 'group'>;

export type Scope = 'book' | 'volume' | 'chapter';

const openOf = (documents: readonly Chapter[], documentId: string | null): Chapter | undefined =>
  documents.find((one) => one.documentId === documentId);

/** Those there are at the open chapter. A volume is a folder: said only where there are several. */
export const scopesAt = (documents: readonly Chapter[], documentId: string | null): Scope[] => {
  const open = openOf(documents, documentId);
  if (!open) return ['book'];
  const folders = new Set(documents.map(({ group }) => group));
  return folders.size > 1 && open.group !== ''
    ? ['book', 'volume', 'chapter']
    : ['book', 'chapter'];
};

/** Undefined: the whole book, which is meant also where the open chapter has no such scope. */
export const chaptersIn = (
  scope: Scope,
  documents: readonly Chapter[],
  documentId: string | null,
): string[] | undefined => {
  const open = openOf(documents, documentId);
  if (scope === 'book' || !open || !scopesAt(documents, documentId).includes(scope))
    return undefined;
  if (scope === 'chapter') return [open.documentId];
  return documents.filter((one) => one.group === open.group).map((one) => one.documentId);
};
