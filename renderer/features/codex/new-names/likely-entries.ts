import type { Entity } from '#shared/domain/knowledge.ts';
import { foldText, holdsWords } from '#renderer/i18n/fold-text.ts';

/** More are not offered at once: who looks for another one types a part of its name. */
const maxOffered = 40;

/** Characters, or words, that two names have in common. */
const partsOf = (name: string): Set<string> =>
  new Set(foldText(name).match(/\p{Script=Han}|[^\s\p{P}\p{Script=Han}]{2,}/gu) ?? []);

/** Entries that a new name may be another name of: those that share most of it first, and of the same kind. `query`: of these alone. */
export const likelyEntries = (
  name: string,
  kind: Entity['kind'],
  entities: readonly Entity[],
  query = '',
): Entity[] => {
  const parts = partsOf(name);
  const weigh = (entity: Entity): number => {
    const shared = [entity.name, ...entity.aliases].map(
      (other) => [...partsOf(other)].filter((part) => parts.has(part)).length,
    );
    return Math.max(...shared) * 2 + (entity.kind === kind ? 1 : 0);
  };
  return entities
    .filter((entity) => [entity.name, ...entity.aliases].some((one) => holdsWords(one, query)))
    .map((entity) => ({ entity, weight: weigh(entity) }))
    .toSorted((one, other) => other.weight - one.weight)
    .slice(0, maxOffered)
    .map(({ entity }) => entity);
};
