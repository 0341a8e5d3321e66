/** Counts tokens by kind of script: vocabularies differ over those. */
import type { TokensService } from '#main/context/tokens/service.ts';

/**
 * What vocabularies differ over: Han with its own punctuation, the typographic marks both languages use (older
 * vocabularies pay for them in bytes), everything else, each in tokens of ours; and Han once more in characters,
 * since some vocabularies know hardly any word of two.
 */
export const kinds = ['han', 'characters', 'marks', 'other'] as const;
export type Kind = (typeof kinds)[number];

/** Something for each kind: counts, or what they are multiplied with. */
export type ByKind = Record<Kind, number>;

const isHan = (unit: number): boolean =>
  (unit >= 0x3000 && unit <= 0x9fff) ||
  (unit >= 0xf900 && unit <= 0xfaff) ||
  (unit >= 0xff00 && unit <= 0xffef) ||
  (unit >= 0xd840 && unit <= 0xd8ff);

const isMark = (unit: number): boolean => unit >= 0x2010 && unit <= 0x203f;

/** Other characters go several to a token. */
const unitsPerOther = 4;

/** A text's `tokens` by kind. */
export const splitTokens = (text: string, tokens: number): ByKind => {
  let han = 0;
  let marks = 0;
  let letters = 0;
  for (let index = 0; index < text.length; index += 1) {
    const unit = text.charCodeAt(index);
    if (isHan(unit)) han += 1;
    else if (isMark(unit)) marks += 1;
    else if (unit > 0x20) letters += 1;
  }
  const sum = han + marks + letters / unitsPerOther;
  if (sum === 0) return { han: 0, characters: 0, marks: 0, other: tokens };
  const part = tokens / sum;
  return {
    han: han * part,
    characters: han,
    marks: marks * part,
    other: (letters / unitsPerOther) * part,
  };
};

export const weighKinds = (counts: ByKind, ratios: ByKind): number =>
  kinds.reduce((sum, kind) => sum + counts[kind] * ratios[kind], 0);

/** The tokens of ours that were split. */
export const sumOf = ({ han, marks, other }: ByKind): number => han + marks + other;

/** Counted by paragraph: a text of both scripts has each in its place. */
export const countByKind = (text: string, tokens: Pick<TokensService, 'paragraphs'>): ByKind => {
  const counts = { han: 0, characters: 0, marks: 0, other: 0 };
  for (const { start, end, tokens: count } of tokens.paragraphs(text)) {
    const parts = splitTokens(text.slice(start, end), count);
    for (const kind of kinds) counts[kind] += parts[kind];
  }
  return counts;
};
