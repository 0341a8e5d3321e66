/** Keeps the numbers with the greatest scores; equal scores keep the smaller number, so answers never vary. */
export const bestOf = (scores: ArrayLike<number>, limit: number): number[] => {
  const size = Math.min(limit, scores.length);
  if (size <= 0) return [];
  // A heap with the worst of the kept on top. Scores lie beside their numbers: looking them up would cost more.
  const numbers = new Uint32Array(size);
  const held = new Float64Array(size);
  let count = 0;

  /** Puts a number where it belongs on the way down from the top of a heap of `end`. */
  const sink = (number: number, score: number, end: number): void => {
    let place = 0;
    for (;;) {
      let child = 2 * place + 1;
      if (child >= end) break;
      let other = held[child] ?? 0;
      if (child + 1 < end) {
        const right = held[child + 1] ?? 0;
        const isWorse =
          right < other || (right === other && (numbers[child + 1] ?? 0) > (numbers[child] ?? 0));
        if (isWorse) {
          child++;
          other = right;
        }
      }
      if (other > score || (other === score && (numbers[child] ?? 0) < number)) break;
      held[place] = other;
      numbers[place] = numbers[child] ?? 0;
      place = child;
    }
    held[place] = score;
    numbers[place] = number;
  };

  const rise = (number: number, score: number): void => {
    let place = count;
    while (place > 0) {
      const parent = (place - 1) >> 1;
      const above = held[parent] ?? 0;
      // Numbers come rising: of equal scores the new one is the worse.
      if (above < score) break;
      held[place] = above;
      numbers[place] = numbers[parent] ?? 0;
      place = parent;
    }
    held[place] = score;
    numbers[place] = number;
  };

  /** What a number must beat: nothing at first, then the worst that is kept. */
  let min = 0;
  for (let number = 0; number < scores.length; number++) {
    const score = scores[number] ?? 0;
    if (!(score > min)) continue;
    if (count < size) {
      rise(number, score);
      count++;
    } else sink(number, score, size);
    if (count === size) min = held[0] ?? 0;
  }
  // The worst goes behind what is left of the heap, until the best stands first.
  for (let end = count - 1; end > 0; end--) {
    const worst = numbers[0] ?? 0;
    sink(numbers[end] ?? 0, held[end] ?? 0, end);
    numbers[end] = worst;
  }
  const best: number[] = [];
  for (let place = 0; place < count; place++) best.push(numbers[place] ?? 0);
  return best;
};
