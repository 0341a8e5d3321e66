/** Reads the words of a chapter that no dictionary has (W7). */
import { maskMarkup } from '#main/base/prose/mask-markup.ts';
import type { ProseFacts, UnknownWords } from '../facts.ts';
import type { IsSpelt } from './dictionary.ts';
import { findMisspelt } from './find-misspelt.ts';
import { createWordJudge } from './judge-word.ts';

const firstWords = ({ sentences, starts }: ProseFacts): Set<number> => {
  const found = new Set<number>();
  for (let at = 0; at < sentences.length; at += 4) found.add(starts[sentences[at + 2] ?? 0] ?? 0);
  return found;
};

const latin = /\p{Script=Latin}/u;

/** For many chapters: the dictionary is loaded for the first word there is to look up, and each word is looked up once. */
export const createUnknownReader = (
  load: () => IsSpelt,
): ((text: string, prose: ProseFacts) => UnknownWords) => {
  let judge: IsSpelt | null = null;
  return (text, prose) => {
    if (!latin.test(text)) return { words: '', places: new Uint32Array() };
    judge ??= createWordJudge(load());
    return findMisspelt(maskMarkup(text), firstWords(prose), judge);
  };
};
