import type { EditorView } from '@codemirror/view';
import { create } from 'zustand';

type SelectionState = {
  /** The page; null while none is shown. */
  view: EditorView | null;
  /** The small bar is wanted for the text selected now; where it stands is the bar's own matter. */
  barShown: boolean;
  /** The bar was asked for by key: its first button takes the focus. */
  barFocused: boolean;
  /** Where the menu of the page opens, in the window; null while it is closed. */
  menu: { x: number; y: number } | null;
};

/** The actions that stand beside selected text. */
export const useSelectionActions = create<SelectionState>()(() => ({
  view: null,
  barShown: false,
  barFocused: false,
  menu: null,
}));

export const hideBar = (): void =>
  useSelectionActions.setState({ barShown: false, barFocused: false });

/** @param focused by key, so that the keys go on in it */
export const showBar = (focused: boolean): void =>
  useSelectionActions.setState({ barShown: true, barFocused: focused });

export const openMenu = (menu: { x: number; y: number }): void =>
  useSelectionActions.setState({ menu, barShown: false, barFocused: false });

export const closeMenu = (): void => useSelectionActions.setState({ menu: null });
