/** Fewer code units than these could stand anywhere. */
export const minContextLength = 12;

/** Fewer letters than these could stand anywhere, be they all that is left of a place, or all of its line. */
const minLetters = 4;

export const hasEnoughLetters = (text: string): boolean =>
  (text.match(/[\p{L}\p{N}]/gu)?.length ?? 0) >= minLetters;

/** Every place of `wanted` in `text`, overlapping ones too. */
export function* placesOf(text: string, wanted: string): Generator<number> {
  for (let place = text.indexOf(wanted); place !== -1; place = text.indexOf(wanted, place + 1)) {
    yield place;
    if (place === text.length) return;
  }
}

/** The only place of `wanted` in `text`, or null when there is none or more than one. */
export const findOnlyPlace = (text: string, wanted: string): number | null => {
  const [first, second] = placesOf(text, wanted);
  return first === undefined || second !== undefined ? null : first;
};
