import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Channel, Input, Output } from '#shared/contract/index.ts';
import { type ModelServer, startModelServer } from './model-server.ts';
import { callTo, type Served, serveFabula } from './serve.ts';

type Messages = Output<'conversation:get'>['messages'];

/** `fabula serve` on an empty data folder, a book, and a scripted model it reaches over HTTP. */
export type ServedChat = {
  server: ModelServer;
  /** Where the program keeps its data; nothing is in it that the program did not put there. */
  data: string;
  /** The writer's folder of chapters. */
  book: string;
  projectId: string;
  served(): Served;
  call<C extends Channel>(channel: C, input: Input<C>): Promise<Output<C>>;
  /** A conversation to chat in. */
  open(): Promise<string>;
  /** Sends, and waits for the end of the turn. */
  tell(conversationId: string, text: string): Promise<void>;
  /** The same, and answers all messages. */
  ask(conversationId: string, text: string): Promise<Messages>;
  messages(conversationId: string): Promise<Messages>;
  /** All bytes of a context file, page after page. */
  readAll(conversationId: string, id: string): Promise<string>;
  /** Kills the process as a power cut would, and starts another on the same data. */
  crash(): Promise<void>;
  close(): Promise<void>;
};

/** Asked again until it is so: another process does what is waited for. */
export const askUntil = async <T>(
  ask: () => T | Promise<T>,
  isSo: (value: T) => boolean,
): Promise<T> => {
  for (;;) {
    const value = await ask();
    if (isSo(value)) return value;
    await wait(20);
  }
};

export const startServedChat = async ({
  chapters = { '01.md': '# 第一章\n\n雪落了一夜。\n' },
  model = {},
  entry,
  environment = {},
}: {
  chapters?: Readonly<Record<string, string>>;
  model?: Partial<Input<'ai:models:save'>>;
  /** Of the program: its source, unless told otherwise. */
  entry?: string;
  environment?: NodeJS.ProcessEnv;
} = {}): Promise<ServedChat> => {
  const folder = mkdtempSync(join(tmpdir(), 'fabula-served-'));
  const data = join(folder, 'data');
  const book = join(folder, 'book');
  mkdirSync(book);
  for (const [name, text] of Object.entries(chapters)) writeFileSync(join(book, name), text);
  const server = await startModelServer();
  let served: Served;
  const start = async (): Promise<string> => {
    served = await serveFabula(data, ['--port', '0'], entry, environment);
    return (await chat.call('projects:open', { path: book, language: 'zh-CN' })).projectId;
  };
  const chat: ServedChat = {
    server,
    data,
    book,
    projectId: '',
    served: () => served,
    call: (channel, input) => callTo(served, channel, input),
    open: async () =>
      (await chat.call('conversation:create', { projectId: chat.projectId })).conversationId,
    async tell(conversationId, text) {
      await chat.call('conversation:send', { conversationId, text });
      await askUntil(
        () => chat.call('conversation:list', { projectId: chat.projectId }),
        ({ items }) => items.every(({ turnId }) => turnId === null),
      );
    },
    async ask(conversationId, text) {
      await chat.tell(conversationId, text);
      return chat.messages(conversationId);
    },
    messages: async (conversationId) =>
      (await chat.call('conversation:get', { conversationId })).messages,
    async readAll(conversationId, id) {
      let content = '';
      for (let offset = 0; ; ) {
        const page = await chat.call('context-files:read', {
          conversationId,
          id,
          offset,
          limit: 65_536,
        });
        content += page.content;
        if (page.done) return content;
        offset = page.nextOffset;
      }
    },
    async crash() {
      await served.stop('SIGKILL');
      await start();
    },
    async close() {
      await served.stop();
      await server.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
  chat.projectId = await start();
  await chat.call('ai:models:save', {
    id: 'scripted',
    provider: 'openai-compatible',
    baseUrl: `${server.url}/v1`,
    model: 'gpt-4o',
    contextWindow: 64_000,
    toolProtocol: 'native',
    ...model,
  });
  await chat.call('settings:update', { tools: { bash: 'allow' } });
  return chat;
};
