import { create } from 'zustand';
import type { SkillInfo } from '#shared/domain/skill.ts';

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

export const setInstruction = (instruction: string): void => useAsking.setState({ instruction });
