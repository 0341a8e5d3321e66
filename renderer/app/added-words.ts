/** What was written behind `said` since; all that stands there now where it was changed in another way. */
export const addedTo = (said: string, now: string): string =>
  now.startsWith(said) ? now.slice(said.length) : now;
