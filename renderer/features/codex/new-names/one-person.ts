/** Which names of the list may be one person's (W6). Pure. */
import { foldText } from '#renderer/i18n/fold-text.ts';

/** More would be a list in a row of a list. */
const maxOffered = 3;

type Named = { name: string; kind: string };

/** In Han a name is part of another wherever it stands, in letters only where it is whole words of it. */
const isPartOf = (part: string, whole: string): boolean => {
  const [one, other] = [foldText(part), foldText(whole)];
  if (one === other) return false;
  if (/\p{Script=Han}/u.test(part)) return other.includes(one);
  return ` ${other} `.includes(` ${one} `);
};

/** Others of the same kind that hold this name or are held by it, in the order of the list. */
export const onePersonWith = <N extends Named>(one: Named, all: readonly N[]): N[] =>
  all
    .filter(
      (other) =>
        other.kind === one.kind &&
        (isPartOf(one.name, other.name) || isPartOf(other.name, one.name)),
    )
    .slice(0, maxOffered);
