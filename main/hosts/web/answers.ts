/** Sends answers over HTTP. */
import type { ServerResponse } from 'node:http';
import type { Json, Reply, ReplyError } from '#shared/errors.ts';
import { closedPolicy, protectiveHeaders } from '../node/page-headers.ts';

/** Sends a Reply; does nothing when the asker has gone. */
export const sendReply = (
  response: ServerResponse,
  status: number,
  reply: Reply<Json>,
  more: Record<string, string> = {},
): void => {
  if (response.destroyed || response.writableEnded) return;
  const body = Buffer.from(JSON.stringify(reply));
  response.writeHead(status, {
    ...protectiveHeaders,
    'Content-Security-Policy': closedPolicy,
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': body.length,
    'Cache-Control': 'no-store',
    ...more,
  });
  response.end(body);
};

/** Refuses a request before it reaches dispatch. */
export const refuse = (
  response: ServerResponse,
  status: number,
  error: ReplyError,
  more?: Record<string, string>,
): void => {
  sendReply(response, status, { ok: false, error }, more);
};
