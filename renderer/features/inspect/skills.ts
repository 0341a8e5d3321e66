import { type BuiltinSkill, builtinSkills } from '#shared/domain/skill.ts';

/** Null for a skill this version has no name for. */
export const knownSkill = (id: string): BuiltinSkill | null =>
  builtinSkills.find((skill) => skill === id) ?? null;
