/** `fabula mcp` spoken to line by line: what no client of the SDK would send, and every byte that comes back. */
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fabula } from '#tests/helpers/serve.ts';

export type Message = {
  jsonrpc: '2.0';
  id?: number;
  error?: { code: number; message: string };
  result?: { content?: { text: string }[]; isError?: boolean };
};

export type Lent = {
  process: ChildProcess;
  write(bytes: string | Uint8Array): void;
  /** Sends a request; its id. */
  request(method: string, params: unknown): number;
  /** A call of a tool; its id. */
  call(tool: string, input: unknown): number;
  /** What is answered under this id; rejects when the program ends before. */
  reply(id: number): Promise<Message>;
  /** The text of a tool's answer, or the protocol's error. */
  ask(tool: string, input: unknown): Promise<string>;
  /** The next answer that names no request. */
  unaddressed(): Promise<Message>;
  /** Everything on standard output so far; throws for a line that is no JSON. */
  messages(): Message[];
  complaints(): string;
  ended: Promise<{ code: number | null; signal: string | null }>;
};

/** What a tool answered, or why the protocol refused the call. */
export const textOf = ({ result, error }: Message): string =>
  result?.content?.[0]?.text ?? error?.message ?? JSON.stringify(result);

export const lendBook = (folder: string, data: string): Lent => {
  const child = fabula(['mcp', folder, '--data-dir', data]);
  const { stdin, stdout, stderr } = child;
  if (!stdin || !stdout || !stderr) throw new Error('no pipes');
  const lines: string[] = [];
  let complaints = '';
  let lastId = 0;
  const byId = new Map<number, Message>();
  const nameless: Message[] = [];
  const looks = new Set<() => void>();
  const ended = once(child, 'close').then(([code, signal]) => {
    for (const look of looks) look();
    return { code, signal };
  });
  // It may be gone before all is written; `ended` says so.
  stdin.on('error', () => undefined);
  stderr.setEncoding('utf8').on('data', (text: string) => {
    complaints += text;
  });
  createInterface(stdout).on('line', (line) => {
    lines.push(line);
    const message: Message = JSON.parse(line);
    if (typeof message.id === 'number') byId.set(message.id, message);
    else nameless.push(message);
    for (const look of looks) look();
  });
  const wait = (find: () => Message | undefined): Promise<Message> =>
    new Promise((resolve, reject) => {
      const look = (): void => {
        const found = find();
        const isGone = child.exitCode !== null || child.signalCode !== null;
        if (!found && !isGone) return;
        looks.delete(look);
        if (found) resolve(found);
        else reject(new Error(`fabula mcp ended without an answer\n${complaints}`));
      };
      looks.add(look);
      look();
    });
  const lent: Lent = {
    process: child,
    write: (bytes) => void stdin.write(bytes),
    request(method, params) {
      lastId += 1;
      stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id: lastId, method, params })}\n`);
      return lastId;
    },
    call: (name, input) => lent.request('tools/call', { name, arguments: input }),
    reply: (id) => wait(() => byId.get(id)),
    ask: async (name, input) => textOf(await lent.reply(lent.call(name, input))),
    unaddressed: () => wait(() => nameless.shift()),
    messages: () => lines.map((line) => JSON.parse(line)),
    complaints: () => complaints,
    ended,
  };
  return lent;
};

/** Lent, and past the greeting of the protocol. */
export const lendGreeted = async (folder: string, data: string): Promise<Lent> => {
  const lent = lendBook(folder, data);
  const clientInfo = { name: 'rude-friend', version: '1' };
  const greeting = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo };
  await lent.reply(lent.request('initialize', greeting));
  lent.write('{"jsonrpc":"2.0","method":"notifications/initialized"}\n');
  return lent;
};
