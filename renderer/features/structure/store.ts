/** Where the focus is in the views of the whole book. */
import { create } from 'zustand';
import type { BookView } from '#renderer/app/book-view.ts';
import { foldAway } from '#renderer/app/folds.ts';
import { useSession } from '#renderer/app/session.ts';
import { type Column, columns } from './columns.ts';

/** What of a chapter is edited in these views. */
export const fields = ['title', 'synopsis', 'status', 'pointOfView', 'labels', 'wordGoal'] as const;
export type Field = (typeof fields)[number];
export const isField = (column: Column): column is Field =>
  fields.some((field) => field === column);

/** What of a scene. */
export const sceneFields = ['title', 'synopsis', 'status', 'pointOfView', 'wordGoal'] as const;
export type SceneField = (typeof sceneFields)[number];
export const isSceneField = (field: Field): field is SceneField => field !== 'labels';

/** `scene`: one of the chapter's scenes, by its place among them; behind them those without a place. */
export type Cell = { documentId: string; field: Field; scene?: number };

type StructureState = {
  cell: Cell | null;
  isEditing: boolean;
  /** The cell is another as its own is gone: who is elsewhere stays there. */
  isPassed: boolean;
  /** Those of the outline, as far as there is room. */
  columns: readonly Column[];
};

export const useStructure = create<StructureState>()(() => ({
  ...{ cell: null, isEditing: false, isPassed: false, columns },
}));

/** Folds a volume of the outline away, or shows its chapters. */
export const foldVolume = (group: string, isFolded: boolean): void =>
  foldAway('outline', group, isFolded);

/** What of a chapter can be edited in the columns that are shown. */
export const shownFields = (): Field[] => useStructure.getState().columns.filter(isField);

/** Of a column that goes away, the title has the focus. */
export const showColumns = (shown: readonly Column[]): void =>
  useStructure.setState(({ cell, columns: before }) => ({
    // The same columns are no news to whoever draws by them.
    columns: before.join() === shown.join() ? before : shown,
    ...(cell && !shown.includes(cell.field)
      ? { cell: { ...cell, field: 'title' as const }, isEditing: false }
      : {}),
  }));

/** A view begins where the one before was left, else with the open chapter. */
export function startView(view: BookView): void {
  const { documentId, project } = useSession.getState();
  const documents = project?.documents ?? [];
  const field = view === 'corkboard' ? 'synopsis' : 'title';
  useStructure.setState(({ cell }) => {
    // The page may show a chapter that another window deleted.
    const known = [cell?.documentId, documentId].find((id) =>
      documents.some((one) => one.documentId === id),
    );
    const at = known ?? documents[0]?.documentId;
    const state = { isEditing: false, isPassed: false };
    return { ...state, cell: at === undefined ? null : { documentId: at, field } };
  });
}

/** The next look begins with the chapter that is open then. */
export const forgetCell = (): void => useStructure.setState({ cell: null, isEditing: false });

export const focusCell = (cell: Cell): void =>
  useStructure.setState({ cell, isEditing: false, isPassed: false });

/** In place of one that is gone, with whatever was being written in it. */
export const passCell = (cell: Cell): void =>
  useStructure.setState({ cell, isEditing: false, isPassed: true });

/** What is written in is seen. */
export function editCell(cell: Cell): void {
  const { project } = useSession.getState();
  const document = project?.documents.find(({ documentId }) => documentId === cell.documentId);
  if (document) foldVolume(document.group, false);
  useStructure.setState({ cell, isEditing: true, isPassed: false });
}

/** Back from a cell's field to the cell. */
export const stopEditing = (): void => useStructure.setState({ isEditing: false });
