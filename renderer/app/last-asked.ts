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
