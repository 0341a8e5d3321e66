import type { Skill as SkillFile } from '#shared/domain/skill.ts';

/** What the engine needs to know of a skill. Its instruction comes after the stable prefix. */
export type Skill = Pick<SkillFile, 'skillId' | 'instruction' | 'passage' | 'placement' | 'shares'>;

/** SKILL_NOT_FOUND names the ones there are. */
export type FindSkill = (skillId: string) => Skill;
