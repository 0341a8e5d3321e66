/** Numbers terms in the order they come, in typed arrays: hundreds of terms of every request pass through one. */

export type TermTable = {
  /** Empties it and makes room for so many terms. */
  clear(most: number): void;
  /** The number of a term; a new one gets the next, which is what `size` was. */
  add(term: number): number;
  /** Its number, -1 where it was not added. */
  find(term: number): number;
  size(): number;
};

/** At most half full, so that a search ends soon. No term is below 0. */
const roomFor = (most: number): number => 2 ** Math.ceil(Math.log2(Math.max(8, 2 * most)));
const empty = -1;

export const createTermTable = (): TermTable => {
  let terms = new Float64Array(0);
  let numbers = new Int32Array(0);
  let size = 0;
  const placeOf = (term: number): number => {
    const mask = terms.length - 1;
    let place = (Math.imul(term ^ (term / 2 ** 21), 0x9e3779b1) >>> 8) & mask;
    while (terms[place] !== term && terms[place] !== empty) place = (place + 1) & mask;
    return place;
  };
  return {
    clear(most) {
      const room = roomFor(most);
      if (room > terms.length) {
        terms = new Float64Array(room);
        numbers = new Int32Array(room);
      }
      terms.fill(empty);
      size = 0;
    },
    add(term) {
      const place = placeOf(term);
      if (terms[place] === empty) {
        terms[place] = term;
        numbers[place] = size;
        size += 1;
      }
      return numbers[place] ?? 0;
    },
    find(term) {
      const place = placeOf(term);
      return terms[place] === term ? (numbers[place] ?? 0) : -1;
    },
    size: () => size,
  };
};
