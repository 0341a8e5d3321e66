import { create } from 'zustand';
import type { Output } from '#shared/contract/index.ts';
import { openDialog } from '#renderer/app/dialogs.ts';
import type { Job } from '#shared/domain/job.ts';
import { noSearch, otherSearch, searchFor, type TextSearch } from './text-search.ts';

/** Among long work. */
export const replaceKinds = ['replace', 'undoReplace'] as const;

export const isReplacing = ({ kind }: Job): boolean => replaceKinds.some((one) => one === kind);

export type ReplaceMode = 'text' | 'rename';

type ReplaceState = {
  mode: ReplaceMode;
  /** What is looked for; it stays while its book is open. */
  text: TextSearch;
  /** The key of the place that was looked at last; null for none. */
  current: string | null;
  /** The way back from the last replacement that was not taken back. */
  undoId: string | null;
  /** What the last undo left as it is: it was reworded since. */
  left: Output<'manuscript:undo'>['changed'];
  /** How far a replacement or its undo is; null when none is under way. */
  progress: { step: 'replacing' | 'takingBack'; done: number; total: number } | null;
};

export const useReplace = create<ReplaceState>()(() => ({
  mode: 'text',
  text: noSearch,
  current: null,
  undoId: null,
  left: [],
  progress: null,
}));

/** Opens the whole book's search as it was left, or with these words where somebody has looked for them already. */
export const openReplace = (
  words: { mode?: ReplaceMode; query?: string; replacement?: string } = {},
): void => {
  const { mode = 'text' } = words;
  useReplace.setState(({ text }) => ({ mode, text: searchFor(text, words) }));
  openDialog('replace');
};

export const changeSearch = (part: Partial<TextSearch>): void =>
  useReplace.setState(({ text }) => ({ text: { ...text, ...part } }));

/** That search is carried out; what was filled in since is another one. */
export const endSearch = ({ query, replacement }: TextSearch): void =>
  useReplace.setState(({ text }) =>
    text.query === query && text.replacement === replacement ? { text: otherSearch(text) } : {},
  );

export const forgetSearch = (): void => useReplace.setState({ text: noSearch, current: null });
