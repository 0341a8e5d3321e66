/** What of a model's findings is new, and what is known. Pure. */
import type { StoredFinding } from '#main/book/findings/service.ts';
import { type Draft, storedFrom } from './draft.ts';
import { isSamePair } from './keep-findings.ts';
import { sortByPlace, type TextOf } from './place-today.ts';

/** The texts that findings quote, as the model was told them. */
const quotedTexts = (drafts: readonly Draft[]): TextOf => {
  const texts = new Map(
    drafts.flatMap(({ places }) =>
      places.map(({ source, id, text }): [string, string] => [`${source} ${id}`, text]),
    ),
  );
  return ({ source, id }) => texts.get(`${source} ${id}`) ?? null;
};

export type SortedFindings = { fresh: StoredFinding[]; again: StoredFinding[] };

/**
 * `fresh`: not known yet, in whichever order its places were named: two findings are one where they quote the same sentences,
 * or overlap where the known one stands in the text by now. `again`: known by its sentences, at the places they have now;
 * what was dismissed stays so.
 */
export const sortFound = (
  known: readonly StoredFinding[],
  drafts: readonly Draft[],
  foundAt: number,
): SortedFindings => {
  const byId = new Map(known.map((one) => [one.findingId, one]));
  const standing = sortByPlace(known, quotedTexts(drafts)).known;
  const fresh: StoredFinding[] = [];
  const again: StoredFinding[] = [];
  for (const one of storedFrom(drafts, foundAt)) {
    const before = byId.get(one.findingId);
    if (before) again.push({ ...before, places: one.places });
    else if (![...standing, ...fresh].some((other) => isSamePair(other, one))) fresh.push(one);
  }
  return { fresh, again };
};
