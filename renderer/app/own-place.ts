/** Where this window was in a book last: loaded anew it goes on there, whatever other windows of the book are at (W10). */
const keyOf = (projectId: string): string => `fabula-place:${projectId}`;

export const keepOwnPlace = (
  projectId: string,
  place: { documentId: string; cursor: number },
): void => sessionStorage.setItem(keyOf(projectId), JSON.stringify(place));

/** As it was kept; null where this window has not been in that book. */
export const readOwnPlace = (projectId: string): unknown =>
  JSON.parse(sessionStorage.getItem(keyOf(projectId)) ?? 'null');
