import { useEffect, useState } from 'react';
import { useSession } from '#renderer/app/session.ts';
import { call } from '#renderer/rpc/index.ts';
import { leastLength, type Passage, passagesOf } from './passages.ts';

/** Hits asked for at once. */
const limit = 100;
/** Pause in typing after which the book is searched, ms. */
const pause = 120;

type Found = { query: string; passages: readonly Passage[] };
const nothing: Found = { query: '', passages: [] };

/** Places of the book with the words typed; `searching` until they are known. */
export function usePassages(typed: string): { searching: boolean; passages: readonly Passage[] } {
  const query = typed.trim();
  const projectId = useSession((session) => session.project?.projectId);
  const [found, setFound] = useState(nothing);
  const wanted = projectId !== undefined && query.length >= leastLength;
  useEffect(() => {
    if (projectId === undefined || query.length < leastLength) return;
    let current = true;
    const take = (passages: readonly Passage[]) => {
      if (current) setFound({ query, passages });
    };
    const timer = setTimeout(() => {
      // Without the index the palette still has commands, chapters and names.
      call('retrieval:search', { projectId, query, limit }).then(
        ({ items }) => take(passagesOf(items, query)),
        () => take([]),
      );
    }, pause);
    return () => {
      current = false;
      clearTimeout(timer);
    };
  }, [projectId, query]);
  if (!wanted) return { searching: false, passages: nothing.passages };
  // What an earlier query found stays until the new answer is here, as far as it still fits.
  const fitting = passagesThatHold(found.passages, query);
  return { searching: found.query !== query, passages: fitting };
}

const passagesThatHold = (passages: readonly Passage[], query: string): readonly Passage[] => {
  const words = query.toLowerCase();
  return passages.filter((passage) =>
    `${passage.words}${passage.after}`.toLowerCase().startsWith(words),
  );
};
