/** Corrects a tokenizer's counts by what was learnt of the model. */
import type { TokenizerInfo } from '#shared/domain/assembly.ts';
import type { TokensService } from '#main/context/tokens/service.ts';
import type { Correction } from './fit.ts';
import { type ByKind, splitTokens, weighKinds } from './scripts.ts';

export type Counter = Pick<TokensService, 'info' | 'count' | 'paragraphs' | 'countAhead'>;

/** Ratios move in steps, so that one more call does not move every border of a prompt. */
const step = 0.01;
/** No model counts fewer; a correction that says so was learnt from something else. */
const minRatio = 0.25;

const stepped = (ratio: number): number => Math.ceil(ratio / step - 1e-9) * step;

/** Counts as the provider would at most (N7): our count by script, corrected, at the upper bound. */
export const createCorrectedCounter = (
  counter: Counter,
  correction: Correction | null,
): Counter => {
  if (!correction || counter.info().exactness === 'exact') return counter;
  const { ratios, upper } = correction;
  const upperBounds: ByKind = {
    han: stepped(ratios.han),
    characters: stepped(ratios.characters),
    marks: stepped(ratios.marks),
    other: stepped(ratios.other),
  };
  const paragraphs = (text: string): { start: number; end: number; tokens: number }[] =>
    counter.paragraphs(text).map(({ start, end, tokens }) => {
      const corrected =
        weighKinds(splitTokens(text.slice(start, end), tokens), upperBounds) * stepped(upper);
      return { start, end, tokens: Math.ceil(Math.max(corrected, tokens * minRatio)) };
    });
  return {
    countAhead: (text) => counter.countAhead(text),
    paragraphs,
    count: (text) => paragraphs(text).reduce((sum, { tokens }) => sum + tokens, 0),
    info: (): TokenizerInfo => ({
      name: `${counter.info().name}, corrected by ${correction.samples} calls`,
      exactness: 'estimate',
      margin: Math.min(counter.info().margin, Math.round((correction.upper - 1) * 1000) / 1000),
    }),
  };
};
