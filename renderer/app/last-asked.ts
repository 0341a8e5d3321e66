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
