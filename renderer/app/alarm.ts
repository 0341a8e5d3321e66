/** A timer that is put off at every key: putting it off costs a number, not a timer of the browser. */

export type Alarm = {
  /** Rings so many milliseconds from now, instead of when it was set before. */
  set(delay: number): void;
  clear(): void;
  isSet(): boolean;
};

/** @param ring called once for each time it was set and not put off or cleared */
export function createAlarm(ring: () => void): Alarm {
  let due: number | null = null;
  let looksAt = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const lookIn = (delay: number): void => {
    looksAt = performance.now() + delay;
    timer = setTimeout(look, delay);
  };
  const look = (): void => {
    timer = undefined;
    if (due === null) return;
    const left = Math.ceil(due - performance.now());
    if (left > 0) {
      lookIn(left);
      return;
    }
    due = null;
    ring();
  };

  return {
    set(delay) {
      due = performance.now() + delay;
      if (timer !== undefined && looksAt <= due) return;
      clearTimeout(timer);
      lookIn(delay);
    },
    clear() {
      due = null;
      clearTimeout(timer);
      timer = undefined;
    },
    isSet: () => due !== null,
  };
}
