/** Reads one skill file. */
import { layerNames, type Shares } from '#shared/domain/budget.ts';
import type { Language } from '#shared/domain/identifiers.ts';
import {
  OutputRules,
  PassageUse,
  Placement,
  type Skill,
  type SkillProblem,
} from '#shared/domain/skill.ts';
import { readFrontMatter } from './front-matter.ts';

export type SkillFault = Pick<SkillProblem, 'problem' | 'detail'>;
export type ParsedSkill = { skill: Skill } | { fault: SkillFault };

const languages: readonly Language[] = ['zh-CN', 'en'];
const known: ReadonlySet<string> = new Set([
  'id',
  ...languages.flatMap((language) => [`title.${language}`, `description.${language}`]),
  'placement',
  'passage',
  'shares',
  'max-characters',
  'max-ratio',
]);
const skillIdForm = /^[a-z0-9\p{Script=Han}][a-z0-9\p{Script=Han}-]{0,59}$/u;
/** A whole instruction is sent with every request: longer ones belong into constraints. */
const maxInstructionLength = 8000;

/** The texts below `## zh-CN` and `## en`; a body without headings holds for both. */
const instructionsOf = (body: string): Partial<Record<Language, string>> => {
  const heading = /^##[ \t]+(zh-CN|en)[ \t]*$/gmu;
  const marks = [...body.matchAll(heading)];
  if (marks.length === 0) {
    const text = body.trim();
    return { 'zh-CN': text, en: text };
  }
  const found: Partial<Record<Language, string>> = {};
  for (const [index, mark] of marks.entries()) {
    const text = body.slice(mark.index + mark[0].length, marks[index + 1]?.index).trim();
    const language = mark[1] === 'en' ? 'en' : 'zh-CN';
    if (text !== '') found[language] = text;
  }
  return found;
};

class Fault extends Error {
  readonly fault: SkillFault;
  constructor(problem: SkillFault['problem'], detail: string) {
    super(detail);
    this.fault = { problem, detail };
  }
}

/** `rules 20, settings 10, retrieved 20, immediate 50`, in percent, adding up to 100. */
const sharesOf = (value: string | undefined): Shares | null => {
  if (value === undefined || value === '') return null;
  const parts = new Map(
    value.split(',').map((part) => {
      const [name = '', percent = ''] = part.trim().split(/\s+/u);
      return [name, Number(percent)] as const;
    }),
  );
  const shares = { rules: 0, settings: 0, retrieved: 0, immediate: 0 };
  for (const layer of layerNames) {
    const percent = parts.get(layer);
    if (percent === undefined || !Number.isFinite(percent) || percent < 0) {
      throw new Fault('fieldInvalid', `shares: ${layer} needs a number of percent`);
    }
    shares[layer] = percent / 100;
  }
  const sum = layerNames.reduce((total, layer) => total + shares[layer], 0);
  if (parts.size !== layerNames.length || Math.abs(sum - 1) > 1e-6) {
    throw new Fault('fieldInvalid', 'shares: the four layers must add up to 100');
  }
  return shares;
};

const inBoth = (read: (language: Language) => string | undefined, name: string) => {
  const chinese = read('zh-CN');
  const english = read('en');
  const one = chinese || english;
  if (!one) throw new Fault('fieldMissing', name);
  return { 'zh-CN': chinese || one, en: english || one };
};

const numberOf = (value: string | undefined, name: string): number | null => {
  if (value === undefined || value === '') return null;
  const number = Number(value);
  if (Number.isFinite(number) && number > 0) return number;
  throw new Fault('fieldInvalid', `${name}: not a number above 0`);
};

const choiceOf = <T extends string>(
  schema: { options: readonly T[] },
  value: string | undefined,
  name: string,
): T => {
  const choice = schema.options.find((option) => option === value);
  if (choice) return choice;
  const problem = value === undefined ? 'fieldMissing' : 'fieldInvalid';
  throw new Fault(problem, `${name}: one of ${schema.options.join(', ')}`);
};

const build = (source: string): Skill => {
  const read = readFrontMatter(source);
  if ('problem' in read) throw new Fault(read.problem, read.detail);
  const { fields, body } = read;
  for (const key of fields.keys()) if (!known.has(key)) throw new Fault('fieldUnknown', key);
  const skillId = fields.get('id');
  if (!skillId) throw new Fault('fieldMissing', 'id');
  if (!skillIdForm.test(skillId)) {
    throw new Fault('fieldInvalid', 'id: small letters, digits, Han characters and hyphens');
  }
  const instructions = instructionsOf(body);
  if (!instructions['zh-CN'] && !instructions.en) {
    throw new Fault('instructionMissing', 'no text below the block');
  }
  const instruction = inBoth((language) => instructions[language], 'instruction');
  if (Math.max(instruction['zh-CN'].length, instruction.en.length) > maxInstructionLength) {
    throw new Fault('tooLarge', `an instruction has at most ${maxInstructionLength} characters`);
  }
  const titles = inBoth((language) => fields.get(`title.${language}`), 'title.zh-CN or title.en');
  const output = OutputRules.safeParse({
    maxCharacters: numberOf(fields.get('max-characters'), 'max-characters'),
    maxRatio: numberOf(fields.get('max-ratio'), 'max-ratio'),
  });
  if (!output.success)
    throw new Fault('fieldInvalid', 'max-characters or max-ratio is out of range');
  return {
    skillId,
    titles,
    descriptions: {
      'zh-CN': fields.get('description.zh-CN') || fields.get('description.en') || titles['zh-CN'],
      en: fields.get('description.en') || fields.get('description.zh-CN') || titles.en,
    },
    instruction,
    placement: choiceOf(Placement, fields.get('placement'), 'placement'),
    passage: choiceOf(PassageUse, fields.get('passage') ?? 'none', 'passage'),
    shares: sharesOf(fields.get('shares')),
    output: output.data,
  };
};

/** One skill file. Pure; what is wrong is an answer that names it, since one bad file must not stop the others. */
export const parseSkill = (source: string): ParsedSkill => {
  try {
    return { skill: build(source) };
  } catch (error) {
    if (error instanceof Fault) return { fault: error.fault };
    throw error;
  }
};
