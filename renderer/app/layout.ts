import { create } from 'zustand';
import { z } from 'zod';
import { useBookView } from './book-view.ts';
import { makeRoomForDock } from './page-place.ts';

/** A panel of the dock that may stand beside the page instead. */
export const BesidePanel = z.enum(['codex', 'notes']);
export type BesidePanel = z.infer<typeof BesidePanel>;

/** What stands beside the page (W5): another chapter, to be read, or a panel. */
export const Beside = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('chapter'), documentId: z.string() }),
  z.object({ kind: z.literal('panel'), id: BesidePanel }),
]);
export type Beside = z.infer<typeof Beside>;

const defaultBesideWidth = 480;

/** What of the layout is remembered in `settings.layout.desk`. Widths in px. */
export const RememberedLayout = z.object({
  binderOpen: z.boolean(),
  dockOpen: z.boolean(),
  dockPanel: z.string(),
  binderWidth: z.number().min(160).max(480),
  dockWidth: z.number().min(280).max(900),
  besideWidth: z.number().min(280).max(1600).default(defaultBesideWidth),
  /** Names of the outline's columns that are shown; null while the writer has chosen none. */
  outlineColumns: z.array(z.string().max(40)).max(40).nullable().default(null),
  /** The binder's list of what concerns the whole book; null while the writer has neither folded nor unfolded it. */
  wholeBookOpen: z.boolean().nullable().default(null),
});
export type RememberedLayout = z.infer<typeof RememberedLayout>;

/** What can stand at the sides of the page. */
export type SideColumn = 'binder' | 'beside' | 'dock';

export type LayoutState = RememberedLayout & {
  /** Null while the page has no companion. */
  beside: Beside | null;
  /** Only the page. */
  focusMode: boolean;
  /** How many side columns the window has room for; where more are open they take turns. */
  room: number;
  /** Whose turn it is: the one asked for last stands last. */
  turns: readonly SideColumn[];
};

type LayoutActions = {
  toggleBinder(): void;
  toggleDock(): void;
  toggleFocusMode(): void;
  /** Puts something beside the page, or takes away what stands there. */
  showBeside(beside: Beside | null): void;
  /**
   * Shows a panel: where it stands beside the page already, else in the dock, which opens on that tab; the codex lines
   * of the binder and commands use it. The page comes back where nothing can stand beside what took its place.
   */
  showPanel(id: string): void;
  /** Changes the chosen tab without opening the dock. */
  choosePanel(id: string): void;
  setWidths(widths: Partial<Pick<LayoutState, 'binderWidth' | 'dockWidth' | 'besideWidth'>>): void;
  setOutlineColumns(columns: readonly string[]): void;
  setWholeBookOpen(wholeBookOpen: boolean): void;
  setRoom(room: number): void;
  restore(layout: RememberedLayout): void;
};

export const defaultLayout: LayoutState = {
  binderOpen: true,
  dockOpen: true,
  dockPanel: 'inspect',
  binderWidth: 264,
  dockWidth: 384,
  besideWidth: defaultBesideWidth,
  outlineColumns: null,
  wholeBookOpen: null,
  beside: null,
  focusMode: false,
  room: 3,
  turns: ['beside', 'dock', 'binder'],
};

/** Which side columns show. Nothing ever lies over the text: where there is no room for all, the last asked for show. */
export function visibleColumns(layout: LayoutState): Record<SideColumn, boolean> {
  const { binderOpen, dockOpen, beside, focusMode, room, turns } = layout;
  const open = { binder: binderOpen, dock: dockOpen, beside: beside !== null };
  const shown = focusMode ? [] : turns.filter((column) => open[column]).slice(-room);
  return {
    binder: shown.includes('binder'),
    dock: shown.includes('dock'),
    beside: shown.includes('beside'),
  };
}

/** What is asked for shows. */
const withTurn = ({ turns }: LayoutState, column: SideColumn) => ({
  turns: [...turns.filter((one) => one !== column), column],
  focusMode: false,
});

const withDock = (layout: LayoutState) => ({ dockOpen: true, ...withTurn(layout, 'dock') });

const toggled = (layout: LayoutState, column: 'binder' | 'dock'): Partial<LayoutState> => {
  const open = !visibleColumns(layout)[column];
  const key = column === 'binder' ? 'binderOpen' : 'dockOpen';
  return open ? { [key]: true, ...withTurn(layout, column) } : { [key]: false, focusMode: false };
};

/** Views of the whole book stand in place of the page and of what is beside it. */
const isBeside = ({ beside }: LayoutState, id: string): boolean =>
  beside?.kind === 'panel' && beside.id === id && useBookView.getState().view === null;

export const useLayout = create<LayoutState & LayoutActions>()((set) => ({
  ...defaultLayout,
  toggleBinder: () => set((layout) => toggled(layout, 'binder')),
  toggleDock: () => {
    const hadRoom = makeRoomForDock();
    set((layout) => (hadRoom ? toggled(layout, 'dock') : withDock(layout)));
  },
  toggleFocusMode: () => set((layout) => ({ focusMode: !layout.focusMode })),
  showBeside: (beside) =>
    set((layout) => ({ beside, ...(beside === null ? {} : withTurn(layout, 'beside')) })),
  showPanel: (dockPanel) => {
    makeRoomForDock();
    set((layout) =>
      isBeside(layout, dockPanel) ? withTurn(layout, 'beside') : { dockPanel, ...withDock(layout) },
    );
  },
  choosePanel: (dockPanel) => set({ dockPanel }),
  setWidths: (widths) => set(widths),
  setOutlineColumns: (columns) => set({ outlineColumns: [...columns] }),
  setWholeBookOpen: (wholeBookOpen) => set({ wholeBookOpen }),
  setRoom: (room) => set({ room }),
  restore: (layout) => set(layout),
}));
