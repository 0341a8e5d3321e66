/** Whether git would only read in a folder: its repository may name programs that git starts for `status` and `diff`. */
import { lstatSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isMissing } from '#main/base/failures/system-code.ts';

/** What a repository's own settings may say; no key of these starts a program, reads another file or leaves the folder. */
const harmless: Readonly<Record<string, readonly string[]>> = {
  core: [
    ...[
      'repositoryformatversion',
      'filemode',
      'bare',
      'logallrefupdates',
      'ignorecase',
      'symlinks',
    ],
    ...['precomposeunicode', 'autocrlf', 'eol', 'safecrlf', 'quotepath'],
  ],
  remote: ['url', 'pushurl', 'fetch'],
  branch: ['remote', 'merge', 'rebase'],
  user: ['name', 'email'],
  init: ['defaultbranch'],
  pull: ['rebase', 'ff'],
  push: ['default'],
};

const isThere = (path: string): boolean => {
  try {
    lstatSync(path);
    return true;
  } catch (error) {
    if (isMissing(error)) return false;
    throw error;
  }
};

/** Line by line; whatever is written in another way than git writes it is not harmless. */
const isHarmless = (settings: string): boolean => {
  let section = '';
  for (const line of settings.split('\n').map((text) => text.trim())) {
    if (line === '' || /^[#;]/u.test(line)) continue;
    const header = /^\[(\w+)(?: "[^"\\]*")?\]$/u.exec(line)?.[1];
    const key = /^(\w+)(?:\s*=[^\\]*)?$/u.exec(line)?.[1];
    if (header !== undefined) section = header.toLowerCase();
    else if (key === undefined || !harmless[section]?.includes(key.toLowerCase())) return false;
  }
  return true;
};

/**
 * True when the folder is a repository of its own, without modules, without a program in its settings and without the
 * one hook that reading runs. Books come from elsewhere with their `.git`; a permission given in one holds in all.
 */
export const isPlainRepository = (folder: string): boolean => {
  const git = join(folder, '.git');
  try {
    if (!lstatSync(git).isDirectory()) return false;
    const others = ['commondir', 'modules', join('hooks', 'post-index-change')];
    if (isThere(join(folder, '.gitmodules'))) return false;
    // Without these git takes it for none and looks around the folder for another.
    if (!['HEAD', 'objects', 'refs'].every((name) => isThere(join(git, name)))) return false;
    if (others.some((name) => isThere(join(git, name)))) return false;
    return isHarmless(readFileSync(join(git, 'config'), 'utf8'));
  } catch (error) {
    if (isMissing(error)) return false;
    throw error;
  }
};
