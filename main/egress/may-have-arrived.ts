/** Whether a request that got no answer may have been read by the server it went to. */

/** Of an error of `fetch`, or of what caused it. */
const causeOf = (error: unknown): { code: string; syscall: string } => {
  const cause: unknown = error instanceof Error ? (error.cause ?? error) : null;
  const told = typeof cause === 'object' && cause !== null ? cause : {};
  const wordOf = (name: string): string => String(Reflect.get(told, name) ?? '');
  return { code: wordOf('code'), syscall: wordOf('syscall') };
};

/** A connection that stood was closed, or nothing came on it for too long. */
const afterConnecting = /^(?:UND_ERR_(?:SOCKET|HEADERS_TIMEOUT|BODY_TIMEOUT|RES_\w+)|HPE_\w+)$/u;

/** False where no connection came about: no such name, nobody listens, no way there, no trusted certificate. */
export const mayHaveArrived = (error: unknown): boolean => {
  const { code, syscall } = causeOf(error);
  if (afterConnecting.test(code)) return true;
  return ['ECONNRESET', 'EPIPE', 'ETIMEDOUT'].includes(code) && ['read', 'write'].includes(syscall);
};
