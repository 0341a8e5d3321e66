import { create } from 'zustand';
import type { Output } from '#shared/contract/index.ts';
import { openDialog } from '#renderer/app/dialogs.ts';
import type { Job } from '#shared/domain/job.ts';

/** Among long work. */
export const replaceKinds = ['replace', 'undoReplace'] as const;

export const isReplacing = ({ kind }: Job): boolean => replaceKinds.some((one) => one === kind);

export type ReplaceMode = 'text' | 'rename';

type ReplaceState = {
  mode: ReplaceMode;
  /** What the dialog begins with; the find bar hands its own words over. */
  query: string;
  replacement: string;
  /** The way back from the last replacement that was not taken back. */
  undoId: string | null;
  /** What the last undo left as it is: it was reworded since. */
  left: Output<'manuscript:undo'>['changed'];
  /** How far a replacement or its undo is; null when none is under way. */
  progress: { step: 'replacing' | 'takingBack'; done: number; total: number } | null;
};

export const useReplace = create<ReplaceState>()(() => ({
  mode: 'text',
  query: '',
  replacement: '',
  undoId: null,
  left: [],
  progress: null,
}));

/** Opens the whole book's search, with these words where somebody has looked for them already. */
export const openReplace = (
  words: Partial<Pick<ReplaceState, 'query' | 'replacement' | 'mode'>> = {},
): void => {
  useReplace.setState({ mode: 'text', ...words });
  openDialog('replace');
};
