/**
 * The words of a formula field (EQ), with which Word sets phonetic guides and enclosed characters in files of its older
 * formats: `\o\ad(\s\up 9(かんじ),漢字)`.
 */

/** Words of one argument, and whether they were set above or below the line. */
type Argument = { words: string; shift: 'up' | 'down' | null };

/** A command whose arguments are being read; its first name says what it is, the others how it looks. */
type Command = { names: readonly string[]; done: Argument[]; open: Argument };

const inParentheses = '(';

const begin = (names: readonly string[]): Command => ({
  ...{ names, done: [], open: { words: '', shift: null } },
});

/** A switch of looks; a name with its number; a sign written after a backslash; what parts arguments; words. */
const token =
  /\\\*\s*(?:"[^"]*"|[^\s\\(),;"]*)|\\([a-z]+)\s*(?:-?\d+)?\s*|\\(.)|([(),;])|([^\\(),;]+)/giu;

const enclosing = /^[○◯〇□◻☐△▵◇◊]$/u;

const join = (some: readonly Argument[], between = ''): string =>
  some
    .map(({ words }) => words)
    .filter((words) => words !== '')
    .join(between);

/** What stands over each other: a reading above its words, or a sign around them. */
const overstruck = (all: readonly Argument[]): string => {
  const reading = join(all.filter(({ shift }) => shift === 'up'));
  const onLine = all.filter(({ shift }) => shift === null);
  const isGuide = reading !== '' && join(onLine) !== '';
  if (isGuide) return `${join(onLine)}（${reading}）`;
  return join(all.filter(({ words }) => !enclosing.test(words))) || join(all);
};

const wordsOf = ({ names, done, open }: Command, separator: string): string => {
  const all = [...done, open].map(({ words, shift }) => ({ words: words.trim(), shift }));
  const [name] = names;
  if (name === inParentheses) return `(${join(all, separator)})`;
  if (name === 'o') return overstruck(all);
  if (name === 'f') return join(all, '/');
  return join(all, name === 'l' ? separator : '');
};

const shiftOf = (names: readonly string[]): Argument['shift'] => {
  if (names.includes('up')) return 'up';
  return names.includes('do') ? 'down' : null;
};

/** Names after which a sign says which bracket is meant. */
const bracketNames = new Set(['lc', 'rc', 'bc']);

class EqReader {
  private readonly commands: Command[] = [];
  private command = begin([]);
  /** Names that no argument has followed yet. */
  private names: string[] = [];
  /** `;` where a comma stands in numbers. */
  private readonly separator: string;

  constructor(separator: string) {
    this.separator = separator;
  }

  name(name: string): void {
    this.names.push(name.toLowerCase());
  }

  /** A sign that means itself. */
  sign(sign: string): void {
    if (!bracketNames.has(this.names.at(-1) ?? '')) this.words(sign);
  }

  words(words: string): void {
    if (words.trim() === '' && this.names.length > 0) return;
    this.names = [];
    const { open } = this.command;
    // Words on the line beside others that are not.
    if (words.trim() !== '') open.shift = null;
    open.words += words;
  }

  border(border: string): void {
    if (border === '(') this.open();
    else if (border === ')' && this.commands.length > 0) this.close();
    else if (border === this.separator && this.commands.length > 0) {
      this.command.done.push(this.command.open);
      this.command.open = { words: '', shift: null };
      this.names = [];
    } else this.words(border);
  }

  private open(): void {
    this.commands.push(this.command);
    this.command = begin(this.names.length > 0 ? this.names : [inParentheses]);
    this.names = [];
  }

  private close(): void {
    const { command } = this;
    const words = wordsOf(command, this.separator);
    this.command = this.commands.pop() ?? begin([]);
    this.names = [];
    const { open } = this.command;
    open.shift = open.words.trim() === '' ? shiftOf(command.names) : null;
    open.words += words;
  }

  end(): string {
    while (this.commands.length > 0) this.close();
    return this.command.open.words.trim();
  }
}

/**
 * The words an EQ instruction sets, a reading in brackets behind what it is read for: `漢字（かんじ）`. Null for another
 * instruction, and where there are no words.
 */
export const wordsOfEq = (instruction: string): string | null => {
  const start = /^\s*eq(?=[\s\\])/iu.exec(instruction)?.[0];
  if (start === undefined) return null;
  const formula = instruction.slice(start.length);
  const reader = new EqReader(/(?<!\\),/u.test(formula) ? ',' : ';');
  for (const [, name, sign, border, words] of formula.matchAll(token)) {
    if (name !== undefined) reader.name(name);
    else if (sign !== undefined) reader.sign(sign);
    else if (border !== undefined) reader.border(border);
    else if (words !== undefined) reader.words(words);
  }
  return reader.end() || null;
};
