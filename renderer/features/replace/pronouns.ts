/** Words that may mean the renamed person: shown, never changed. */
const pronoun = /[他她它]们?|\b(?:he|she|him|his|hers?|himself|herself)\b/giu;

export type Piece = { text: string; isPronoun: boolean };

/** A text cut at its pronouns. */
export const cutAtPronouns = (text: string): Piece[] => {
  const pieces: Piece[] = [];
  let taken = 0;
  for (const found of text.matchAll(pronoun)) {
    if (found.index > taken)
      pieces.push({ text: text.slice(taken, found.index), isPronoun: false });
    pieces.push({ text: found[0], isPronoun: true });
    taken = found.index + found[0].length;
  }
  if (taken < text.length) pieces.push({ text: text.slice(taken), isPronoun: false });
  return pieces;
};
