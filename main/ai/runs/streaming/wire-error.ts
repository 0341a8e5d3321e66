/** Errors of the connection to a provider. */
import type { ErrorCode } from '#shared/errors.ts';

/** What our own look at a provider's bytes found, before the provider library could make something else of it. */
export class WireError extends Error {
  readonly code: ErrorCode;
  constructor(code: ErrorCode, message: string) {
    super(message);
    this.name = 'WireError';
    this.code = code;
  }
}

/** The first error of the wanted kind on the chain of causes. */
export const causeOfFailure = <T>(
  error: unknown,
  isWanted: (candidate: unknown) => candidate is T,
): T | null => {
  let current: unknown = error;
  for (let depth = 0; depth < 8 && current !== undefined && current !== null; depth += 1) {
    if (isWanted(current)) return current;
    current = current instanceof Error ? current.cause : undefined;
  }
  return null;
};
