/** Filters that the writer's git puts files through: past one that is missing, a text would be kept or come in as something else. */
import { AppError } from '#shared/errors.ts';
import type { Git } from './git.ts';
import { type GitSettings, readSettings } from './git-settings.ts';

/** Reads the answer of `check-attr -z`: a path, the attribute and its value. */
export const parseFilters = (answer: string): Map<string, string[]> => {
  const fields = answer.split('\0');
  const byFilter = new Map<string, string[]>();
  for (let at = 0; at + 2 < fields.length; at += 3) {
    const [path = '', , filter = ''] = fields.slice(at, at + 3);
    if (['unspecified', 'unset', 'set'].includes(filter)) continue;
    byFilter.set(filter, [...(byFilter.get(filter) ?? []), path]);
  }
  return byFilter;
};

const isSet = (settings: GitSettings, filter: string, ways: readonly string[]): boolean =>
  ways.some((way) => settings.get(`filter.${filter}.${way}`) !== null);

/**
 * Settings with which git keeps none of the files past its filter. GIT_FILTER_FAILED for a filter that git knows by its name
 * alone: it would go on as if there were none.
 */
export const requireFilters = async (git: Git, paths: readonly string[]): Promise<string[]> => {
  if (paths.length === 0) return [];
  const input = paths.map((path) => `${path}\0`).join('');
  const { stdout } = await git.run(['check-attr', '-z', '--stdin', 'filter'], { input });
  const byFilter = parseFilters(stdout.toString());
  if (byFilter.size === 0) return [];
  const settings = await readSettings(git);
  for (const [filter, files] of byFilter) {
    if (isSet(settings, filter, ['clean', 'smudge', 'process'])) continue;
    const details = { filter, files: files.slice(0, 20) };
    throw new AppError('GIT_FILTER_FAILED', 'git has no such filter.', details);
  }
  return [...byFilter.keys()]
    .filter((filter) => isSet(settings, filter, ['clean', 'process']))
    .flatMap((filter) => ['-c', `filter.${filter}.required=true`]);
};
