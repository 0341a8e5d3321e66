/** A text with whose each of its UTF-16 units is, as a list that is cut and joined unit by unit. */
import { kindOfOrigin, type OriginCode, type OriginRuns } from '#shared/domain/origins.ts';
import type { LengthChange } from '#shared/origin-runs.ts';

export type Known = { text: string; codes: readonly OriginCode[] };

export const allFrom = (text: string, code: OriginCode): Known => ({
  text,
  codes: Array.from({ length: text.length }, () => code),
});

export const knownOf = ({ text, origins }: { text: string; origins: OriginRuns }): Known => ({
  text,
  codes: origins.flatMap(([length, code]) => Array.from({ length }, () => code)),
});

export const cut = ({ text, codes }: Known, from: number, to = text.length): Known => ({
  text: text.slice(from, to),
  codes: codes.slice(from, to),
});

export const glue = (...parts: readonly Known[]): Known => ({
  text: parts.map(({ text }) => text).join(''),
  codes: parts.flatMap(({ codes }) => codes),
});

export const splice = (known: Known, from: number, to: number, put: Known): Known =>
  glue(cut(known, 0, from), put, cut(known, to));

/** What changes made of it, word by word: `text` now, of `code` what they put in. */
export const changeWords = (
  known: Known,
  text: string,
  changes: readonly LengthChange[],
  code: OriginCode,
): Known => {
  const codes: OriginCode[] = [];
  let taken = 0;
  for (const { from, to, inserted } of changes) {
    codes.push(...known.codes.slice(taken, from));
    codes.push(...Array.from({ length: inserted }, () => code));
    taken = to;
  }
  return { text, codes: [...codes, ...known.codes.slice(taken)] };
};

/** A place that lies in no character. */
export const placeIn = (text: string, wanted: number): number => {
  const at = wanted % (text.length + 1);
  const code = text.charCodeAt(at);
  return code >= 0xdc00 && code <= 0xdfff ? at - 1 : at;
};

const pairsOf = ({ text, codes }: Known): string[] =>
  codes.map((code, at) => (code === 'unknown' ? '' : `${text[at]} ${code}`));

/** Whether all that it claims is of `source`, in its order. */
export const isWithin = (claimed: Known, source: Known): boolean => {
  const claims = pairsOf(claimed).filter((pair) => pair !== '');
  let at = 0;
  for (const pair of pairsOf(source)) if (pair === claims[at]) at += 1;
  return at === claims.length;
};

/** Whether each character is claimed no more often of an origin than the sources have it. */
export const isOutOf = (claimed: Known, sources: readonly Known[]): boolean => {
  const left = new Map<string, number>();
  for (const pair of sources.flatMap(pairsOf)) left.set(pair, (left.get(pair) ?? 0) + 1);
  return pairsOf(claimed).every((pair) => {
    if (pair === '') return true;
    const count = left.get(pair) ?? 0;
    left.set(pair, count - 1);
    return count > 0;
  });
};

export const countUnknown = ({ codes }: Known): number =>
  codes.filter((code) => code === 'unknown').length;

/** Characters without white space by kind, and of each accepted text. */
export const countKnown = ({ text, codes }: Known) => {
  const counts = { typed: 0, pasted: 0, model: 0, imported: 0, unknown: 0 };
  const accepted: Record<string, number> = {};
  let at = 0;
  for (const character of text) {
    const code = codes[at] ?? 'unknown';
    at += character.length;
    if (character.trim() === '') continue;
    counts[kindOfOrigin(code)] += 1;
    if (!code.startsWith('model:')) continue;
    const sourceId = code.slice('model:'.length);
    accepted[sourceId] = (accepted[sourceId] ?? 0) + 1;
  }
  return { counts, accepted };
};
