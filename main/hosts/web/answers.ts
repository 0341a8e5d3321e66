import type { ServerResponse } from 'node:http';
import type { ErrorCode, Json, JsonObject, Reply } from '#shared/errors.ts';
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
  code: ErrorCode,
  message: string,
  details?: JsonObject,
  more?: Record<string, string>,
): void => {
  const error = details ? { code, message, details } : { code, message };
  sendReply(response, status, { ok: false, error }, more);
};
