/** What a standing permission for a command covers. */
import { allowedOperands } from './allowed-arguments.ts';
import { isInsideFolder } from './inside-folder.ts';
import { knownPrograms } from './known-programs.ts';
import { isPlainRepository } from './plain-repository.ts';
import { shellWords } from './shell-words.ts';

/** `git log` of `git log --oneline`; null for a program that no permission covers but for one command. */
const programOf = (words: readonly string[]): string | null => {
  const [first = '', second = ''] = words;
  for (const name of [first, `${first} ${second}`])
    if (Object.hasOwn(knownPrograms, name)) return name;
  return null;
};

/**
 * The program of a command that does what its list says and nothing beside it; null for every other, also for one that
 * names what lies outside of the folder, links followed, or in `.git` and `.fabula`.
 */
const coveredProgram = (command: string, folder: string): string | null => {
  const words = shellWords(command);
  const name = words && programOf(words);
  const use = name && knownPrograms[name];
  if (!words || !use) return null;
  const operands = allowedOperands(use, words.slice(name.split(' ').length));
  if (!operands || (words[0] === 'git' && !isPlainRepository(folder))) return null;
  if (use.operands === 'none') return name;
  const kind = use.operands;
  return operands.every((operand) => isInsideFolder(folder, operand, kind)) ? name : null;
};

/** Whether a rule covers a program of the list; the others cover one command each. */
export const isProgramRule = (rule: string): boolean => !/^[$[{]/u.test(rule);

/** How a command is started, besides its words. */
export type CommandSetting = {
  /** Absolute path of the project. */
  folder: string;
  /** Given: the program is started directly and no shell reads the words. */
  args?: readonly string[] | undefined;
  cwd?: string | undefined;
  env?: Readonly<Record<string, string>> | undefined;
};

/**
 * `git log …`, which covers what git log may be given by its list, or `$ make | tail`, this command only. Of a command
 * that is not surely understood only the second is made, and no rule of the one form can equal one of the other.
 */
export const commandRule = (command: string, setting: CommandSetting): string => {
  const { folder, args, env = {}, cwd = '' } = setting;
  const trimmed = command.replace(/^[ \t\r\n]+|[ \t\r\n]+$/g, '');
  const elsewhere = {
    ...(cwd === '' || cwd === '.' ? {} : { cwd }),
    ...(Object.keys(env).length > 0 ? { env: Object.fromEntries(Object.entries(env).sort()) } : {}),
  };
  const words = args === undefined ? `$ ${trimmed}` : JSON.stringify([command, ...args]);
  if (Object.keys(elsewhere).length > 0) return `${JSON.stringify(elsewhere)} ${words}`;
  // PowerShell reads words in another way, which nobody has compared with this one.
  const isPosix = process.platform !== 'win32' && args === undefined;
  const program = isPosix ? coveredProgram(trimmed, folder) : null;
  return program === null ? words : `${program} …`;
};
