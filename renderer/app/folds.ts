/** What is folded away in the lists of the open book, kept with it on this machine (W1). Everything else stands open. */
import { z } from 'zod';
import { create } from 'zustand';

/**
 * `binder`: ids of its folders; `outline`: volumes, by the names of their folders. Each has its own: who looks at one
 * volume in the table goes on anywhere beside it.
 */
type FoldingList = 'binder' | 'outline';

const none: Readonly<Record<FoldingList, ReadonlySet<string>>> = {
  binder: new Set(),
  outline: new Set(),
};

/** With the book they are of; null before one was opened. */
export const useFolds = create<typeof none & { readonly projectId: string | null }>()(() => ({
  ...none,
  projectId: null,
}));

/** Key of `settings.layout` under which it is kept what is folded away in a book. */
export const foldsKey = (projectId: string): string => `folds:${projectId}`;

const Remembered = z.object({ binder: z.array(z.string()), outline: z.array(z.string()) });
export type RememberedFolds = z.infer<typeof Remembered>;

export function rememberedFolds(): RememberedFolds {
  const { binder, outline } = useFolds.getState();
  return { binder: [...binder], outline: [...outline] };
}

/** As it was left with this book; nothing is folded where that cannot be read. */
export function restoreFolds(projectId: string, stored: unknown): void {
  const { data } = Remembered.safeParse(stored);
  const folds = data && { binder: new Set(data.binder), outline: new Set(data.outline) };
  useFolds.setState({ projectId, ...(folds ?? none) });
}

export const setFolded = (list: FoldingList, folded: ReadonlySet<string>): void =>
  useFolds.setState({ [list]: folded });

/** Folds one away, or shows what is in it. */
export function foldAway(list: FoldingList, id: string, isFolded: boolean): void {
  const folded = new Set(useFolds.getState()[list]);
  if (isFolded) folded.add(id);
  else folded.delete(id);
  setFolded(list, folded);
}
