/** `POST /session`: a page trades the code it was opened with, or the start token, for a secret of its own. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { z } from 'zod';
import { refuse, sendReply } from './answers.ts';
import { readBody } from './request-body.ts';
import type { Sessions } from './sessions.ts';

const longestBody = 4096;
const Asked = z.union([
  z.strictObject({ code: z.string() }),
  z.strictObject({ token: z.string() }),
]);

const read = (text: string): z.infer<typeof Asked> | null => {
  try {
    return Asked.safeParse(JSON.parse(text)).data ?? null;
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
};

/** Answers `{session}`; UNAUTHORISED for a code that is wrong, used or late, and for a wrong token. */
export const answerSession = async (
  sessions: Sessions,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> => {
  const body = await readBody(request, longestBody);
  if (body.kind === 'gone') return;
  const asked = body.kind === 'whole' ? read(body.text) : null;
  if (!asked)
    return refuse(response, 400, {
      code: 'INVALID_INPUT',
      message: 'A code or a token is needed.',
    });
  const session =
    'code' in asked
      ? sessions.exchange(asked.code)
      : sessions.admits(asked.token)
        ? sessions.open()
        : null;
  if (session === null) {
    return refuse(response, 401, {
      code: 'UNAUTHORISED',
      message: 'The code was used, is late, or is not of this start.',
    });
  }
  sendReply(response, 200, { ok: true, value: { session } });
};
