/** Answers calls over HTTP. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Dispatch } from '#main/rpc/dispatch.ts';
import { refuse, sendReply } from './answers.ts';
import { bodyLimit, readBody } from './request-body.ts';

const parseJson = (text: string): { value: unknown } | null => {
  if (text === '') return { value: {} };
  try {
    return { value: JSON.parse(text) };
  } catch (error) {
    // A RangeError: nested more deeply than the stack is high.
    if (error instanceof SyntaxError || error instanceof RangeError) return null;
    throw error;
  }
};

const channelOf = (encoded: string): string => {
  try {
    return decodeURIComponent(encoded);
  } catch (error) {
    if (error instanceof URIError) return encoded;
    throw error;
  }
};

/**
 * Answers one `POST /rpc/<channel>` of an authorised caller. The Reply comes with HTTP 200 whether it is ok or
 * not; only what never reached dispatch has another status. An asker who leaves aborts the call.
 */
export const answerCall = async (
  dispatch: Dispatch,
  encodedChannel: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> => {
  const left = new AbortController();
  response.once('close', () => {
    if (!response.writableFinished) left.abort();
  });
  const body = await readBody(request, bodyLimit);
  if (body.kind === 'gone') return;
  if (body.kind === 'tooLarge') {
    refuse(response, 413, {
      code: 'INVALID_INPUT',
      message: 'The input is larger than a call may be.',
      details: {
        limitBytes: bodyLimit,
      },
    });
    return;
  }
  const input = parseJson(body.text);
  if (!input) {
    refuse(response, 400, { code: 'INVALID_INPUT', message: 'The input is not JSON.' });
    return;
  }
  const channel = channelOf(encodedChannel);
  sendReply(response, 200, await dispatch(channel, input.value, { signal: left.signal }));
};
