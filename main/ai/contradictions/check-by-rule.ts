/** Has the rules look for contradictions in a book. */
import { setImmediate as turn } from 'node:timers/promises';
import type { Draft } from './draft.ts';
import type { ContradictionDependencies } from './dependencies.ts';
import type { ReadBook } from './read-book.ts';
import type { Entities } from './rules/claim.ts';
import { type BookText, compareClaims, type FoundPlace } from './rules/compare-claims.ts';
import { readClaims } from './rules/read-claims.ts';

type Source = Omit<BookText, 'read'> & { text: string };

const sourcesOf = ({ chapters, entries }: ReadBook): Source[] => [
  ...entries.map(
    ({ entityId, summary, validFromChapter, validToChapter }): Source => ({
      ...{ source: 'entry', id: entityId, chapter: null, text: summary },
      ...{ from: validFromChapter, to: validToChapter },
    }),
  ),
  ...chapters.map(
    ({ documentId, chapter, text }): Source => ({
      ...{ source: 'chapter', id: documentId, chapter, text, from: null, to: null },
    }),
  ),
];

/** `tell` hears how many texts of all were read. Throws what `signal` aborts with. */
export const checkByRule = async (
  { knowledge, prose }: Pick<ContradictionDependencies, 'knowledge' | 'prose'>,
  { projectId, book }: { projectId: string; book: ReadBook },
  tell: (done: number, total: number) => void,
  signal: AbortSignal,
): Promise<Draft[]> => {
  const matcher = knowledge.matcher(projectId);
  const entities: Entities = new Map(
    knowledge.listEntities(projectId).map((entity) => [entity.entityId, entity]),
  );
  const sources = sourcesOf(book);
  const texts: BookText[] = [];
  for (const [at, { text, ...source }] of sources.entries()) {
    // A long book takes seconds: others have their turn in between.
    await turn();
    signal.throwIfAborted();
    tell(at, sources.length);
    const owner = source.source === 'entry' ? source.id : null;
    const read = readClaims({ text, names: matcher.find(text), owner }, entities, prose);
    texts.push({ ...source, read });
  }
  const placeOf = ({ text, start, end }: FoundPlace): Draft['places'][number] => {
    const { source = 'chapter', id = '', text: whole = '' } = sources[text] ?? {};
    return { source, id, text: whole, start, end };
  };
  return compareClaims(texts).map(({ kind, entityId, places: [first, second] }) => ({
    ...{ kind, by: 'rule' as const, entityId, message: '' },
    places: [placeOf(first), placeOf(second)],
  }));
};
