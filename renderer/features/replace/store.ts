import { create } from 'zustand';
import { openDialog } from '#renderer/app/dialogs.ts';

export type ReplaceMode = 'text' | 'rename';

type ReplaceState = {
  mode: ReplaceMode;
  /** What the dialog begins with; the find bar hands its own words over. */
  query: string;
  replacement: string;
  /** The way back from the last replacement of this sitting. */
  undoId: string | null;
  /** How far a replacement or its undo is; null when none is under way. */
  progress: { step: 'replacing' | 'takingBack'; done: number; total: number } | null;
};

export const useReplace = create<ReplaceState>()(() => ({
  mode: 'text',
  query: '',
  replacement: '',
  undoId: null,
  progress: null,
}));

/** Opens the whole book's search, with these words where somebody has looked for them already. */
export const openReplace = (
  words: Partial<Pick<ReplaceState, 'query' | 'replacement' | 'mode'>> = {},
): void => {
  useReplace.setState({ mode: 'text', ...words });
  openDialog('replace');
};
