/** The signs a rich text is written in, one after the other. */

export type TokenReader = {
  word(name: string, value: number | null): void;
  byte(value: number): void;
  symbol(sign: string): void;
  brace(sign: string): void;
  text(text: string): void;
};

const token =
  /\\([a-z]{1,32})(-?\d{1,10})? ?|\\'([0-9a-f]{2})|\\([^a-z])|([{}])|\r?\n|([^\\{}\r\n]+)/giy;

/** Bytes of a picture stand there as they are; more than there are is no number of them. */
const behindBytes = (rtf: string, at: number, count: number): number =>
  count > 0 && at + count <= rtf.length ? at + count : at;

const readToken = (rtf: string, at: number, reader: TokenReader): number | null => {
  token.lastIndex = at;
  const found = token.exec(rtf);
  // What nothing fits: a lone backslash at the end, or bytes behind the last group.
  if (found === null) return null;
  const [, word, number, hex, symbol, brace, text] = found;
  const value = number === undefined ? null : Number(number);
  if (word === 'bin') return behindBytes(rtf, token.lastIndex, value ?? 0);
  if (word !== undefined) reader.word(word, value);
  else if (hex !== undefined) reader.byte(Number.parseInt(hex, 16));
  else if (symbol !== undefined) reader.symbol(symbol);
  else if (brace !== undefined) reader.brace(brace);
  else if (text !== undefined) reader.text(text);
  return token.lastIndex;
};

export const readTokens = (rtf: string, reader: TokenReader): void => {
  let at: number | null = 0;
  while (at !== null && at < rtf.length) at = readToken(rtf, at, reader);
};
