/** The web server: who may ask, and for what. */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { reportError } from '#main/base/failures/error-report.ts';
import { errorCodeOf } from '#main/base/failures/system-code.ts';
import type { Clock, Logger } from '#main/platform.ts';
import type { Dispatch } from '#main/rpc/dispatch.ts';
import type { EventBus } from '#main/events.ts';
import { AppError } from '#shared/errors.ts';
import { createRendererFiles, type RendererFiles } from '../node/renderer-files.ts';
import { refuse } from './answers.ts';
import { createEventStreams } from './event-stream.ts';
import { isAuthorised, isOwnHost, isOwnOrigin } from './request-guard.ts';
import { answerCall } from './rpc-endpoint.ts';
import { answerSession } from './session-endpoint.ts';
import type { LastPort } from './last-port.ts';
import { createSessions } from './sessions.ts';

const loopback = '127.0.0.1';
/** How long calls under way may take to finish once the server is told to stop, ms. */
const graceMs = 2000;

export type WebServer = {
  /** Address without a slash at its end, e.g. `http://127.0.0.1:4567`. */
  url: string;
  /** A code with which one page may open a session, within two minutes. */
  newCode(): string;
  /** Takes no more requests, ends the event streams, lets calls under way finish. */
  close(): Promise<void>;
};

export type WebServerOptions = {
  dispatch: Dispatch;
  events: EventBus;
  logger: Logger;
  /** Folder of the built interface; its absence only leaves the page out. */
  renderer: string;
  token: string;
  clock: Clock;
  /** 0: where this folder was served last, if that is free, else where the system chooses. */
  port: number;
  lastPort: LastPort;
};

/**
 * Fabula on the loopback address: `POST /rpc/<channel>`, `POST /session`, `GET /events`, and the interface's files.
 * @throws the system's error when the port is taken
 */
export const createWebServer = async (options: WebServerOptions): Promise<WebServer> => {
  const { dispatch, events, logger, token } = options;
  const files = createRendererFiles(options.renderer);
  const streams = createEventStreams(events, () => {
    logger.log('warn', 'slow event listener dropped');
  });
  const sessions = createSessions(token, options.clock);
  let port = 0;

  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const asked = {
      method: request.method ?? '',
      url: request.url ?? '',
      headers: request.headers,
    };
    const pathname = asked.url.split('?', 1)[0] ?? '';
    if (!isOwnHost(asked.headers.host, port)) {
      logger.log('security', 'request with a foreign Host refused');
      return refuse(response, 403, {
        code: 'UNAUTHORISED',
        message: 'The Host header is not this server.',
      });
    }
    const isCall = pathname.startsWith('/rpc/');
    const isSession = pathname === '/session';
    if (!isCall && !isSession && pathname !== '/events') return answerFile(files, asked, response);
    if (!isOwnOrigin(asked.headers)) {
      logger.log('security', 'request of a foreign page refused');
      return refuse(response, 403, {
        code: 'UNAUTHORISED',
        message: 'Only its own page may call this server.',
      });
    }
    const method = isCall || isSession ? 'POST' : 'GET';
    if (asked.method !== method) {
      return refuse(
        response,
        405,
        { code: 'INVALID_INPUT', message: `Use ${method} here.` },
        {
          Allow: method,
        },
      );
    }
    if (isSession) return answerSession(sessions, request, response);
    if (!isAuthorised(asked, sessions.admits)) {
      logger.log('security', 'request without the token refused');
      return refuse(
        response,
        401,
        { code: 'UNAUTHORISED', message: 'The token is missing or not the one of this start.' },
        {
          'WWW-Authenticate': 'Bearer',
        },
      );
    }
    if (!isCall) return streams.add(response);
    return answerCall(dispatch, pathname.slice('/rpc/'.length), request, response);
  };

  const server = createServer((request, response) => {
    response.once('finish', () => {
      // Otherwise a connection kept for a next request would hold up the end.
      if (!server.listening) setImmediate(() => server.closeIdleConnections());
    });
    answer(request, response).catch((error: unknown) => {
      logger.log('error', 'a request failed', reportError(error));
      if (response.headersSent) response.destroy();
      else refuse(response, 500, { code: 'INTERNAL', message: 'An unexpected error occurred.' });
    });
  });
  const { lastPort } = options;
  port = await listenAgain(server, options.port, lastPort.read());
  lastPort.note(port);
  return {
    url: `http://${loopback}:${port}`,
    newCode: sessions.newCode,
    close: () => {
      streams.close();
      return stop(server);
    },
  };
};

/** The port, where 0 lets the system choose one. PORT_TAKEN. */
const listen = async (server: Server, asked: number): Promise<number> => {
  server.listen(asked, loopback);
  try {
    await once(server, 'listening');
  } catch (error) {
    if (errorCodeOf(error) !== 'EADDRINUSE') throw error;
    const said = `Another program uses port ${asked}. Name another one with --port, or none.`;
    throw new AppError('PORT_TAKEN', said, { port: asked }, { cause: error });
  }
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('No port was given.');
  return address.port;
};

/** Where nobody asked for a port: the last one, unless something keeps us from it. */
const listenAgain = async (server: Server, asked: number, last: number): Promise<number> => {
  if (asked !== 0 || last === 0) return listen(server, asked);
  try {
    return await listen(server, last);
  } catch {
    // Another program has it by now, or it is one that this user may not have.
    return listen(server, 0);
  }
};

const stop = (server: Server): Promise<void> =>
  new Promise((resolve) => {
    const cut = setTimeout(() => server.closeAllConnections(), graceMs);
    server.close(() => {
      clearTimeout(cut);
      resolve();
    });
    server.closeIdleConnections();
  });

const answerFile = async (
  files: RendererFiles,
  asked: { method: string; url: string; headers: IncomingMessage['headers'] },
  response: ServerResponse,
): Promise<void> => {
  if (asked.method !== 'GET' && asked.method !== 'HEAD') {
    return refuse(response, 404, {
      code: 'UNKNOWN_CHANNEL',
      message: 'There is nothing to call at this address.',
    });
  }
  const pathname = asked.url.split('?', 1)[0] ?? '';
  const knownTag = asked.headers['if-none-match'];
  const file = await files.answer(pathname, knownTag ?? null);
  const length = file.status === 304 ? {} : { 'Content-Length': file.body.length };
  response.writeHead(file.status, { ...file.headers, ...length });
  response.end(asked.method === 'HEAD' ? undefined : file.body);
};
