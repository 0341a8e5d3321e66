/** Which constraints a model is asked about: those no exact rule covers, as far as fences let them go. */
import type { Constraint } from '#shared/domain/constraint.ts';
import type { Fence } from '#shared/domain/fence.ts';
import type { FenceView } from '#main/context/engine/service.ts';
import type { JudgeInput } from './judge-input.ts';

export type Questions = {
  /** What a model is to judge by. */
  asked: Constraint[];
  /** What no model may see, or not of this text. */
  neverSent: Constraint[];
};

export type ConstraintsView = Pick<FenceView, 'allowsConstraint' | 'openSince'>;

/**
 * The constraints a model is to judge by, of those no exact rule covers. Fences hold for this model as for the one that
 * writes (N3): a constraint closed to a request made for this chapter is not asked about, nor is one that names an entry
 * that is never sent, nor, unless the writer wrote it, one that names an entry hidden here. With the chapter's mark
 * "never send", or such a name in the text, there is nothing to ask.
 */
export const constraintsToAsk = (
  { constraints, entities, findNames, text }: JudgeInput,
  needsModel: readonly string[],
  chapterFence: Fence | null,
  view: ConstraintsView,
): Questions => {
  const unsendable = new Set(
    entities.filter(({ fence }) => fence?.neverSend).map(({ entityId }) => entityId),
  );
  const isNamed = (searched: string): boolean =>
    unsendable.size > 0 && findNames(searched).some(({ entityId }) => unsendable.has(entityId));
  const isTextKept = chapterFence?.neverSend === true || isNamed(text);
  const isKept = (one: Constraint): boolean => isTextKept || !view.allowsConstraint(one);
  const asked: Constraint[] = [];
  const neverSent: Constraint[] = [];
  for (const constraint of constraints) {
    if (!needsModel.includes(constraint.constraintId)) continue;
    (isKept(constraint) ? neverSent : asked).push(constraint);
  }
  return { asked: text.trim() === '' ? [] : asked, neverSent };
};
