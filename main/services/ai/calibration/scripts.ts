import type { TokensService } from '#main/services/tokens/service.ts';

/** Tokens of a text by script, as our own tokenizer counts them. */
export type ScriptCounts = { han: number; other: number };

const isHan = (unit: number): boolean =>
  (unit >= 0x3000 && unit <= 0x9fff) ||
  (unit >= 0xf900 && unit <= 0xfaff) ||
  (unit >= 0xff00 && unit <= 0xffef) ||
  (unit >= 0xd840 && unit <= 0xd8ff);

/** Other letters go several to a token. */
const unitsPerOther = 4;

/** Part of a text's tokens that its Han characters and their punctuation make, 0 to 1. */
export const hanShare = (text: string): number => {
  let han = 0;
  let other = 0;
  for (let index = 0; index < text.length; index += 1) {
    const unit = text.charCodeAt(index);
    if (isHan(unit)) han += 1;
    else if (unit > 0x20) other += 1;
  }
  const sum = han + other / unitsPerOther;
  return sum === 0 ? 0 : han / sum;
};

/** Counted by paragraph: a text of both scripts has each in its place. */
export const countByScript = (
  text: string,
  tokens: Pick<TokensService, 'paragraphs'>,
): ScriptCounts => {
  const counts = { han: 0, other: 0 };
  for (const { start, end, tokens: count } of tokens.paragraphs(text)) {
    const share = hanShare(text.slice(start, end));
    counts.han += count * share;
    counts.other += count * (1 - share);
  }
  return counts;
};
