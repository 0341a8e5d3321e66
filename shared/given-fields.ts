/** The fields of a change that are given: what is `undefined` leaves the present value alone. */
export const givenFields = <T extends object>(
  change: T,
): { [K in keyof T]: Exclude<T[K], undefined> } =>
  Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]: Exclude<T[K], undefined>;
  };
