import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { setImmediate, setTimeout as wait } from 'node:timers/promises';
import { type Script, type WireFormat, wires } from './model-wires.ts';

export type { Script, WireFormat } from './model-wires.ts';

export type RecordedCall = {
  format: WireFormat | 'other';
  path: string;
  headers: Readonly<Record<string, string>>;
  /** The request's bytes. */
  bytes: Buffer;
  body: Record<string, unknown>;
  /** Whether the client had closed the connection before the answer was whole. */
  aborted: boolean;
};

export type ModelServer = {
  /** `http://127.0.0.1:<port>` */
  url: string;
  port: number;
  calls: RecordedCall[];
  /** Answers in this order; the last one stays. A function sees the request, and may take its time. */
  script(...scripts: (Script | ((call: RecordedCall) => Script | Promise<Script>))[]): void;
  /** Fulfilled when a call that was under way is closed by the client. */
  nextAbort(): Promise<RecordedCall>;
  /** Fulfilled when a call has received all its pieces (before its end). */
  nextPieces(): Promise<RecordedCall>;
  close(): Promise<void>;
};

const formatOf = (path: string): RecordedCall['format'] => {
  if (path.endsWith('/chat/completions')) return 'openai';
  if (path.endsWith('/messages')) return 'anthropic';
  return path.endsWith('/api/chat') ? 'ollama' : 'other';
};

const withoutNumbers = (text: string): string =>
  text.replace(/"(\w+_(?:tokens|count))":\d+/gu, '"$1":"many"');

const readBody = async (request: IncomingMessage): Promise<Buffer> => {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(Buffer.from(part));
  return Buffer.concat(parts);
};

const parse = (bytes: Buffer): Record<string, unknown> => {
  try {
    return JSON.parse(bytes.toString('utf8'));
  } catch {
    return {};
  }
};

/**
 * One scripted model server on loopback that speaks what OpenAI-compatible servers, Anthropic and Ollama speak,
 * well and badly. Only the words are scripted: the HTTP is real.
 */
export const startModelServer = async (
  models: readonly string[] = ['scripted'],
): Promise<ModelServer> => {
  const calls: RecordedCall[] = [];
  const sockets = new Set<Socket>();
  let scripts: Parameters<ModelServer['script']> = [{}];
  const waiting = { abort: [], pieces: [] } as Record<
    'abort' | 'pieces',
    ((call: RecordedCall) => void)[]
  >;
  const tell = (what: 'abort' | 'pieces', call: RecordedCall): void => {
    for (const listener of waiting[what].splice(0)) listener(call);
  };

  const stream = async (
    response: ServerResponse,
    call: RecordedCall,
    format: WireFormat,
    script: Script,
  ): Promise<void> => {
    const wire = wires[format];
    const pieces = script.pieces ?? (script.calls ? [] : ['好。']);
    const input = script.usage?.input ?? Math.ceil(call.bytes.length / 3);
    const output = script.usage?.output ?? Math.ceil(pieces.join('').length * 0.8);
    const send = async (text: string): Promise<void> => {
      if (!response.destroyed) response.write(script.garbled ? withoutNumbers(text) : text);
      if (script.pause) await wait(script.pause);
    };
    response.writeHead(200, { 'content-type': wire.type, ...script.headers });
    response.flushHeaders();
    for (const part of wire.opening(script, input)) await send(part);
    if (script.reasoning !== undefined) await send(wire.thought(script.reasoning));
    for (const piece of pieces) await send(wire.piece(piece));
    for (const part of wire.calls(script.calls ?? [])) await send(part);
    tell('pieces', call);
    if (script.end === 'stall') return;
    if (script.end === 'drop') {
      // What was written must arrive before the connection breaks.
      await wait(20);
      response.destroy();
      return;
    }
    if (script.end === 'garbage') await send(wire.garbage);
    if (script.end === 'error') await send(wire.error);
    if (script.end === undefined)
      for (const part of wire.ending(script, input, output)) await send(part);
    response.end();
  };

  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const path = request.url ?? '/';
    const bytes = await readBody(request);
    const format = formatOf(path);
    if (request.method === 'GET') {
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(
        JSON.stringify(
          path.endsWith('/tags')
            ? { models: models.map((name) => ({ name })) }
            : { object: 'list', data: models.map((id) => ({ id, object: 'model' })) },
        ),
      );
      return;
    }
    const call: RecordedCall = {
      format,
      path,
      headers: Object.fromEntries(
        Object.entries(request.headers).map(([name, value]) => [name, String(value)]),
      ),
      bytes,
      body: parse(bytes),
      aborted: false,
    };
    calls.push(call);
    response.on('close', () => {
      if (response.writableEnded) return;
      call.aborted = true;
      tell('abort', call);
    });
    const next = scripts.length > 1 ? scripts.shift() : scripts[0];
    const script = typeof next === 'function' ? await next(call) : (next ?? {});
    if (script.hangsUp) {
      response.destroy();
      return;
    }
    if (script.status !== undefined || script.body !== undefined || format === 'other') {
      response.writeHead(script.status ?? (format === 'other' ? 404 : 200), {
        'content-type': 'application/json',
        ...script.headers,
      });
      const body = script.body ?? '{"error":{"message":"scripted refusal"}}';
      for (const piece of typeof body === 'string' ? [body] : body) {
        response.write(piece);
        await setImmediate();
      }
      response.end();
      return;
    }
    await stream(response, call, format, script);
  };

  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => {
      response.destroy(error instanceof Error ? error : new Error('scripted server'));
    });
  });
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  const next = (what: 'abort' | 'pieces') =>
    new Promise<RecordedCall>((resolve) => {
      waiting[what].push(resolve);
    });
  return {
    url: `http://127.0.0.1:${String(port)}`,
    port,
    calls,
    script: (...given) => {
      scripts = given;
    },
    nextAbort: () => next('abort'),
    nextPieces: () => next('pieces'),
    close: () =>
      new Promise((resolve) => {
        for (const socket of sockets) socket.destroy();
        server.close(() => resolve());
      }),
  };
};
