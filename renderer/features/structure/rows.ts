/** The lines of both views of the whole book, from one list of chapters. */
import type { ShownScenes } from '#renderer/app/scene-items.ts';
import type { DocumentInfo } from '#shared/domain/project.ts';
import {
  type Lift,
  type Part,
  type ShownChapter,
  shownChapters,
  type ShownScene,
  shownScenes,
} from './lift.ts';
import { type Cell, isSceneField } from './store.ts';

/** A volume is a folder; one that is interrupted by another stands twice, as it is read. */
export type VolumeRow = {
  kind: 'volume';
  key: string;
  group: string;
  /** Its chapters; one that is held over a place is counted where it came from. */
  documents: readonly DocumentInfo[];
  /** It stands for its chapters, which have no lines. */
  isFolded: boolean;
};
export type ChapterRow = { kind: 'chapter'; key: string; document: DocumentInfo; part: Part };
/** `addAfter`: the chapter behind which the volume goes on, where a card for that stands in the row. */
export type CardsRow = { kind: 'cards'; key: string; cards: ShownChapter[]; addAfter?: string };
/** One scene of a chapter that shows its own. */
export type SceneRow = { kind: 'scene'; key: string } & ShownScene;
/** Some scenes of a chapter, as cards below its own. */
export type TrayRow = {
  kind: 'tray';
  key: string;
  scenes: readonly ShownScene[];
  /** Which part it is of the box that all rows of the chapter's scenes are. */
  part: 'all' | 'first' | 'middle' | 'more';
};
export type OutlineRow = VolumeRow | ChapterRow | SceneRow;
export type BoardRow = VolumeRow | CardsRow | TrayRow;

const noScenes: ShownScenes = { scenes: new Map(), lost: new Map(), open: new Set() };

const keyOf = (part: Part, key: string): string => (part === 'hole' ? `hole:${key}` : key);

type Volume = { row: VolumeRow & { documents: DocumentInfo[] }; chapters: ShownChapter[] };

const volumesOf = (chapters: readonly ShownChapter[]): Volume[] => {
  // What is held over a place is counted where it came from, until it is put down.
  const hasHole = chapters.some(({ part }) => part === 'hole');
  const volumes: Volume[] = [];
  for (const chapter of chapters) {
    const { group, document, part } = chapter;
    let last = volumes.at(-1);
    if (last?.row.group !== group) {
      const key = keyOf(part, `volume:${document.documentId}`);
      last = { row: { kind: 'volume', key, group, documents: [], isFolded: false }, chapters: [] };
      volumes.push(last);
    }
    last.chapters.push(chapter);
    if (part === 'lifted' && hasHole) continue;
    last.row.documents.push(document);
  }
  return volumes;
};

/**
 * A line for every volume and every chapter; a book without folders has no line for its only volume.
 * @param folded volumes whose chapters have none, by their folders
 */
export const outlineRows = (
  documents: readonly DocumentInfo[],
  scenes: ShownScenes = noScenes,
  lift: Lift | null = null,
  folded: ReadonlySet<string> = new Set(),
): OutlineRow[] => {
  const volumes = volumesOf(shownChapters(documents, lift));
  const isPlain = volumes.length <= 1;
  const linesOf = ({ document, part }: ShownChapter): OutlineRow[] => [
    { kind: 'chapter', key: keyOf(part, document.documentId), document, part },
    ...shownScenes({ ...scenes, documents }, document, lift).map((scene) => ({
      ...{ kind: 'scene' as const, ...scene },
      key: keyOf(scene.part, `${scene.document.documentId}#${scene.index}`),
    })),
  ];
  return volumes.flatMap(({ row, chapters }): OutlineRow[] => {
    if (isPlain) return chapters.flatMap(linesOf);
    // What is held may be put down anywhere.
    if (lift === null && folded.has(row.group)) return [{ ...row, isFolded: true }];
    return [row, ...chapters.flatMap(linesOf)];
  });
};

export const volumeLineOf = (
  rows: readonly OutlineRow[],
  documentId: string,
): VolumeRow | undefined =>
  rows.find(
    (row): row is VolumeRow =>
      row.kind === 'volume' && row.documents.some((document) => document.documentId === documentId),
  );

/** The line that stands for a chapter whose volume is folded. */
export const foldedLineOf = (
  rows: readonly OutlineRow[],
  documentId: string,
): VolumeRow | undefined => {
  const volume = volumeLineOf(rows, documentId);
  return volume?.isFolded === true ? volume : undefined;
};

const traysOf = (
  { documentId }: DocumentInfo,
  shown: readonly ShownScene[],
  columns: number,
): TrayRow[] => {
  const trays: TrayRow[] = [];
  for (let from = 0; from < shown.length; from += columns) {
    const scenes = shown.slice(from, from + columns);
    const isLast = from + columns >= shown.length;
    const part = from === 0 ? (isLast ? 'all' : 'first') : isLast ? 'more' : 'middle';
    trays.push({ kind: 'tray', key: `${documentId}#${from}`, scenes, part });
  }
  return trays;
};

/** The same as rows of so many cards; scenes stand in a tray below the row of their chapter. */
export const cardRows = (
  documents: readonly DocumentInfo[],
  columns: number,
  scenes: ShownScenes = noScenes,
  lift: Lift | null = null,
): BoardRow[] => {
  const volumes = volumesOf(shownChapters(documents, lift));
  return volumes.flatMap(({ row, chapters }) => {
    const rows: BoardRow[] = volumes.length <= 1 ? [] : [row];
    for (let from = 0; from < chapters.length; from += columns) {
      const cards = chapters.slice(from, from + columns);
      const [first] = cards;
      rows.push({
        kind: 'cards',
        key: keyOf(first?.part ?? null, `cards:${first?.document.documentId ?? ''}`),
        cards,
      });
      for (const { document } of cards) {
        rows.push(
          ...traysOf(document, shownScenes({ ...scenes, documents }, document, lift), columns),
        );
      }
    }
    return rows;
  });
};

const lastOf = (cards: readonly ShownChapter[]): string | undefined =>
  cards.findLast(({ part }) => part === null)?.document.documentId;

/** The same with a card at the end of each volume that makes a chapter there; the volume's last row has room for it, or it gets one. */
export const withAddCards = (rows: readonly BoardRow[], columns: number): BoardRow[] => {
  const all = [...rows];
  const ends = rows.flatMap((row, at) => (row.kind === 'volume' && at > 0 ? [at] : []));
  for (const end of [...ends, rows.length].toReversed()) {
    const at = all.findLastIndex((row, index) => index < end && row.kind === 'cards');
    const row = all[at];
    if (row?.kind !== 'cards') continue;
    const addAfter = lastOf(row.cards);
    if (addAfter === undefined) continue;
    if (row.cards.length < columns) all[at] = { ...row, addAfter };
    else all.splice(end, 0, { kind: 'cards', key: `add:${addAfter}`, cards: [], addAfter });
  }
  return all;
};

/** The row to bring into sight for another: the very first where nothing but a volume's line stands above it. */
export const rowInSight = (rows: readonly (OutlineRow | BoardRow)[], index: number): number =>
  rows.slice(0, index).every(({ kind }) => kind === 'volume') ? 0 : index;

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

/** The chapter or scene `by` lines further in the outline, of a folded volume its first chapter; the same at either end. */
export const lineAfter = (rows: readonly OutlineRow[], cell: Cell, by: number): Cell => {
  const { field } = cell;
  const stops = rows.flatMap((row): Cell[] => {
    if (row.kind === 'volume') {
      const [first] = row.isFolded ? row.documents : [];
      return first === undefined ? [] : [{ documentId: first.documentId, field }];
    }
    const { documentId } = row.document;
    return row.kind === 'scene'
      ? [{ documentId, field: isSceneField(field) ? field : 'pointOfView', scene: row.index }]
      : [{ documentId, field }];
  });
  const [standing] = foldedLineOf(rows, cell.documentId)?.documents ?? [];
  const from: Pick<Cell, 'documentId' | 'scene'> = standing ?? cell;
  const at = stops.findIndex(
    ({ documentId, scene }) => documentId === from.documentId && scene === from.scene,
  );
  return stops[Math.max(0, Math.min(stops.length - 1, at + by))] ?? cell;
};
