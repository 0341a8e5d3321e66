/** What is looked for in the whole book and by which rules, with what was ticked by hand (W2). Pure. */
import { unspaced } from '#shared/unspaced.ts';

export type Rules = { wholeWord: boolean; matchCase: boolean; foldForms: boolean; regex: boolean };

/** As they were chosen; null while the writer has not said whether only whole words are meant. */
export type ChosenRules = Omit<Rules, 'wholeWord'> & { wholeWord: boolean | null };

export type TextDraft = { query: string; replacement: string; rules: ChosenRules };

export type TextSearch = TextDraft & {
  /** The places whose tick was changed by hand, by their words. */
  flipped: ReadonlySet<string>;
};

export const noSearch: TextSearch = {
  ...{ query: '', replacement: '', flipped: new Set() },
  rules: { wholeWord: null, matchCase: false, foldForms: false, regex: false },
};

const letter = /\p{L}/u;

/** `Ann` is no part of “cannot” to who looks for it; Chinese has no ends of words to go by. */
const isOfSpacedWords = (query: string): boolean => letter.test(query) && !unspaced.test(query);

/** The rules that hold: until it is said, words of scripts with spaces are looked for as whole ones. */
export const rulesOf = ({ query, rules }: Pick<TextDraft, 'query' | 'rules'>): Rules => ({
  ...rules,
  wholeWord: rules.wholeWord ?? (!rules.regex && isOfSpacedWords(query)),
});

/** Only whole words are looked for, and nobody has said so. */
export const wholeUnasked = (search: Pick<TextDraft, 'query' | 'rules'>): boolean =>
  search.rules.wholeWord === null && rulesOf(search).wholeWord;

/** Another search; whether whole words are meant is said once. */
export const otherSearch = (
  { rules }: Pick<TextSearch, 'rules'>,
  words: Pick<TextSearch, 'query' | 'replacement'> = noSearch,
): TextSearch => ({
  ...noSearch,
  query: words.query,
  replacement: words.replacement,
  rules: { ...noSearch.rules, wholeWord: rules.wholeWord },
});

/** The search to open with: the one there was, unless other words are asked for. */
export function searchFor(
  before: TextSearch,
  { query = '', replacement = '' }: { query?: string; replacement?: string },
): TextSearch {
  const isSame = query === before.query && ['', before.replacement].includes(replacement);
  return query === '' || isSame ? before : otherSearch(before, { query, replacement });
}
