import type { Language } from '#shared/domain/identifiers.ts';
import { AppError } from '#shared/errors.ts';

/** What a request asks of the model. Its instruction comes after the stable prefix. */
export type Skill = { skillId: string; instruction: Record<Language, string> };

const skills: readonly Skill[] = [
  {
    skillId: 'continue',
    instruction: {
      'zh-CN': '从光标处接着写下去。人称、时态、语气与前文一致，不重复前文，不解释，只给正文。',
      en: 'Continue the text from the cursor. Keep person, tense and voice; do not repeat what stands there; do not explain; give prose only.',
    },
  },
  {
    skillId: 'rewrite',
    instruction: {
      'zh-CN': '重写所给的段落：意思不变，换一种写法。只给改好的正文。',
      en: 'Rewrite the given passage: same meaning, another telling. Give the new prose only.',
    },
  },
  {
    skillId: 'polish',
    instruction: {
      'zh-CN':
        '润色所给的段落：改顺语句，删去赘字，不改情节，也不换掉作者自己的说法。只给改好的正文。',
      en: "Polish the given passage: smooth the sentences, cut what is idle, change no event and keep the writer's own turns. Give the prose only.",
    },
  },
  {
    skillId: 'expand',
    instruction: {
      'zh-CN': '把所给的段落写得更充分：添动作、物件和对白，不添新的情节。只给正文。',
      en: 'Write the given passage out more fully: actions, objects, speech; no new events. Give the prose only.',
    },
  },
  {
    skillId: 'condense',
    instruction: {
      'zh-CN': '把所给的段落写得更紧：留下要紧的事和最好的句子。只给正文。',
      en: 'Tighten the given passage: keep what matters and its best sentences. Give the prose only.',
    },
  },
  {
    skillId: 'dialogue',
    instruction: {
      'zh-CN': '写出这一场的对白：各人说各人的话，少用提示语。只给正文。',
      en: 'Write the dialogue of this scene: every speaker in their own voice, few tags. Give the prose only.',
    },
  },
  {
    skillId: 'brainstorm',
    instruction: {
      'zh-CN': '就眼前的情节提出五种往下走的可能，每种一两句话，彼此不同，都不违反约束。',
      en: 'Offer five ways the story could go from here, a sentence or two each, each unlike the others, none against the constraints.',
    },
  },
  {
    skillId: 'consistency-check',
    instruction: {
      'zh-CN': '对照约束、设定和前文检查这一段，逐条指出矛盾，引用原文；没有就说没有。',
      en: 'Check this passage against the constraints, the codex and the earlier text. Name each contradiction and quote it; if there is none, say so.',
    },
  },
];

/** SKILL_NOT_FOUND names the ones there are. */
export const findSkill = (skillId: string): Skill => {
  const skill = skills.find((candidate) => candidate.skillId === skillId);
  if (!skill) {
    throw new AppError('SKILL_NOT_FOUND', `There is no skill "${skillId.slice(0, 100)}".`, {
      known: skills.map((known) => known.skillId),
    });
  }
  return skill;
};
