/** A skill: a prompt and what it asks for. */
import { z } from 'zod';
import { Shares } from './budget.ts';
import { Count, Identifier } from './identifiers.ts';

/** Where a skill's answer goes: into the text at the cursor, in the place of the passage, or into the panel. */
export const Placement = z.enum(['insert', 'replace', 'panel']);
export type Placement = z.infer<typeof Placement>;

/** Whether a skill works on a given passage; `required` takes the cursor's paragraph when nothing is selected. */
export const PassageUse = z.enum(['none', 'optional', 'required']);
export type PassageUse = z.infer<typeof PassageUse>;

/** What a skill's answer must keep to. */
export const OutputRules = z.object({
  /** Longest answer in characters; null: no limit of its own. */
  maxCharacters: Count.nullable(),
  /** Longest answer as a multiple of the passage; null: no such limit. */
  maxRatio: z.number().positive().max(100).nullable(),
});
export type OutputRules = z.infer<typeof OutputRules>;

const inBoth = z.object({ 'zh-CN': z.string().min(1), en: z.string().min(1) });

/** A skill file, read. */
export const Skill = z.object({
  skillId: Identifier,
  titles: inBoth,
  descriptions: inBoth,
  instruction: inBoth,
  placement: Placement,
  passage: PassageUse,
  /** Shares of the four layers for this skill alone; null: the project's. */
  shares: Shares.nullable(),
  output: OutputRules,
});
export type Skill = z.infer<typeof Skill>;

export const SkillInfo = Skill.omit({ instruction: true }).extend({
  /** In the language of the interface. */
  title: z.string(),
  description: z.string(),
  origin: z.enum(['builtin', 'own']),
  /** File name within its folder. */
  file: z.string(),
});
export type SkillInfo = z.infer<typeof SkillInfo>;

/** Ids of the skills that come with the program, in the order they are shown in. */
export const builtinSkills = [
  'continue',
  'rewrite',
  'polish',
  'expand',
  'condense',
  'dialogue',
  'brainstorm',
  'consistency-check',
] as const;
export type BuiltinSkill = (typeof builtinSkills)[number];

/** A skill file that could not be taken; the others work. */
export const SkillProblem = z.object({
  file: z.string(),
  problem: z.enum([
    'unreadable',
    'tooLarge',
    'frontMatterMissing',
    'fieldMissing',
    'fieldInvalid',
    'fieldUnknown',
    'instructionMissing',
    'nameTaken',
  ]),
  detail: z.string(),
});
export type SkillProblem = z.infer<typeof SkillProblem>;
