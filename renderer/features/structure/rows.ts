/** The lines of both views of the whole book, from one list of chapters. */
import { type SceneItem, sceneItems, type ShownScenes } from '#renderer/app/scene-items.ts';
import type { DocumentInfo } from '#shared/domain/project.ts';
import { type Cell, isSceneField } from './store.ts';

/** A volume is a folder; one that is interrupted by another stands twice, as it is read. */
export type VolumeRow = {
  kind: 'volume';
  key: string;
  group: string;
  chapters: number;
  words: number;
};
export type ChapterRow = { kind: 'chapter'; key: string; document: DocumentInfo };
export type CardsRow = { kind: 'cards'; key: string; documents: DocumentInfo[] };
/** One scene of a chapter that shows its own. */
export type SceneRow = {
  kind: 'scene';
  key: string;
  document: DocumentInfo;
  item: SceneItem;
  index: number;
};
/** Some scenes of a chapter, as cards below its own; `from` is the place of the first among them. */
export type TrayRow = {
  kind: 'tray';
  key: string;
  document: DocumentInfo;
  scenes: readonly SceneItem[];
  from: number;
  /** Which part it is of the box that all rows of the chapter's scenes are. */
  part: 'all' | 'first' | 'middle' | 'more';
};
export type OutlineRow = VolumeRow | ChapterRow | SceneRow;
export type BoardRow = VolumeRow | CardsRow | TrayRow;

const noScenes: ShownScenes = { scenes: new Map(), lost: new Map(), open: new Set() };

const shownScenes = (shown: ShownScenes, documentId: string): readonly SceneItem[] =>
  shown.open.has(documentId) ? sceneItems(shown, documentId) : [];

type Volume = { row: VolumeRow; documents: DocumentInfo[] };

const volumesOf = (documents: readonly DocumentInfo[]): Volume[] => {
  const volumes: Volume[] = [];
  for (const document of documents) {
    const { group, documentId, wordCount } = document;
    const last = volumes.at(-1);
    if (last?.row.group === group) {
      last.documents.push(document);
      last.row.chapters += 1;
      last.row.words += wordCount;
      continue;
    }
    const key = `volume:${documentId}`;
    const row: VolumeRow = { kind: 'volume', key, group, chapters: 1, words: wordCount };
    volumes.push({ row, documents: [document] });
  }
  return volumes;
};

/** A line for every volume and every chapter; a book without folders has no line for its only volume. */
export const outlineRows = (
  documents: readonly DocumentInfo[],
  scenes: ShownScenes = noScenes,
): OutlineRow[] => {
  const volumes = volumesOf(documents);
  const isPlain = volumes.length <= 1;
  return volumes.flatMap(({ row, documents: chapters }) => [
    ...(isPlain ? [] : [row]),
    ...chapters.flatMap((document): OutlineRow[] => [
      { kind: 'chapter', key: document.documentId, document },
      ...shownScenes(scenes, document.documentId).map((item, index) => ({
        ...{ kind: 'scene' as const, key: `${document.documentId}#${index}` },
        ...{ document, item, index },
      })),
    ]),
  ]);
};

const traysOf = (document: DocumentInfo, columns: number, scenes: ShownScenes): TrayRow[] => {
  const { documentId } = document;
  const shown = shownScenes(scenes, documentId);
  const trays: TrayRow[] = [];
  for (let from = 0; from < shown.length; from += columns) {
    const part = shown.slice(from, from + columns);
    const isLast = from + columns >= shown.length;
    const box = from === 0 ? (isLast ? 'all' : 'first') : isLast ? 'more' : 'middle';
    const key = `${documentId}#${from}`;
    trays.push({ kind: 'tray', key, document, scenes: part, from, part: box });
  }
  return trays;
};

/** The same as rows of so many cards; scenes stand in a tray below the row of their chapter. */
export const cardRows = (
  documents: readonly DocumentInfo[],
  columns: number,
  scenes: ShownScenes = noScenes,
): BoardRow[] => {
  const volumes = volumesOf(documents);
  return volumes.flatMap(({ row, documents: chapters }) => {
    const rows: BoardRow[] = volumes.length <= 1 ? [] : [row];
    for (let from = 0; from < chapters.length; from += columns) {
      const cards = chapters.slice(from, from + columns);
      rows.push({ kind: 'cards', key: `cards:${cards[0]?.documentId ?? ''}`, documents: cards });
      for (const card of cards) rows.push(...traysOf(card, columns, scenes));
    }
    return rows;
  });
};

/** What is said of the whole book before its chapters. */
export const summaryOf = (documents: readonly DocumentInfo[]) => ({
  chapters: documents.length,
  words: documents.reduce((sum, { wordCount }) => sum + wordCount, 0),
  done: documents.filter(({ status }) => status === 'done').length,
  without: documents.filter(({ synopsis }) => synopsis === '').length,
});

/** The chapter `by` places further in binder order; the same at either end. */
export const neighbourOf = (
  documents: readonly DocumentInfo[],
  documentId: string,
  by: number,
): string => {
  const index = documents.findIndex((document) => document.documentId === documentId);
  const to = Math.max(0, Math.min(documents.length - 1, index + by));
  return documents[to]?.documentId ?? documentId;
};

/** The chapter or scene `by` lines further in the outline; the same at either end. */
export const lineAfter = (rows: readonly OutlineRow[], cell: Cell, by: number): Cell => {
  const { field } = cell;
  const stops = rows.flatMap((row): Cell[] => {
    if (row.kind === 'volume') return [];
    const { documentId } = row.document;
    return row.kind === 'scene'
      ? [{ documentId, field: isSceneField(field) ? field : 'pointOfView', scene: row.index }]
      : [{ documentId, field: cell.field }];
  });
  const at = stops.findIndex(
    ({ documentId, scene }) => documentId === cell.documentId && scene === cell.scene,
  );
  return stops[Math.max(0, Math.min(stops.length - 1, at + by))] ?? cell;
};
