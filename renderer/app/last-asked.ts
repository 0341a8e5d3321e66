/**
 * Questions whose answers may come out of order. Each call of what is returned is a question, and answers whether that is
 * still the last one:
 *
 *     const isLast = ask();
 *     const answer = await call(…);
 *     if (isLast()) show(answer);
 */
export function createLastAsked(): () => () => boolean {
  let asked = 0;
  return () => {
    asked += 1;
    const own = asked;
    return () => own === asked;
  };
}

/**
 * Questions about one thing as it stands, whose answers are shown in the order in which they were asked. Each call of what
 * is returned is a question, and answers whether its answer may be shown: not after the answer to a later one.
 */
export function createInOrder(): () => () => boolean {
  let asked = 0;
  let shown = 0;
  return () => {
    asked += 1;
    const own = asked;
    return () => {
      if (own < shown) return false;
      shown = own;
      return true;
    };
  };
}

/**
 * Work that tells of a thing as it stands, one at a time: whoever asks while it is done is answered by a second time, which is
 * one for all who ask meanwhile about the same.
 */
export function createOnceMore(
  work: (about: string) => Promise<void>,
): (about: string) => Promise<void> {
  let running: Promise<void> | null = null;
  const waiting = new Map<string, Promise<void>>();
  const start = (about: string): Promise<void> => {
    waiting.delete(about);
    const own = work(about).finally(() => {
      if (running === own) running = null;
    });
    running = own;
    return own;
  };
  return (about) => {
    if (running === null && waiting.size === 0) return start(about);
    const known = waiting.get(about);
    if (known !== undefined) return known;
    const behind = [running, ...waiting.values()].at(-1) ?? Promise.resolve();
    const next = behind.catch(() => undefined).then(() => start(about));
    waiting.set(about, next);
    return next;
  };
}
