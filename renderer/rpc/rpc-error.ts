import type { Channel } from '#shared/contract/index.ts';
import type { ErrorCode, ReplyError } from '#shared/errors.ts';

/** What was asked, as far as it is needed to tell the same call again. */
export type MadeCall = { channel: Channel; input: unknown };

/** A call that did not succeed, with the code its words are chosen by. */
export class RpcError extends Error {
  readonly code: ErrorCode;
  readonly details: NonNullable<ReplyError['details']>;
  /** Null until the client knows it. */
  made: MadeCall | null = null;

  constructor({ code, message, details }: ReplyError, options?: { cause?: unknown }) {
    super(message, options);
    this.name = 'RpcError';
    this.code = code;
    this.details = details ?? {};
  }
}

export const cancelled = (): RpcError =>
  new RpcError({ code: 'CANCELLED', message: 'The call was cancelled.' });

export const unreachable = (cause: unknown): RpcError =>
  new RpcError({ code: 'HOST_UNREACHABLE', message: 'The program did not answer.' }, { cause });
