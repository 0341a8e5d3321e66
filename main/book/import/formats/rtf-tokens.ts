/** The signs a rich text is written in, one after the other. */

export type TokenReader = {
  /** No group is open. */
  readonly isWhole: boolean;
  word(name: string, value: number | null): void;
  byte(value: number): void;
  /** Bytes as they stand in the file. True where the last is only the first half of a character. */
  rawBytes(bytes: string): boolean;
  symbol(sign: string): void;
  brace(sign: string): void;
  text(text: string): void;
  /** A note of Scrivener's among the words begins or ends. */
  inlineNote(kind: InlineNote, border: 'begin' | 'end'): void;
};

export type InlineNote = 'annotation' | 'footnote';

const token =
  /\\([a-z]{1,32})(-?\d{1,10})? ?|\\'([0-9a-f]{2})|\\([^a-z])|([{}])|\r?\n|([\x80-\xff]+)|([^\\{}\r\n\x80-\xff]+)/giy;

/** Scrivener writes them as words of the text; their own signs may be escaped as such. */
const inlineNotes: readonly { kind: InlineNote; border: 'begin' | 'end'; mark: RegExp }[] = [
  {
    ...{ kind: 'annotation', border: 'begin' },
    mark: /\\?\{\\{1,2}Scrv_annot\s*(?:\\{1,2}color=\\?\{[^{}]{0,200}\}\s*)?\\{1,2}text=/y,
  },
  { kind: 'annotation', border: 'end', mark: /\\{1,2}end_Scrv_annot\\?\}/y },
  { kind: 'footnote', border: 'begin', mark: /\\?\{\\{1,2}Scrv_fn=/y },
  { kind: 'footnote', border: 'end', mark: /\\{1,2}end_Scrv_fn\\?\}/y },
];

/** Where the mark of such a note ends that stands there; null for none. */
const readInlineNote = (rtf: string, at: number, reader: TokenReader): number | null => {
  for (const { kind, border, mark } of inlineNotes) {
    mark.lastIndex = at;
    if (!mark.test(rtf)) continue;
    reader.inlineNote(kind, border);
    return mark.lastIndex;
  }
  return null;
};

/** Bytes of a picture stand there as they are; more than there are is no number of them. */
const behindBytes = (rtf: string, at: number, count: number): number =>
  count > 0 && at + count <= rtf.length ? at + count : at;

/** The second half of a character may be the sign of a group or of a word. */
const readRawBytes = (rtf: string, raw: string, behind: number, reader: TokenReader): number => {
  const second = rtf.charAt(behind);
  if (!reader.rawBytes(raw) || !/[\\{}]/.test(second)) return behind;
  reader.byte(second.charCodeAt(0));
  return behind + 1;
};

const readToken = (rtf: string, at: number, reader: TokenReader): number | null => {
  token.lastIndex = at;
  const found = token.exec(rtf);
  // What nothing fits: a lone backslash at the end, or bytes behind the last group.
  if (found === null) return null;
  const [, word, number, hex, symbol, brace, raw, text] = found;
  const value = number === undefined ? null : Number(number);
  if (word === 'bin') return behindBytes(rtf, token.lastIndex, value ?? 0);
  if (raw !== undefined) return readRawBytes(rtf, raw, token.lastIndex, reader);
  if (word !== undefined) reader.word(word, value);
  else if (hex !== undefined) reader.byte(Number.parseInt(hex, 16));
  else if (symbol !== undefined) reader.symbol(symbol);
  else if (brace !== undefined) reader.brace(brace);
  else if (text !== undefined) reader.text(text);
  return token.lastIndex;
};

/** Some programs end the file with a NUL; words behind the last group are those of a file that is damaged, and stay. */
const endOfFile = /\s*(?:\0|$)/y;

const isEnd = (rtf: string, at: number, reader: TokenReader): boolean => {
  endOfFile.lastIndex = at;
  return reader.isWhole && rtf.charAt(at - 1) === '}' && endOfFile.test(rtf);
};

export const readTokens = (rtf: string, reader: TokenReader): void => {
  const hasInlineNotes = rtf.includes('Scrv_');
  let at: number | null = 0;
  while (at !== null && at < rtf.length && !isEnd(rtf, at, reader)) {
    const behind: number | null = hasInlineNotes ? readInlineNote(rtf, at, reader) : null;
    at = behind ?? readToken(rtf, at, reader);
  }
};
