/** Files that nobody can read go into the book's bin, when the writer says that what is known here is true (B2). */
import { createChapterSource } from './chapter-source.ts';
import { groupFiles } from './group-files.ts';
import { kindSpecs, type RecordKind, recordKinds } from './kinds.ts';
import { readRecordFolder } from './record-folder.ts';
import { findRecordPlaces } from './record-places.ts';
import type { AgreedFile } from './store.ts';
import type { ProjectParts } from './sync-project.ts';
import { binCopy, writeRecord } from './write-record.ts';

type Book = { projectId: string; root: string };

/** Puts back what the file last said: nobody deleted it. */
const writeAgreed = async (
  { store, tools, settings }: ProjectParts,
  { projectId, root }: Book,
  { kind, id }: { kind: RecordKind; id: string },
  agreed: AgreedFile,
): Promise<void> => {
  const spec = kindSpecs[kind];
  const { path, state } = agreed;
  const chapters = createChapterSource({ projectId, settings, store });
  const hints = kind === 'chapters' ? chapters.hintsOf(id) : null;
  const stamp = await writeRecord(tools, root, { spec, id, path, state, hints, over: null });
  // Where another program put one, the next look reads that.
  if (stamp) store.saveAgreed(projectId, kind, id, { ...agreed, ...stamp });
};

/** Only those whose record is known: of others nothing could be written in their place. Throws the file system's error. */
export const binBadFiles = async (parts: ProjectParts, book: Book): Promise<void> => {
  const { store, tools, originalOf } = parts;
  const { projectId, root } = book;
  const places = await findRecordPlaces(root);
  for (const kind of recordKinds) {
    const agreed = store.listAgreed(projectId, kind);
    const folder = await readRecordFolder(root, places[kind], kindSpecs[kind], agreed);
    for (const [id, { main, bad }] of groupFiles(folder, agreed, originalOf).byId) {
      for (const { path } of bad) await binCopy(tools, root, path);
      const known = agreed.get(id);
      if (bad.length > 0 && main === null && known) {
        await writeAgreed(parts, book, { kind, id }, known);
      }
    }
  }
};
