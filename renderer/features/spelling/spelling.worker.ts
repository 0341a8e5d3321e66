/** Spells beside the page, so that typing never waits: its dictionaries are in its own file, nothing is fetched. */

import rules from '../../../node_modules/dictionary-en/index.aff?raw';
import american from '../../../node_modules/dictionary-en/index.dic?raw';
import british from '../../../node_modules/dictionary-en-gb/index.dic?raw';
import type { Answer, Question } from './messages.ts';
import type { Variant } from '#shared/spelling/dictionary.ts';
import { createSpeller, type Speller } from './speller.ts';

let variant: Variant | null = null;
let speller: Speller | null = null;

const spellerOf = (wanted: Variant): Speller => {
  if (speller === null || variant !== wanted) {
    speller = createSpeller({ rules, american, british }, wanted);
    variant = wanted;
  }
  return speller;
};

addEventListener('message', ({ data }: MessageEvent<Question>) => {
  const { isCorrect, suggest } = spellerOf(data.variant);
  const words =
    data.kind === 'check' ? data.words.filter((word) => !isCorrect(word)) : suggest(data.word);
  postMessage({ id: data.id, words } satisfies Answer);
});
