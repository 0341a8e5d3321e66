/**
 * What a log may hold of an error nobody expected: its kind and where it happened, never its words (S3-44).
 *
 * A message may quote the manuscript, over many lines, and the text of a stack begins with the message. So nothing of a
 * stack is taken over but lines that are places in code, and of a place nothing but names a compiler would accept.
 */
import { AppError } from '#shared/errors.ts';

const maxFrames = 20;
const maxCauses = 3;

/** `    at Object.run (file:///…/main/rpc/dispatch.ts:12:3)`, also without a function or without brackets. */
const frame =
  /^ {4}at (?:(?<name>(?:async |new )?[\w$.<>#[\] ]{1,120}) \()?(?<place>[^()]{1,600}:\d{1,7}:\d{1,7}|index \d{1,7}|<anonymous>|native)\)?$/;
/** What stands before the program's own folders names the writer's. */
const packageFile = /^.*\/(node_modules\/[\w@$./+-]+:\d+:\d+)$/;
const ownFile = /^.*\/((?:main|shared|renderer|preload|dist|scripts|tests)\/[\w@$./-]+:\d+:\d+)$/;
const systemModule = /^node:[\w/]+:\d+:\d+$/;
const plainName = /^[A-Za-z][\w$]{0,63}$/;
const plainCode = /^[A-Z][A-Z0-9_]{1,63}$/;

const placeOf = (place: string): string | null => {
  if (systemModule.test(place)) return place;
  const plain = place.replaceAll('\\', '/');
  return (packageFile.exec(plain) ?? ownFile.exec(plain))?.[1] ?? null;
};

/** The message without which `text` is a list of places; one that was changed later is told apart by its lines alone. */
const withoutMessage = ({ name, message }: Error, text: string): string => {
  const beginnings = [`${name}: ${message}\n`, `${message}\n`];
  const beginning = beginnings.find((candidate) => text.startsWith(candidate));
  return beginning === undefined ? text : text.slice(beginning.length);
};

const framesOf = (error: Error): string => {
  const { stack } = error;
  if (typeof stack !== 'string') return '';
  const frames: string[] = [];
  // From its end: places stand there without a gap, and a line of the message that looks like one stands before.
  for (const line of withoutMessage(error, stack).split('\n').toReversed()) {
    const parts = frame.exec(line)?.groups;
    if (!parts) break;
    const place = placeOf(parts.place ?? '');
    if (place !== null) frames.unshift(`at ${parts.name ? `${parts.name} ` : ''}(${place})`);
  }
  return frames.slice(0, maxFrames).join('\n');
};

/** `code` where it is one of a closed list or the system's. */
type ErrorKind = { name: string; code?: string };
export type ErrorReport = ErrorKind & { stack?: string; causes?: ErrorKind[] };

const kindOf = (error: Error): ErrorKind => {
  const code: unknown = 'code' in error ? error.code : undefined;
  return {
    name: plainName.test(error.name) ? error.name : 'Error',
    ...(typeof code === 'string' && plainCode.test(code) ? { code } : {}),
  };
};

/** The kind of an error alone, for a log line that says itself what went wrong. */
export const errorKind = (error: unknown): ErrorKind =>
  error instanceof Error ? kindOf(error) : { name: typeof error };

/**
 * Fields for a log line: `name`, `code` where there is one, `stack` as places relative to the program, and the kinds of
 * what caused it. Holds nothing of any message (S3-44).
 */
export const reportError = (error: unknown): ErrorReport => {
  if (!(error instanceof Error)) return errorKind(error);
  const causes: ErrorKind[] = [];
  for (let { cause } = error; cause instanceof Error && causes.length < maxCauses; ) {
    causes.push(kindOf(cause));
    ({ cause } = cause);
  }
  return {
    ...kindOf(error),
    stack: framesOf(error),
    ...(causes.length > 0 ? { causes } : {}),
  };
};

const isSystemError = (error: Error): boolean =>
  'code' in error && 'errno' in error && 'syscall' in error && typeof error.errno === 'number';

/**
 * An error that ends the program, in a line for the terminal. The system's own words and those of a closed code hold no
 * manuscript; of any other error its kind and its first place are said.
 */
export const sayError = (error: unknown): string => {
  if (error instanceof AppError) return `${error.code}: ${error.message}`;
  if (error instanceof Error && isSystemError(error)) return error.message;
  const { name, code } = errorKind(error);
  const place = error instanceof Error ? framesOf(error).split('\n')[0] : '';
  return ['Unexpected error:', name, code, place].filter((part) => part).join(' ');
};
