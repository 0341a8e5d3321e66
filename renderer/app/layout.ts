import { create } from 'zustand';

/** Widths in px. */
type LayoutState = {
  binderOpen: boolean;
  dockOpen: boolean;
  dockPanel: string;
  binderWidth: number;
  dockWidth: number;
  /** Only the page. */
  focusMode: boolean;
  /** Too narrow for three columns: the dock lies over the page. */
  narrow: boolean;
};

type LayoutActions = {
  toggleBinder(): void;
  toggleDock(): void;
  toggleFocusMode(): void;
  /** Opens the dock on that tab; the codex lines of the binder and commands use it. */
  showPanel(id: string): void;
  setWidths(widths: Partial<Pick<LayoutState, 'binderWidth' | 'dockWidth'>>): void;
};

export const defaultLayout: LayoutState = {
  binderOpen: true,
  dockOpen: true,
  dockPanel: 'inspect',
  binderWidth: 232,
  dockWidth: 384,
  focusMode: false,
  narrow: false,
};

export const useLayout = create<LayoutState & LayoutActions>()((set) => ({
  ...defaultLayout,
  toggleBinder: () =>
    set((layout) =>
      layout.focusMode
        ? { focusMode: false, binderOpen: true }
        : { binderOpen: !layout.binderOpen },
    ),
  toggleDock: () =>
    set((layout) =>
      layout.focusMode ? { focusMode: false, dockOpen: true } : { dockOpen: !layout.dockOpen },
    ),
  toggleFocusMode: () => set((layout) => ({ focusMode: !layout.focusMode })),
  showPanel: (dockPanel) => set({ dockPanel, dockOpen: true, focusMode: false }),
  setWidths: (widths) => set(widths),
}));
