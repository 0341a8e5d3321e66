import { createApp } from '#main/app.ts';
import { chooseFolders } from '#main/hosts/node/folders.ts';
import { findProgramFiles } from '#main/hosts/node/package-root.ts';
import { createNodePlatform, thisHome } from '#main/hosts/node/platform.ts';
import { type Channel, contract, type Input, type Output } from '#shared/contract/index.ts';
import { AppError, ReplyError } from '#shared/errors.ts';
import { z } from 'zod';
import { silentLogger } from './partial-dispatch.ts';
import { serveFabula } from './serve.ts';

export const Json = z.json();
export type Json = z.infer<typeof Json>;

export type Heard = { name: string; payload: Json };

/** One way to reach a whole, running Fabula; the contract suite is run over each. */
export type ContractClient = {
  /** The Reply as it arrives, whatever was asked. */
  send(channel: string, input: unknown, signal?: AbortSignal): Promise<Json>;
  /** Hears events until the returned function is called. */
  listen(onEvent: (event: Heard) => void): Promise<() => void>;
  close(): Promise<void>;
};

/** A Reply as any program would read it. */
export const Reply = z.discriminatedUnion('ok', [
  z.object({ ok: z.literal(true), value: Json }),
  z.object({ ok: z.literal(false), error: ReplyError }),
]);

/** The value of a channel, checked against the contract. @throws AppError with the reply's code */
export const answerOf = async <C extends Channel>(
  client: ContractClient,
  channel: C,
  input: Input<C>,
): Promise<Output<C>> => {
  const reply = Reply.parse(await client.send(channel, input));
  if (!reply.ok) throw new AppError(reply.error.code, `${channel}: ${reply.error.message}`);
  return contract[channel].output.parse(reply.value) as Output<C>;
};

/** The code of a call that must fail. @throws Error when it succeeds */
export const codeOf = async (
  client: ContractClient,
  channel: string,
  input: unknown,
): Promise<string> => {
  const reply = Reply.parse(await client.send(channel, input));
  if (reply.ok)
    throw new Error(`${channel} succeeded: ${JSON.stringify(reply.value).slice(0, 300)}`);
  return reply.error.code;
};

/** Dispatch in this process, with nothing between. */
export const openInProcess = async (data: string): Promise<ContractClient> => {
  const app = await createApp(
    {
      ...createNodePlatform({
        host: 'cli',
        files: findProgramFiles(import.meta.url),
        folders: chooseFolders(data, { ...thisHome(), environment: {} }),
        systemLanguage: 'en',
        logger: silentLogger,
      }),
      secrets: null,
      desktop: null,
      sqliteBinding: null,
    },
    { checkOutputs: true },
  );
  return {
    async send(channel, input, signal = new AbortController().signal) {
      const reply = await app.dispatch(channel, input, { signal });
      // What crosses a border is JSON: anything else must show itself here too.
      return JSON.parse(JSON.stringify(reply));
    },
    async listen(onEvent) {
      return app.events.on((name, payload) => {
        onEvent({ name, payload: JSON.parse(JSON.stringify(payload)) });
      });
    },
    close: () => app.close(),
  };
};

/** The web host as its own process, over HTTP. */
export const openOverHttp = async (data: string): Promise<ContractClient> => {
  const served = await serveFabula(data);
  const headers = { authorization: `Bearer ${served.token}`, 'content-type': 'application/json' };
  return {
    async send(channel, input, signal) {
      const response = await fetch(`${served.url}/rpc/${encodeURIComponent(channel)}`, {
        method: 'POST',
        headers,
        body: JSON.stringify(input),
        ...(signal ? { signal } : {}),
      });
      return response.json();
    },
    async listen(onEvent) {
      const leaving = new AbortController();
      const response = await fetch(`${served.url}/events`, { headers, signal: leaving.signal });
      if (!response.body) throw new Error('no stream');
      const reading = readEvents(response.body.pipeThrough(new TextDecoderStream()), onEvent);
      reading.catch((error: unknown) => {
        if (!leaving.signal.aborted) throw error;
      });
      return () => leaving.abort();
    },
    async close() {
      await served.stop();
    },
  };
};

const readEvents = async (
  stream: AsyncIterable<string>,
  onEvent: (event: Heard) => void,
): Promise<void> => {
  let text = '';
  for await (const part of stream) {
    text += part;
    const blocks = text.split('\n\n');
    text = blocks.pop() ?? '';
    for (const block of blocks) {
      const name = /^event: (.+)$/m.exec(block)?.[1];
      const data = /^data: (.+)$/m.exec(block)?.[1];
      if (name && data) onEvent({ name, payload: JSON.parse(data) });
    }
  }
};
