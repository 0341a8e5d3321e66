import { useEffect, useState } from 'react';
import { useSession } from '#renderer/app/session.ts';
import { call } from '#renderer/rpc/index.ts';
import { minLength, type Passage, passagesOf } from './passages.ts';

/** Hits asked for at once. */
const limit = 100;
/** Pause in typing after which the book is searched, ms. */
const pause = 120;

type Found = {
  query: string;
  passages: readonly Passage[];
  /** The book may have more places than were asked for. */
  cut: boolean;
  failure: unknown;
};
const nothing: Found = { query: '', passages: [], cut: false, failure: null };

export type FoundPassages = Omit<Found, 'query'> & { searching: boolean };

/**
 * Places of the book with the words typed; `searching` until they are known.
 * @param isBeingRead the book's chapters are being made ready for it: once they are it is searched again
 */
export function usePassages(typed: string, isBeingRead = false): FoundPassages {
  const query = typed.trim();
  const projectId = useSession((session) => session.project?.projectId);
  const [found, setFound] = useState(nothing);
  const wanted = projectId !== undefined && query.length >= minLength;
  // biome-ignore lint/correctness/useExhaustiveDependencies: what it finds depends on what has been read.
  useEffect(() => {
    if (projectId === undefined || query.length < minLength) return;
    let current = true;
    const take = (answer: Partial<Found>) => {
      if (current) setFound({ ...nothing, query, ...answer });
    };
    const timer = setTimeout(() => {
      call('retrieval:search', { projectId, query, limit }).then(
        ({ items }) => {
          const cut = items.length === limit && items.at(-1)?.exact === true;
          take({ passages: passagesOf(items, query), cut });
        },
        // Without the index the palette still has commands, chapters and names; the search says why.
        (failure: unknown) => take({ failure }),
      );
    }, pause);
    return () => {
      current = false;
      clearTimeout(timer);
    };
  }, [projectId, query, isBeingRead]);
  if (!wanted) return { ...nothing, searching: false };
  // What an earlier query found stays until the new answer is here, as far as it still fits.
  const fitting = passagesThatHold(found.passages, query);
  return { ...found, searching: found.query !== query, passages: fitting };
}

const passagesThatHold = (passages: readonly Passage[], query: string): readonly Passage[] => {
  const words = query.toLowerCase();
  return passages.filter((passage) =>
    `${passage.words}${passage.after}`.toLowerCase().startsWith(words),
  );
};
