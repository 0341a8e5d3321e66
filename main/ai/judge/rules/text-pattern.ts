/** Marks that constraints call by name. */
export type Mark =
  | 'exclamation'
  | 'doubledExclamation'
  | 'ellipsis'
  | 'dash'
  | 'question'
  | 'semicolon'
  | 'colon'
  | 'parenthesis'
  | 'tilde'
  | 'digit'
  | 'latinLetter'
  | 'emoji';

/** What a rule about wording looks for. */
export type TextPattern =
  | { kind: 'mark'; mark: Mark; label: string }
  /** Literal text; Latin words stand whole and in any letter case. */
  | { kind: 'phrase'; text: string }
  /** Parts in this order within one sentence: 仿佛……一般. */
  | { kind: 'gap'; parts: readonly string[]; label: string };

export const labelOf = (pattern: TextPattern): string =>
  pattern.kind === 'phrase' ? pattern.text : pattern.label;

/** A quoted object of a constraint: dots between words stand for anything. */
export const quotedPattern = (quoted: string): TextPattern => {
  const parts = quoted.split(/\s*(?:…+|\.{3,}|～+|~+)\s*/).filter((part) => part !== '');
  if (parts.length > 1 && parts.every((part) => /[\p{L}\p{N}]/u.test(part))) {
    return { kind: 'gap', parts, label: quoted };
  }
  return { kind: 'phrase', text: quoted.trim() };
};

const marks: readonly [RegExp, Mark][] = [
  [/^(?:感叹号|叹号|惊叹号|感叹标点)$/, 'exclamation'],
  [/^(?:省略号|删节号)$/, 'ellipsis'],
  [/^破折号$/, 'dash'],
  [/^问号$/, 'question'],
  [/^分号$/, 'semicolon'],
  [/^冒号$/, 'colon'],
  [/^(?:括号|圆括号)$/, 'parenthesis'],
  [/^(?:波浪号|波浪线)$/, 'tilde'],
  [/^(?:阿拉伯数字|半角数字)$/, 'digit'],
  [/^(?:英文字母|拉丁字母|英文|外文字母|英语|英文单词)$/, 'latinLetter'],
  [/^(?:表情符号|表情|颜文字|emoji)$/i, 'emoji'],
  [/^exclamation (?:mark|point)s?$/i, 'exclamation'],
  [/^ellips[ie]s$/i, 'ellipsis'],
  [/^(?:em[- ]?|en[- ]?)?dash(?:es)?$/i, 'dash'],
  [/^question marks?$/i, 'question'],
  [/^semi-?colons?$/i, 'semicolon'],
  [/^colons?$/i, 'colon'],
  [/^(?:parenthes[ie]s|round brackets|brackets)$/i, 'parenthesis'],
  [/^(?:digits?|numerals?|arabic numerals?)$/i, 'digit'],
  [/^emojis?$/i, 'emoji'],
];

/** A mark by its name in either language; null for anything else. */
export const namedMark = (name: string): TextPattern | null => {
  const trimmed = name.trim();
  const found = marks.find(([test]) => test.test(trimmed));
  return found ? { kind: 'mark', mark: found[1], label: trimmed } : null;
};
