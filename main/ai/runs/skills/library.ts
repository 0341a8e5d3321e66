/** The skills there are: those that came with the program and the writer's own. */
import { systemCode } from '#main/base/failures/system-code.ts';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Language } from '#shared/domain/identifiers.ts';
import {
  builtinSkills,
  type Skill,
  type SkillInfo,
  type SkillProblem,
} from '#shared/domain/skill.ts';
import { AppError } from '#shared/errors.ts';
import type { Clock } from '#main/platform.ts';
import { createSkillFolder, type SkillFile } from './read-folder.ts';

export type SkillLibrary = {
  list(language: Language): { items: SkillInfo[]; problems: SkillProblem[]; folder: string };
  /** SKILL_NOT_FOUND names the ones there are. */
  find(skillId: string): Skill;
  /** SKILL_NOT_FOUND. */
  read(skillId: string): { skillId: string; file: string; source: string };
  /** SKILL_NOT_FOUND; SKILL_INVALID when the new name is taken or the file cannot be written. */
  copy(skillId: string, newSkillId: string): Promise<{ skillId: string; file: string }>;
};

/** A file changed by hand is seen by the next request after this many ms. */
const freshFor = 1000;

type Entry = SkillFile & { origin: SkillInfo['origin'] };
type Contents = { entries: Map<string, Entry>; problems: SkillProblem[] };

/** The built-in ones in their order; the writer's own follow by name. */
const placeOf = (skillId: string): number => {
  const place = builtinSkills.findIndex((id) => id === skillId);
  return place === -1 ? builtinSkills.length : place;
};

const renamed = (source: string, newSkillId: string): string =>
  source.replace(/^id:.*$/mu, () => `id: ${newSkillId}`);

/**
 * Skills are files: the bundled ones, and those in the writer's own folder. The own ones may not take a bundled
 * one's name, or a prompt would change without anybody having chosen another skill.
 */
export const createSkillLibrary = (places: {
  builtin: string;
  own: string;
  clock: Clock;
}): SkillLibrary => {
  const readBuiltin = createSkillFolder(places.builtin);
  const readOwn = createSkillFolder(places.own);
  let contents: Contents | null = null;
  let readAt = 0;

  const look = (): Contents => {
    const entries = new Map<string, Entry>();
    const problems: SkillProblem[] = [];
    for (const [origin, read] of [
      ['builtin', readBuiltin],
      ['own', readOwn],
    ] as const) {
      const folder = read();
      problems.push(...folder.problems);
      for (const file of folder.files) {
        const { skillId } = file.skill;
        if (entries.has(skillId)) {
          problems.push({ file: file.file, problem: 'nameTaken', detail: skillId });
        } else {
          entries.set(skillId, { ...file, origin });
        }
      }
    }
    contents = { entries, problems };
    readAt = places.clock.now();
    return contents;
  };
  const recent = (): Contents =>
    contents && Math.abs(places.clock.now() - readAt) < freshFor ? contents : look();

  const entryOf = (skillId: string): Entry => {
    const entry = recent().entries.get(skillId) ?? look().entries.get(skillId);
    if (entry) return entry;
    throw new AppError('SKILL_NOT_FOUND', `There is no skill "${skillId.slice(0, 100)}".`, {
      known: [...recent().entries.keys()],
    });
  };

  return {
    list(language) {
      const { entries, problems } = look();
      const items = [...entries.values()]
        .toSorted(
          (left, right) =>
            placeOf(left.skill.skillId) - placeOf(right.skill.skillId) ||
            (left.skill.skillId < right.skill.skillId ? -1 : 1),
        )
        .map(({ skill, origin, file }) => {
          const { instruction: _instruction, ...shown } = skill;
          return {
            ...shown,
            title: skill.titles[language],
            description: skill.descriptions[language],
            origin,
            file,
          };
        });
      return { items, problems, folder: places.own };
    },
    find: (skillId) => entryOf(skillId).skill,
    read(skillId) {
      const { file, source } = entryOf(skillId);
      return { skillId, file, source };
    },
    async copy(skillId, newSkillId) {
      const { source } = entryOf(skillId);
      if (look().entries.has(newSkillId)) {
        throw new AppError('SKILL_INVALID', 'There is a skill of that name already.', {
          problem: 'nameTaken',
        });
      }
      const file = `${newSkillId}.md`;
      try {
        await mkdir(places.own, { recursive: true });
        await writeFile(join(places.own, file), renamed(source, newSkillId), { flag: 'wx' });
      } catch (error) {
        const code = systemCode(error) || 'unknown';
        throw new AppError('SKILL_INVALID', 'The copy could not be written.', {
          problem: code === 'EEXIST' ? 'nameTaken' : 'unwritable',
          cause: code,
        });
      }
      look();
      return { skillId: newSkillId, file };
    },
  };
};
