/** Numbers terms in the order they come, in typed arrays: hundreds of terms of every request pass through one. */

export type TermTable = {
  /** Empties it and makes room for so many terms. */
  clear(max: number): void;
  /** The number of a term; a new one gets the next, which is what `size` was. */
  add(term: number): number;
  /** Its number, -1 where it was not added. */
  find(term: number): number;
  size(): number;
};

/** At most half full, so that a search ends soon. */
const roomFor = (max: number): number => 2 ** Math.ceil(Math.log2(Math.max(8, 2 * max)));
/** As often as it can be emptied before its marks begin anew. */
const maxRounds = 2 ** 32 - 1;

export const createTermTable = (): TermTable => {
  let terms = new Float64Array(0);
  let numbers = new Int32Array(0);
  /** In which round a place was taken: emptying it touches none of them. */
  let rounds = new Uint32Array(0);
  let round = 0;
  let size = 0;
  const isTaken = (place: number): boolean => rounds[place] === round;
  const placeOf = (term: number): number => {
    const mask = terms.length - 1;
    let place = (Math.imul(term ^ (term / 2 ** 21), 0x9e3779b1) >>> 8) & mask;
    while (isTaken(place) && terms[place] !== term) place = (place + 1) & mask;
    return place;
  };
  return {
    clear(max) {
      const room = roomFor(max);
      if (room > terms.length) {
        terms = new Float64Array(room);
        numbers = new Int32Array(room);
      }
      if (rounds.length !== terms.length || round === maxRounds) {
        rounds = new Uint32Array(terms.length);
        round = 0;
      }
      round += 1;
      size = 0;
    },
    add(term) {
      const place = placeOf(term);
      if (!isTaken(place)) {
        rounds[place] = round;
        terms[place] = term;
        numbers[place] = size;
        size += 1;
      }
      return numbers[place] ?? 0;
    },
    find(term) {
      const place = placeOf(term);
      return isTaken(place) ? (numbers[place] ?? 0) : -1;
    },
    size: () => size,
  };
};
