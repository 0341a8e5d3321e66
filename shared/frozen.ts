/**
 * Freezes JSON data through and through and returns it: lists are handed to many readers without copying, and
 * a reader that writes into one must fail rather than change what the others see.
 */
export const frozen = <T>(value: T): T => {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value);
    for (const member of Object.values(value)) frozen(member);
  }
  return value;
};
