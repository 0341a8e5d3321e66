import type { Constraint } from '#shared/domain/constraint.ts';
import type { Fence } from '#shared/domain/fence.ts';
import type { JudgeMaterial } from './material.ts';

/**
 * The constraints a model is to judge by, of those no exact rule covers. What is never to be sent is kept from this
 * model, too (N3): such constraints, and with the chapter's mark or such a name in the text the text itself, which
 * leaves nothing to ask.
 */
export const constraintsToAsk = (
  { constraints, entities, findNames, text }: JudgeMaterial,
  needsModel: readonly string[],
  chapterFence: Fence | null,
): Constraint[] => {
  const unsendable = new Set(
    entities.filter(({ fence }) => fence?.neverSend).map(({ entityId }) => entityId),
  );
  const isNamed = (searched: string): boolean =>
    unsendable.size > 0 && findNames(searched).some(({ entityId }) => unsendable.has(entityId));
  if (text.trim() === '' || chapterFence?.neverSend || isNamed(text)) return [];
  return constraints.filter(
    ({ constraintId, fence, text: words }) =>
      needsModel.includes(constraintId) && !fence?.neverSend && !isNamed(words),
  );
};
