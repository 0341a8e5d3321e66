/** Messages of the Model Context Protocol, one a line. */
import { isUtf8 } from 'node:buffer';
import type { Readable, Writable } from 'node:stream';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import {
  CallToolRequestSchema,
  ErrorCode,
  InitializeRequestSchema,
  isJSONRPCRequest,
  type JSONRPCMessage,
  JSONRPCMessageSchema,
  type RequestId,
  RequestIdSchema,
} from '@modelcontextprotocol/sdk/types.js';
import { z } from 'zod';

/** Bytes of a line: more than the longest text a tool takes can be in JSON. */
const maxLineBytes = 10 * 1024 * 1024;

/** How long calls under way may still take once nothing more comes in, ms. */
const maxDrain = 10_000;

const lineEnd = 0x0a;

const Addressed = z.object({ id: RequestIdSchema });

/** A line, or what of it is no message. */
type Reading = { message: JSONRPCMessage } | { refused: JSONRPCMessage } | null;

const refusal = (code: ErrorCode, message: string, request: unknown = null): Reading => {
  const id = Addressed.safeParse(request).data?.id;
  return {
    refused: { jsonrpc: '2.0', ...(id === undefined ? {} : { id }), error: { code, message } },
  };
};

const parseJson = (text: string): { value: unknown } | null => {
  try {
    return { value: JSON.parse(text) };
  } catch {
    return null;
  }
};

/** Requests with parameters: the SDK would call wrong ones its own failure. */
const requests = [InitializeRequestSchema, CallToolRequestSchema];

/** What is wrong with the parameters of a request; null when nothing is. */
const wrongParameters = (message: JSONRPCMessage): string | null => {
  if (!isJSONRPCRequest(message)) return null;
  const schema = requests.find(({ shape }) => shape.method.value === message.method);
  const issue = schema?.safeParse(message).error?.issues[0];
  return issue ? `${issue.path.join('.')}: ${issue.message}` : null;
};

/** Null for an empty line. */
const readLine = (line: Buffer): Reading => {
  if (!isUtf8(line)) return refusal(ErrorCode.ParseError, 'The line is no UTF-8.');
  const text = line.toString('utf8').trim();
  if (text === '') return null;
  const json = parseJson(text);
  if (!json) return refusal(ErrorCode.ParseError, 'The line is no JSON. A message is one line.');
  const parsed = JSONRPCMessageSchema.safeParse(json.value);
  if (parsed.success) {
    const wrong = wrongParameters(parsed.data);
    if (wrong === null) return { message: parsed.data };
    return refusal(ErrorCode.InvalidParams, wrong, json.value);
  }
  return refusal(ErrorCode.InvalidRequest, 'This is no message of JSON-RPC 2.0.', json.value);
};

const tooLong = refusal(
  ErrorCode.InvalidRequest,
  `A message has at most ${maxLineBytes} bytes; this one was not read.`,
);

/** Takes bytes apart into lines; of one that is too long nothing is kept but that it was there. */
const createLineReader = (): ((chunk: Buffer) => Reading[]) => {
  let parts: Buffer[] = [];
  let length = 0;
  const add = (part: Buffer): void => {
    length += part.length;
    if (length > maxLineBytes) parts = [];
    else parts.push(part);
  };
  const endLine = (): Reading => {
    const reading = length > maxLineBytes ? tooLong : readLine(Buffer.concat(parts));
    parts = [];
    length = 0;
    return reading;
  };
  return (chunk) => {
    const readings: Reading[] = [];
    let start = 0;
    for (let at = chunk.indexOf(lineEnd); at >= 0; at = chunk.indexOf(lineEnd, start)) {
      add(chunk.subarray(start, at));
      readings.push(endLine());
      start = at + 1;
    }
    add(chunk.subarray(start));
    return readings;
  };
};

const Cancelled = z.object({
  method: z.literal('notifications/cancelled'),
  params: z.object({ requestId: RequestIdSchema }),
});

/** Which requests wait for an answer. One that was called off gets none. */
const createWaiting = () => {
  const waiting = new Set<RequestId>();
  return {
    noteRead(message: JSONRPCMessage): void {
      if (isJSONRPCRequest(message)) waiting.add(message.id);
      const cancelled = Cancelled.safeParse(message).data;
      if (cancelled) waiting.delete(cancelled.params.requestId);
    },
    noteSent(message: JSONRPCMessage): void {
      const id = Addressed.safeParse(message).data?.id;
      if (id !== undefined && !('method' in message)) waiting.delete(id);
    },
    isEmpty: (): boolean => waiting.size === 0,
  };
};

/**
 * The SDK's own way over standard input and output passes over what it cannot read, so that whoever asked waits for ever, and
 * ends at a line that is too long. Here every line is answered. After the end of the input what was asked before it is still
 * answered, within {@link maxDrain}; the end of the output closes both.
 */
export const createLineTransport = (input: Readable, output: Writable): Transport => {
  const readLines = createLineReader();
  const waiting = createWaiting();
  let isClosed = false;
  let drain: NodeJS.Timeout | null = null;
  const close = (): void => {
    if (isClosed) return;
    isClosed = true;
    if (drain) clearTimeout(drain);
    input.off('data', take).pause();
    transport.onclose?.();
  };
  const closeWhenAnswered = (): void => {
    if (isClosed) return;
    if (waiting.isEmpty()) close();
    else drain ??= setTimeout(close, maxDrain);
  };
  const send = async (message: JSONRPCMessage): Promise<void> => {
    // What nobody reads any more is no failure: `error` of the output closes this.
    await new Promise<void>((resolve) => {
      output.write(`${JSON.stringify(message)}\n`, () => resolve());
    });
    waiting.noteSent(message);
    if (drain) closeWhenAnswered();
  };
  const take = (chunk: Buffer): void => {
    for (const reading of readLines(chunk)) {
      if (reading === null || isClosed) continue;
      if ('message' in reading) {
        waiting.noteRead(reading.message);
        transport.onmessage?.(reading.message);
      } else void send(reading.refused);
    }
  };
  const transport: Transport = {
    start() {
      input.on('data', take).on('error', close);
      input.once('end', closeWhenAnswered).once('close', closeWhenAnswered);
      output.on('error', close);
      return Promise.resolve();
    },
    send: (message) => (isClosed ? Promise.resolve() : send(message)),
    close: () => Promise.resolve(close()),
  };
  return transport;
};
