import type { z } from 'zod';
import {
  type Channel,
  contract,
  isChannel,
  type Output,
  type Parsed,
} from '#shared/contract/index.ts';
import { AppError, type Json, type Reply, replyError } from '#shared/errors.ts';
import { explainStorageFailure } from '#main/base/failures/storage-failure.ts';
import { reportError } from '#main/base/failures/error-report.ts';
import type { Logger } from '#main/platform.ts';

/** What a handler may know of its caller. The host fills it in; nothing of it comes from the request (S3-45). */
export type Call = {
  signal: AbortSignal;
};

export type Handlers = {
  [C in Channel]: (input: Parsed<C>, call: Call) => Output<C> | Promise<Output<C>>;
};

/** Runs one call: finds the channel, parses the input, calls, wraps. Never throws. */
export type Dispatch = (channel: string, input: unknown, call: Call) => Promise<Reply<Json>>;

const describeIssues = (error: z.ZodError): Json =>
  error.issues.slice(0, 20).map((issue) => ({
    path: issue.path.map(String).join('.'),
    message: issue.message,
  }));

/** Where half of a character stands in an input: nothing could be stored of it but another character. */
const findHalfCharacter = (value: unknown, path = ''): string | null => {
  if (typeof value === 'string') return value.isWellFormed() ? null : path;
  if (typeof value !== 'object' || value === null) return null;
  for (const [key, member] of Object.entries(value)) {
    const inside = path === '' ? key : `${path}.${key}`;
    const brokenPath = key.isWellFormed() ? findHalfCharacter(member, inside) : path;
    if (brokenPath !== null) return brokenPath;
  }
  return null;
};

type ParsedInput = { success: true; data: unknown } | { success: false; issues: Json };

const parseInput = (schema: z.ZodType, input: unknown): ParsedInput => {
  try {
    const parsed = schema.safeParse(input ?? {});
    if (parsed.success) {
      const path = findHalfCharacter(parsed.data);
      if (path === null) return parsed;
      return { success: false, issues: [{ path, message: 'Holds half of a character' }] };
    }
    return { success: false, issues: describeIssues(parsed.error) };
  } catch (error) {
    // Lists in lists by the thousand exhaust the stack of whoever walks them.
    if (!(error instanceof RangeError)) throw error;
    return { success: false, issues: [{ path: '', message: 'Nested too deeply' }] };
  }
};

/**
 * The only place where input is validated and errors are translated. `checkOutputs` also parses what handlers
 * answer: tests and development do, shipped programs need not.
 */
export const createDispatch = (
  handlers: Handlers,
  logger: Logger,
  options: { checkOutputs: boolean },
): Dispatch => {
  const fail = (channel: string, thrown: unknown): Reply<Json> => {
    const error = explainStorageFailure(thrown);
    if (error instanceof AppError) {
      return { ok: false, error: replyError(error) };
    }
    if (error instanceof Error && error.name === 'AbortError') {
      return { ok: false, error: { code: 'CANCELLED', message: 'The call was cancelled.' } };
    }
    logger.log('error', 'unexpected error in a call', { channel, ...reportError(error) });
    return {
      ok: false,
      error: {
        code: 'INTERNAL',
        message: 'An unexpected error occurred; the log has its details.',
      },
    };
  };

  return async (channel, input, call) => {
    if (!isChannel(channel)) {
      return {
        ok: false,
        error: {
          code: 'UNKNOWN_CHANNEL',
          message: `There is no channel "${channel.slice(0, 100)}".`,
        },
      };
    }
    const definition = contract[channel];
    const parsed = parseInput(definition.input, input);
    if (!parsed.success) {
      return {
        ok: false,
        error: {
          code: 'INVALID_INPUT',
          message: `The input of ${channel} is not as agreed.`,
          details: { issues: parsed.issues },
        },
      };
    }
    try {
      // One handler per channel is checked by the type of Handlers; the compiler cannot follow it through an index.
      const handler = handlers[channel] as (input: unknown, call: Call) => unknown;
      const value = await handler(parsed.data, call);
      if (options.checkOutputs) definition.output.parse(value);
      return { ok: true, value: value as Json };
    } catch (error) {
      return fail(channel, error);
    }
  };
};
