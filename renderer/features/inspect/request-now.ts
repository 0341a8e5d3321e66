import type { AssembleRequest } from '#shared/contract/context.ts';
import { useAsking } from '#renderer/app/asking.ts';
import { type SessionState, useSession } from '#renderer/app/session.ts';

/** Dropped items the writer lets in, and items left out. */
export type Choices = { admit: readonly string[]; mute: readonly string[] };

/**
 * What would be asked at the caret or for the selection (S3-29); null while no chapter is open. The offsets speak
 * about the saved text: call it right after `flushEdits()`.
 * @param instruction what stands in the field, unless other words are given
 */
export function requestNow(
  { admit, mute }: Choices,
  instruction = useAsking.getState().instruction,
): AssembleRequest | null {
  const { project, documentId, cursor, selection } = useSession.getState();
  if (project === null || documentId === null) return null;
  const { skills, skillId } = useAsking.getState();
  const takesPassage = skills?.find((one) => one.skillId === skillId)?.passage !== 'none';
  const additionalInput = instruction.trim();
  return {
    projectId: project.projectId,
    documentId,
    cursorPosition: cursor,
    skillId,
    ...(takesPassage && selection.end > selection.start ? { selection } : {}),
    ...(additionalInput === '' ? {} : { additionalInput }),
    ...(admit.length === 0 ? {} : { admit: [...admit] }),
    ...(mute.length === 0 ? {} : { mute: [...mute] }),
  };
}

/** Whether another place is asked for, or another text of it. */
export const isElsewhere = (now: SessionState, before: SessionState): boolean =>
  now.project !== before.project ||
  now.documentId !== before.documentId ||
  now.cursor !== before.cursor ||
  now.selection.start !== before.selection.start ||
  now.selection.end !== before.selection.end ||
  now.savedVersion !== before.savedVersion ||
  now.saveState !== before.saveState;
