/** How far a book's archive is. */

/** Files that are packed, or unpacked again, so far. */
export type ArchiveStep = { step: 'packing' | 'unpacking'; done: number; total: number };
