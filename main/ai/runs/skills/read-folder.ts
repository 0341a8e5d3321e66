/** Reads a folder of skill files, again only what changed. */
import { systemCode } from '#main/base/failures/system-code.ts';
import { lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Skill, SkillProblem } from '#shared/domain/skill.ts';
import { readRegularFileSync } from '#main/base/files/regular-file.ts';
import { parseSkill } from './parse-skill.ts';

export type SkillFile = { file: string; stamp: string; source: string; skill: Skill };
export type SkillFolder = { files: SkillFile[]; problems: SkillProblem[] };

const maxFileBytes = 64 * 1024;

type Known = ReadonlyMap<string, { stamp: string; result: SkillFile | SkillProblem }>;

const readOne = (
  folder: string,
  file: string,
  known: Known,
): { stamp: string; result: SkillFile | SkillProblem } => {
  const path = join(folder, file);
  try {
    const { size, mtimeMs } = lstatSync(path);
    const stamp = `${size}/${mtimeMs}`;
    const before = known.get(file);
    if (before?.stamp === stamp) return before;
    if (size > maxFileBytes) {
      const detail = `at most ${maxFileBytes} bytes`;
      return { stamp, result: { file, problem: 'tooLarge', detail } };
    }
    const source = new TextDecoder('utf-8', { fatal: true }).decode(
      readRegularFileSync(path, maxFileBytes),
    );
    const parsed = parseSkill(source);
    if ('fault' in parsed) return { stamp, result: { file, ...parsed.fault } };
    return { stamp, result: { file, stamp, source, skill: parsed.skill } };
  } catch (error) {
    const detail = error instanceof TypeError ? 'not UTF-8' : systemCode(error) || 'unknown';
    return { stamp: '', result: { file, problem: 'unreadable', detail } };
  }
};

/** Reads a folder of skill files, again only what changed since. A folder that is not there has none. */
export const createSkillFolder = (folder: string): (() => SkillFolder) => {
  let known: Known = new Map();
  return () => {
    let names: string[];
    try {
      names = readdirSync(folder)
        .filter((name) => name.endsWith('.md'))
        .sort();
    } catch (error) {
      if (systemCode(error) === 'ENOENT') return { files: [], problems: [] };
      return {
        files: [],
        problems: [{ file: '.', problem: 'unreadable', detail: systemCode(error) || 'unknown' }],
      };
    }
    known = new Map(names.map((file) => [file, readOne(folder, file, known)]));
    const files: SkillFile[] = [];
    const problems: SkillProblem[] = [];
    for (const { result } of known.values()) {
      if ('problem' in result) problems.push(result);
      else files.push(result);
    }
    return { files, problems };
  };
};
