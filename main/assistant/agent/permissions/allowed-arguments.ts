/** Which arguments a standing permission for a program covers, by the list of what the program may be given. */
import type { ProgramUse } from './known-programs.ts';

const isNamed = (use: ProgramUse, word: string): boolean => {
  const { named = [] } = use;
  const equals = word.indexOf('=');
  if (equals === -1) return named.includes(word);
  // Only as one word: whether the next word is an option's value would be the program's to say.
  return named.includes(word.slice(0, equals + 1));
};

/** How many words a group of letters takes, itself among them; 0 when one of them may not stand there. */
const wordsOfLetters = (use: ProgramUse, word: string): number => {
  if (use.takesNumber && /^-\d+$/.test(word)) return 1;
  const letters = [...word.slice(1)];
  for (const [index, letter] of letters.entries()) {
    if (use.flags?.includes(letter)) continue;
    if (!use.valued?.includes(letter)) return 0;
    return index === letters.length - 1 ? 2 : 1;
  }
  return 1;
};

/**
 * What among the arguments of a program may name a file, when every option is one of its list and what follows is what may
 * follow; null otherwise.
 */
export const allowedOperands = (use: ProgramUse, args: readonly string[]): string[] | null => {
  const operands: string[] = [];
  for (let at = 0; at < args.length; ) {
    const word = args[at] ?? '';
    if (word === '--') {
      operands.push(...args.slice(at + 1));
      break;
    }
    if (word === '' || word === '-') return null;
    const taken = !word.startsWith('-')
      ? 1
      : word.startsWith('--')
        ? Number(isNamed(use, word))
        : wordsOfLetters(use, word);
    if (taken === 0 || at + taken > args.length) return null;
    // A value in a word of its own is looked at like a name: another version of the program may take it for one.
    const names = word.startsWith('-') ? args.slice(at + 1, at + taken) : [word];
    // The `-U` of git may go without its value: what follows it is then the next option, such as `--output=x`.
    if (names.some((name) => name.startsWith('-'))) return null;
    operands.push(...names);
    at += taken;
  }
  return use.operands === 'none' && operands.length > 0 ? null : operands;
};
