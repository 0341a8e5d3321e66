/** What can be asked for; ids are fixed by the contract. */
export const skillIds = [
  'continue',
  'rewrite',
  'polish',
  'expand',
  'condense',
  'dialogue',
  'brainstorm',
  'consistency-check',
] as const;
export type SkillId = (typeof skillIds)[number];

/** Null for a skill this version has no name for. */
export const knownSkill = (id: string): SkillId | null =>
  skillIds.find((skill) => skill === id) ?? null;
