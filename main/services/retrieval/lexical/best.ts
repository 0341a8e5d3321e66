/** Keeps the numbers with the greatest scores; equal scores keep the smaller number, so answers never vary. */
export const bestOf = (scores: ArrayLike<number>, limit: number): number[] => {
  const heap: number[] = [];
  const isWorse = (a: number, b: number): boolean => {
    const left = scores[a] ?? 0;
    const right = scores[b] ?? 0;
    return left < right || (left === right && a > b);
  };
  const swap = (a: number, b: number): void => {
    const held = heap[a] ?? 0;
    heap[a] = heap[b] ?? 0;
    heap[b] = held;
  };
  const sink = (): void => {
    let place = 0;
    for (;;) {
      let worst = place;
      const lastChild = Math.min(2 * place + 2, heap.length - 1);
      for (let child = 2 * place + 1; child <= lastChild; child++) {
        if (isWorse(heap[child] ?? 0, heap[worst] ?? 0)) worst = child;
      }
      if (worst === place) return;
      swap(place, worst);
      place = worst;
    }
  };
  const rise = (): void => {
    let place = heap.length - 1;
    while (place > 0) {
      const parent = (place - 1) >> 1;
      if (!isWorse(heap[place] ?? 0, heap[parent] ?? 0)) return;
      swap(place, parent);
      place = parent;
    }
  };
  /** What a number must beat: nothing at first, then the worst that is kept. */
  let least = 0;
  for (let number = 0; number < scores.length && limit > 0; number++) {
    if (!((scores[number] ?? 0) > least)) continue;
    if (heap.length < limit) {
      heap.push(number);
      rise();
    } else {
      heap[0] = number;
      sink();
    }
    if (heap.length === limit) least = scores[heap[0] ?? 0] ?? 0;
  }
  return heap.sort((a, b) => (isWorse(a, b) ? 1 : -1));
};
