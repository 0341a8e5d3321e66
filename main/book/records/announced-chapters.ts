/** Chapters that records in a folder speak of, whether or not their files have come (B2). */
import type { AnnouncedChapter } from '../documents/service.ts';
import { aliasesOf } from './chapter-source.ts';
import { kindSpecs } from './kinds.ts';
import { readRecordFolder } from './record-folder.ts';

/** Throws the file system's error. */
export const listAnnounced = async (root: string): Promise<AnnouncedChapter[]> => {
  const { found } = await readRecordFolder(root, '.fabula/chapters', kindSpecs.chapters, new Map());
  return found.flatMap(({ text: { id, hints, state, former = [] } }) =>
    hints ? [{ key: id, ...hints, former, aliases: aliasesOf(state.fields) }] : [],
  );
};
