import type { SkillInfo } from '#shared/domain/skill.ts';
import { holdsWords } from '#renderer/i18n/fold-text.ts';

export const slashActions = ['new', 'compact', 'export'] as const;
export type SlashAction = (typeof slashActions)[number];

/** What a text that begins with a known command is to do; null when it is an ordinary message. */
export type Slash =
  | { kind: 'skill'; skillId: string; instruction: string }
  | { kind: 'action'; action: SlashAction };

type Skill = Pick<SkillInfo, 'skillId' | 'title'>;

export function readSlash(text: string, skills: readonly Skill[]): Slash | null {
  const found = /^\/(\S+)(?:\s+([\s\S]*))?$/u.exec(text.trim());
  const name = found?.[1];
  if (name === undefined) return null;
  const instruction = found?.[2]?.trim() ?? '';
  const action = slashActions.find((one) => one === name);
  if (action !== undefined && instruction === '') return { kind: 'action', action };
  const skill = skills.find(({ skillId, title }) => skillId === name || title === name);
  return skill === undefined ? null : { kind: 'skill', skillId: skill.skillId, instruction };
}

export type SlashChoice = { name: string; title: string; isSkill: boolean };

/** Commands that hold what was typed in their name or title. */
export function slashChoices(
  query: string,
  skills: readonly Skill[],
  titles: Readonly<Record<SlashAction, string>>,
): SlashChoice[] {
  const all: SlashChoice[] = [
    ...skills.map(({ skillId, title }) => ({ name: skillId, title, isSkill: true })),
    ...slashActions.map((name) => ({ name, title: titles[name], isSkill: false })),
  ];
  return all.filter(({ name, title }) => holdsWords(`${name} ${title}`, query));
}
