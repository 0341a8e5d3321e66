import { createLongerHanNames, type LongerHanNames, mayBeginLonger } from '../longer-han-name.ts';
import type { ReplaceParts } from './parts.ts';
import { readChapters } from './read-chapters.ts';
import { createTurns } from '../take-turns.ts';

/** What the whole book tells of longer names that these begin: read only for names that may. An aborted `signal` throws its reason. */
export const readLonger = async (
  { documents, knowledge }: Pick<ReplaceParts, 'documents' | 'knowledge'>,
  projectId: string,
  names: readonly string[],
  signal?: AbortSignal,
): Promise<LongerHanNames> => {
  const others = knowledge
    .listEntities(projectId)
    .flatMap(({ name, aliases }) => [name, ...aliases]);
  const longer = createLongerHanNames({ names, others }, knowledge.isOrdinaryWord);
  if (!names.some(mayBeginLonger)) return longer;
  const takeTurns = createTurns(signal);
  for await (const { text } of readChapters(documents, projectId, signal)) {
    if (text !== null) longer.read(text);
    await takeTurns();
  }
  return longer;
};
