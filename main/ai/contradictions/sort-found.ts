/** What of a model's findings is new, and what is known. Pure. */
import type { StoredFinding } from '#main/book/findings/service.ts';
import { type Draft, freeId, storedFrom } from './draft.ts';
import { relocate, type TextOf } from './place-today.ts';
import { minWording, samePlaces, sameWording } from './same-places.ts';

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

type Match = { one: StoredFinding; before: StoredFinding; wording: number; shared: number };

/**
 * Which of the known each found one is. One stands for one: of two findings of an answer at the same places, the one in the
 * words nearest to those of the known one is it, and the other is new.
 */
const matchKnown = (
  known: readonly StoredFinding[],
  found: readonly StoredFinding[],
  textOf: TextOf,
): Map<StoredFinding, StoredFinding> => {
  const matches = found
    .flatMap((one) =>
      known.map((before): Match => {
        const wording = sameWording(before.message, one.message);
        return { one, before, wording, shared: samePlaces(before, one, textOf) };
      }),
    )
    .filter(({ shared }) => shared > 0)
    .toSorted((one, other) => other.wording - one.wording || other.shared - one.shared);
  const matched = new Map<StoredFinding, StoredFinding>();
  const taken = new Set<StoredFinding>();
  for (const { one, before } of matches) {
    if (matched.has(one) || taken.has(before)) continue;
    matched.set(one, before);
    taken.add(before);
  }
  return matched;
};

/**
 * `fresh`: not known yet. What is known is so by its two places, in whichever order they were named and however they were cut
 * (see {@link samePlaces}), not by the words of the model. `again`: known, a place of it gone from where it was: at the places
 * it has now. What was dismissed stays so.
 */
export const sortFound = (
  known: readonly StoredFinding[],
  drafts: readonly Draft[],
  foundAt: number,
): SortedFindings => {
  const textOf = quotedTexts(drafts);
  const all = drafts.map((draft) => ({ draft, one: storedFrom([draft], foundAt)[0] }));
  const found = all.flatMap(({ one }) => one ?? []);
  const matched = matchKnown(known, found, textOf);
  const ids = new Set(known.map(({ findingId }) => findingId));
  const fresh: StoredFinding[] = [];
  const again: StoredFinding[] = [];
  // Two findings of one answer at the same places are one where the model says of them much the same.
  const isTold = (one: StoredFinding): boolean =>
    found
      .slice(0, found.indexOf(one))
      .some(
        (other) =>
          samePlaces(other, one, textOf) > 0 &&
          sameWording(other.message, one.message) >= minWording,
      );
  for (const { draft, one } of all) {
    if (!one) continue;
    const before = matched.get(one);
    if (before) {
      if (!relocate(before, textOf)) again.push({ ...before, places: one.places });
    } else if (!isTold(one)) {
      const findingId = freeId(draft, ids);
      ids.add(findingId);
      fresh.push({ ...one, findingId });
    }
  }
  return { fresh, again };
};
