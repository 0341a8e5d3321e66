import { useEffect } from 'react';
import { create } from 'zustand';
import type { SkillInfo } from '#shared/domain/skill.ts';
import { formOf } from './form-kind.ts';
import { formDrafts, useKeptForms } from './kept-forms.ts';
import { openProjectId, useSession } from './session.ts';

type AskingState = {
  /** Null until read. */
  skills: readonly SkillInfo[] | null;
  skillId: string;
  instruction: string;
};

/** What the writer is about to ask the model for. One place, so that what is inspected is what is sent (S3-29). */
export const useAsking = create<AskingState>()(() => ({
  skills: null,
  skillId: 'continue',
  instruction: '',
}));

export const setSkill = (skillId: string): void => useAsking.setState({ skillId });

const scopeOf = (projectId: string) => ({ projectId, form: formOf('instruction', null) });

/** What the writer types is kept, as what stands in forms is, until it is sent or taken away (W10). */
export function setInstruction(instruction: string): void {
  useAsking.setState({ instruction });
  const projectId = openProjectId();
  if (projectId === undefined) return;
  if (instruction.trim() === '') formDrafts.drop(scopeOf(projectId));
  else formDrafts.tell(scopeOf(projectId), instruction);
}

function takeUpInstruction(projectId: string): void {
  const kept = formDrafts.takeUp(scopeOf(projectId));
  const isBlank = useAsking.getState().instruction.trim() === '';
  if (typeof kept === 'string' && isBlank) useAsking.setState({ instruction: kept });
}

/** An instruction is its book's: in another one it neither stands nor goes to a model. Mounted once, by the desk. */
export function useInstructionFollowing(): void {
  const projectId = useSession(({ project }) => project?.projectId);
  const isRead = useKeptForms((state) => state.projectId === projectId);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another book has another one
  useEffect(() => () => useAsking.setState({ instruction: '' }), [projectId]);
  useEffect(() => {
    if (projectId !== undefined && isRead) takeUpInstruction(projectId);
  }, [projectId, isRead]);
}
