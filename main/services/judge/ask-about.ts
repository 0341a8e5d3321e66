import type { Constraint } from '#shared/domain/constraint.ts';
import type { Fence } from '#shared/domain/fence.ts';
import type { JudgeMaterial } from './material.ts';

export type Questions = {
  /** What a model is to judge by. */
  asked: Constraint[];
  /** What no model may see, or not of this text. */
  withheld: Constraint[];
};

/**
 * The constraints a model is to judge by, of those no exact rule covers. What is never to be sent is kept from this
 * model, too (N3): such constraints, and with the chapter's mark or such a name in the text the text itself, which
 * leaves nothing to ask.
 */
export const constraintsToAsk = (
  { constraints, entities, findNames, text }: JudgeMaterial,
  needsModel: readonly string[],
  chapterFence: Fence | null,
): Questions => {
  const unsendable = new Set(
    entities.filter(({ fence }) => fence?.neverSend).map(({ entityId }) => entityId),
  );
  const isNamed = (searched: string): boolean =>
    unsendable.size > 0 && findNames(searched).some(({ entityId }) => unsendable.has(entityId));
  const isTextKept = chapterFence?.neverSend === true || isNamed(text);
  const asked: Constraint[] = [];
  const withheld: Constraint[] = [];
  for (const constraint of constraints) {
    if (!needsModel.includes(constraint.constraintId)) continue;
    const isKept = isTextKept || constraint.fence?.neverSend === true || isNamed(constraint.text);
    (isKept ? withheld : asked).push(constraint);
  }
  return { asked: text.trim() === '' ? [] : asked, withheld };
};
