/** What is looked for where a thread may be echoed: the words of the promise with other names of what it names. */
import type { KnowledgeService } from '#main/book/knowledge/service.ts';
import type { EntityKind } from '#shared/domain/knowledge.ts';
import { sharedWords } from './echo-words.ts';

export type EchoQuestion = {
  asked: string;
  /** Who only comes again echoes nothing. */
  isPerson(word: string): boolean;
  /** How much a word tells. */
  weightOf(word: string): number;
};

/** What is told of once or twice: its name alone may be an echo. */
const telling: readonly EntityKind[] = ['item', 'event', 'concept'];
/** What the writer called the promise tells more than other words of it. */
const nameShare = 1.5;

/** @param rarityOf 0 to 1, in the book */
export const createQuestion = (
  { listEntities, matcher }: Pick<KnowledgeService, 'listEntities' | 'matcher'>,
  projectId: string,
  { name, said }: { name: string; said: readonly string[] },
  rarityOf: (word: string) => number,
): EchoQuestion => {
  const text = [name, ...said].join('\n');
  const matches = matcher(projectId).find(text);
  const met = new Set(matches.map(({ entityId }) => entityId));
  const entities = listEntities(projectId);
  const namesOf = (isWanted: (entity: (typeof entities)[number]) => boolean): Set<string> =>
    new Set(entities.filter(isWanted).flatMap((entity) => [entity.name, ...entity.aliases]));
  const things = namesOf(({ kind }) => telling.includes(kind));
  const people = namesOf(({ kind }) => kind === 'character');
  return {
    asked: [...namesOf(({ entityId }) => met.has(entityId)), text].join('\n'),
    isPerson: (word) => people.has(word),
    weightOf(word) {
      if (things.has(word)) return 1;
      return rarityOf(word) * (sharedWords(name, [word]).includes(word) ? nameShare : 1);
    },
  };
};
