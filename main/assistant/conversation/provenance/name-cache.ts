/** Remembers which entries a message names. */
import { LRUCache } from 'lru-cache';
import type { FenceView } from '#main/context/engine/service.ts';

/** Messages whose names are remembered: those of a few long conversations. */
const remembered = 20_000;

/** Which entries a message names, looked for again only when the codex has changed. */
export type NamesOf = (
  messageId: string,
  view: Pick<FenceView, 'names' | 'namesIn'>,
  words: () => string,
) => readonly string[];

export const createNameCache = (): NamesOf => {
  const known = new LRUCache<string, { names: object; keys: readonly string[] }>({
    max: remembered,
  });
  return (messageId, view, words) => {
    const { names } = view;
    const before = known.get(messageId);
    if (before?.names === names) return before.keys;
    const keys = view.namesIn(words());
    known.set(messageId, { names, keys });
    return keys;
  };
};

/** Keys of the entries a text names whose names must not be shown. */
export const hiddenNamesOf = (
  view: Pick<FenceView, 'hidesNames' | 'namesIn' | 'closed'>,
  text: string,
): string[] => {
  if (!view.hidesNames) return [];
  const closed = view.closed();
  return view.namesIn(text).filter((key) => closed.has(key));
};
