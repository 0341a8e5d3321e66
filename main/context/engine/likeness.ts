/** How much of each of many texts a focus shares, told while the focus is read once. */
import { readTerms, type Terms, termsOf } from './similarity.ts';
import { createTermTable, type TermTable } from './term-table.ts';

/** The part of the smaller one's terms that each text shares with the focus, as `sharedShare` has it. */
export type FindLikeness = (focus: string) => Float64Array;

/** Which texts hold a term, by its number. */
const ownersOf = (table: TermTable, termsOfTexts: readonly Terms[]): number[][] => {
  const owners: number[][] = [];
  table.clear(termsOfTexts.reduce((sum, { length }) => sum + length, 0));
  for (const [owner, terms] of termsOfTexts.entries()) {
    for (const term of terms) {
      const number = table.add(term);
      const known = owners[number];
      if (known) known.push(owner);
      else owners[number] = [owner];
    }
  }
  return owners;
};

export const createLikeness = (texts: readonly string[]): FindLikeness => {
  const termsOfTexts = texts.map(termsOf);
  const table = createTermTable();
  const owners = ownersOf(table, termsOfTexts);
  const met = createTermTable();
  return (focus) => {
    const shared = new Float64Array(texts.length);
    met.clear(focus.length);
    for (const term of readTerms(focus)) {
      const before = met.size();
      if (met.add(term) < before) continue;
      const number = table.find(term);
      if (number < 0) continue;
      for (const owner of owners[number] ?? []) shared[owner] = (shared[owner] ?? 0) + 1;
    }
    return shared.map((count, owner) => {
      const size = Math.min(termsOfTexts[owner]?.length ?? 0, met.size());
      return size === 0 ? 0 : count / size;
    });
  };
};
