/** How much of each of many texts a focus shares, told in one pass over the terms of all of them. */
import { type Terms, termsOf } from './similarity.ts';

/** The part of the smaller one's terms that each text shares with the focus, as `sharedShare` has it. */
export type FindLikeness = (focus: Terms) => Float64Array;

export const createLikeness = (texts: readonly string[]): FindLikeness => {
  const sizes = new Uint32Array(texts.length);
  const pairs: { term: number; owner: number }[] = [];
  for (const [owner, text] of texts.entries()) {
    const terms = termsOf(text);
    sizes[owner] = terms.length;
    for (const term of terms) pairs.push({ term, owner });
  }
  pairs.sort((left, right) => left.term - right.term);
  const terms = Float64Array.from(pairs, ({ term }) => term);
  const owners = Uint32Array.from(pairs, ({ owner }) => owner);
  return (focus) => {
    const shared = countShared({ terms, owners }, focus, texts.length);
    return shared.map((count, owner) => {
      const size = Math.min(sizes[owner] ?? 0, focus.length);
      return size === 0 ? 0 : count / size;
    });
  };
};

/** Both lists rise; a term that several texts have stands once for each. */
const countShared = (
  { terms, owners }: { terms: Float64Array; owners: Uint32Array },
  focus: Terms,
  texts: number,
): Float64Array => {
  const shared = new Float64Array(texts);
  let place = 0;
  for (let index = 0; index < focus.length && place < terms.length; index += 1) {
    const term = focus[index] ?? 0;
    while (place < terms.length && (terms[place] ?? 0) < term) place += 1;
    for (; terms[place] === term; place += 1) {
      const owner = owners[place] ?? 0;
      shared[owner] = (shared[owner] ?? 0) + 1;
    }
  }
  return shared;
};
