import { create } from 'zustand';
import { z } from 'zod';

/** What of the layout is remembered in `settings.layout.desk`. Widths in px. */
export const RememberedLayout = z.object({
  binderOpen: z.boolean(),
  dockOpen: z.boolean(),
  dockPanel: z.string(),
  binderWidth: z.number().min(160).max(480),
  dockWidth: z.number().min(280).max(900),
});
export type RememberedLayout = z.infer<typeof RememberedLayout>;

export type LayoutState = RememberedLayout & {
  /** Only the page. */
  focusMode: boolean;
  /** Too narrow for three columns: binder and dock take turns. */
  narrow: boolean;
  /** Whose turn it is while narrow. */
  lastOpened: 'binder' | 'dock';
};

type LayoutActions = {
  toggleBinder(): void;
  toggleDock(): void;
  toggleFocusMode(): void;
  /** Opens the dock on that tab; the codex lines of the binder and commands use it. */
  showPanel(id: string): void;
  /** Changes the chosen tab without opening the dock. */
  choosePanel(id: string): void;
  setWidths(widths: Partial<Pick<LayoutState, 'binderWidth' | 'dockWidth'>>): void;
  setNarrow(narrow: boolean): void;
  restore(layout: RememberedLayout): void;
};

export const defaultLayout: LayoutState = {
  binderOpen: true,
  dockOpen: true,
  dockPanel: 'inspect',
  binderWidth: 264,
  dockWidth: 384,
  focusMode: false,
  narrow: false,
  lastOpened: 'binder',
};

/** Which side columns show. Nothing ever lies over the text, so a narrow window shows one of them. */
export function visibleColumns(layout: LayoutState): { binder: boolean; dock: boolean } {
  if (layout.focusMode) return { binder: false, dock: false };
  const both = layout.binderOpen && layout.dockOpen;
  if (layout.narrow && both) {
    return { binder: layout.lastOpened === 'binder', dock: layout.lastOpened === 'dock' };
  }
  return { binder: layout.binderOpen, dock: layout.dockOpen };
}

const toggled = (layout: LayoutState, column: 'binder' | 'dock'): Partial<LayoutState> => {
  const open = !visibleColumns(layout)[column];
  const key = column === 'binder' ? 'binderOpen' : 'dockOpen';
  return open
    ? { [key]: true, lastOpened: column, focusMode: false }
    : { [key]: false, focusMode: false };
};

export const useLayout = create<LayoutState & LayoutActions>()((set) => ({
  ...defaultLayout,
  toggleBinder: () => set((layout) => toggled(layout, 'binder')),
  toggleDock: () => set((layout) => toggled(layout, 'dock')),
  toggleFocusMode: () => set((layout) => ({ focusMode: !layout.focusMode })),
  showPanel: (dockPanel) =>
    set({ dockPanel, dockOpen: true, focusMode: false, lastOpened: 'dock' }),
  choosePanel: (dockPanel) => set({ dockPanel }),
  setWidths: (widths) => set(widths),
  setNarrow: (narrow) => set({ narrow }),
  restore: (layout) => set(layout),
}));
