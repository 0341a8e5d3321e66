/** Where the chapters of a book stand, for everything that names one by its id. */
export type Chapters = {
  /**
   * The number of a chapter, from 1; of one that is deleted or missing the number of the next one after its place. Null
   * for an id nobody knows.
   */
  numberOf(documentId: string): number | null;
  /** Undefined where no chapter is. */
  idAt(chapter: number): string | undefined;
  count: number;
};

/** `present`: ids in binder order. `all`: the same among those that are gone, each at its place. */
export const createChapters = (present: readonly string[], all: readonly string[]): Chapters => {
  const isPresent = new Set(present);
  const numbers = new Map<string, number>();
  let next = 1;
  for (const documentId of all) {
    if (!isPresent.has(documentId)) numbers.set(documentId, next);
    else next += 1;
  }
  for (const [index, documentId] of present.entries()) numbers.set(documentId, index + 1);
  return {
    numberOf: (documentId) => numbers.get(documentId) ?? null,
    idAt: (chapter) => present[chapter - 1],
    count: present.length,
  };
};
