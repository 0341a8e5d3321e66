/** Waits for something no longer than a given time. */

/**
 * Whether it was done in time; what is late goes on by itself. Throws what it throws within the time.
 * @param limitMs null waits as long as it takes
 */
export const settleWithin = async (
  work: Promise<unknown>,
  limitMs: number | null,
): Promise<boolean> => {
  if (limitMs === null) {
    await work;
    return true;
  }
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<false>((resolve) => {
    timer = setTimeout(() => resolve(false), limitMs);
  });
  try {
    return await Promise.race([work.then(() => true), late]);
  } finally {
    clearTimeout(timer);
  }
};
