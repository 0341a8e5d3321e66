import { create } from 'zustand';
import { usePreferences } from '#renderer/app/preferences.ts';
import { useSession } from '#renderer/app/session.ts';
import { createSpellingWorker, type SpellingWorker } from './ask-worker.ts';
import { createKnownWords } from '#shared/spelling/known-words.ts';
import type { Variant } from '#shared/spelling/dictionary.ts';

export type Offer = {
  word: string;
  from: number;
  to: number;
  /** Null where it is not known what may have been meant. */
  suggestions: readonly string[] | null;
};

type SpellingState = {
  /** Words the writer taught the open book. */
  taught: readonly string[];
  /** Names of its codex. */
  names: readonly string[];
  isKnown: (word: string) => boolean;
  /** The misspelt word that the menu of the page speaks of, and what may have been meant; null where it speaks of none. */
  offered: Offer | null;
  worker: SpellingWorker;
};

const nothing = { taught: [], names: [], isKnown: createKnownWords([], []) } as const;

export const useSpelling = create<SpellingState>()(() => ({
  ...nothing,
  offered: null,
  worker: createSpellingWorker(
    () => new Worker(new URL('./spelling.worker.ts', import.meta.url), { type: 'module' }),
  ),
}));

export const setKnown = (known: Partial<Pick<SpellingState, 'taught' | 'names'>>): void =>
  useSpelling.setState((state) => {
    const { taught, names } = { ...state, ...known };
    return { taught, names, isKnown: createKnownWords(taught, names) };
  });

export const forgetKnown = (): void => useSpelling.setState(nothing);

/** By whose spelling the open book is checked; null while it is not, as any book that is not in English. */
export const variantNow = (): Variant | null => {
  const { spelling } = usePreferences.getState().settings.editor;
  const { project } = useSession.getState();
  return spelling === 'off' || project?.language !== 'en' ? null : spelling;
};

export const setOffer = (offered: Offer | null): void => useSpelling.setState({ offered });
