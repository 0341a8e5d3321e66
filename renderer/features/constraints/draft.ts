import { type Constraint, ConstraintText, type ConstraintType } from '#shared/domain/constraint.ts';
import type { Fence } from '#shared/domain/fence.ts';
import { draftOfFence, type FenceDraft, fenceOfDraft } from '#renderer/ui/fence-draft.ts';

export type Draft = { text: string; type: ConstraintType; fence: FenceDraft };

export const draftOf = ({ text, type, fence }: Constraint): Draft => ({
  text,
  type,
  fence: draftOfFence(fence),
});

export type DraftFault = 'empty' | 'tooLong' | 'fence';
export const longestText = 4000;

export type Reading =
  | { fault: DraftFault; value: null }
  | { fault: null; value: { text: string; type: ConstraintType; fence: Fence | null } };

/** What a draft says, or what is wrong with it. */
export const readDraft = (draft: Draft): Reading => {
  const fence = fenceOfDraft(draft.fence);
  if (fence === undefined) return { fault: 'fence', value: null };
  const text = ConstraintText.safeParse(draft.text);
  if (text.success) return { fault: null, value: { text: text.data, type: draft.type, fence } };
  return { fault: draft.text.trim() === '' ? 'empty' : 'tooLong', value: null };
};
