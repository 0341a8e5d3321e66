import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Channel, channels, contract } from '#shared/contract/index.ts';
import { answerOf, type ContractClient, Json, Reply } from '#tests/helpers/contract-clients.ts';
import { bodyOf, hostileInputs, type Known, rememberNames } from '#tests/helpers/hostile-inputs.ts';
import { type Served, serveFabula } from '#tests/helpers/serve.ts';
import { canaryOf, plantProject, type ProjectThings } from './two-projects.ts';

const firstSeed = Number(process.env.FABULA_TEST_SEED ?? 20_252);
/** By the channel's name: a new channel changes no other's inputs. */
const seedOf = (channel: Channel): number =>
  [...channel].reduce(
    (sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 2_147_483_647,
    firstSeed,
  );
/** How many inputs of each of the two kinds every channel gets. */
const count = Number(process.env.FABULA_TEST_INPUTS ?? 3);
/** For ever, as far as one call goes; ms. */
const longestWait = 60_000;

/** Channels that are not asked, each with its reason: none yet. One that would end the program belongs here. */
const leftOut: { [C in Channel]?: string } = {};

/** Only these may change the file of a chapter that is there. */
const writing: readonly Channel[] = [
  'documents:save',
  'manuscript:replace',
  'manuscript:undo',
  'documents:rename',
  'documents:update',
  'documents:split',
  'documents:merge',
  'documents:moveScene',
  'documents:undo',
  'documents:move',
  'documents:toVolume',
  'documents:delete',
  'documents:restore',
  'documents:conflict:resolve',
  'documents:snapshots:restore',
  'documents:snapshots:restoreOriginal',
  'ai:candidates:accept',
  'import:undo',
];

const canary = canaryOf('mine');
const known: Known = { planted: new Map(), told: new Map() };
let base: string;
let place: string;
let books = 0;
let book = '';
let chapter: string;
let bytes: string;
let served: Served;
let things: ProjectThings | undefined;
const faults: string[] = [];

const post = async (channel: string, body: string): Promise<unknown> => {
  const response = await fetch(`${served.url}/rpc/${encodeURIComponent(channel)}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${served.token}` },
    body,
    signal: AbortSignal.timeout(longestWait),
  });
  return response.json();
};

const client: ContractClient = {
  send: async (channel, input) => {
    const answer = Json.parse(await post(channel, JSON.stringify(input)));
    rememberNames(known.told, answer);
    return answer;
  },
  listen: () => Promise.reject(new Error('not listened to here')),
  close: () => Promise.resolve(),
};

beforeAll(async () => {
  base = await mkdtemp(join(tmpdir(), 'fabula-hostile-'));
  place = join(base, 'place');
  // Deep enough for every relative path to end inside, or nowhere.
  const standing = join(base, 'standing', 'a', 'b', 'c');
  await Promise.all([mkdir(place), mkdir(standing, { recursive: true })]);
  served = await serveFabula(join(base, 'data'), [], undefined, {
    PWD: standing,
    HOME: base,
    FABULA_DOCUMENTS_DIR: join(base, 'documents'),
    // Whatever would leave this machine meets a closed door.
    NODE_USE_ENV_PROXY: '1',
    HTTP_PROXY: 'http://127.0.0.1:9',
    HTTPS_PROXY: 'http://127.0.0.1:9',
    NO_PROXY: '127.0.0.1,localhost,::1',
  });
});
afterAll(async () => {
  await served.stop('SIGKILL');
  await rm(base, { recursive: true, force: true, maxRetries: 3 });
});

/** Whether what was planted is still there: a channel may have closed, deleted or forgotten it. */
const isPlanted = async (): Promise<boolean> => {
  if (things === undefined) return false;
  const { projectId, documentId, constraintId, entityId, conversationId } = things;
  await writeFile(chapter, bytes);
  const opened = await answerOf(client, 'projects:open', { path: book });
  const constraints = await answerOf(client, 'constraints:list', { projectId });
  const entities = await answerOf(client, 'knowledge:entities:list', { projectId });
  const conversations = await answerOf(client, 'conversation:list', { projectId });
  return (
    opened.documents.some((one) => one.documentId === documentId) &&
    constraints.items.some((one) => one.constraintId === constraintId) &&
    entities.items.some((one) => one.entityId === entityId) &&
    conversations.items.some((one) => one.conversationId === conversationId)
  );
};

/** The book as it was, whatever the channel before did to it. */
const makeReady = async (): Promise<void> => {
  await answerOf(client, 'settings:update', { debugMode: true, embedder: { kind: 'builtin' } });
  // Caps that an input has set would keep the book from being planted anew.
  await answerOf(client, 'purse:update', { perDay: {}, perMonth: {}, perRequest: {} });
  if (!(await isPlanted())) await plant();
};

/** A book with one of each thing, so that inputs get further than to an id that nobody knows. */
const plant = async (): Promise<void> => {
  if (things) await client.send('projects:close', { projectId: things.projectId });
  books += 1;
  things = await plantProject(client, base, `mine-${books}`);
  book = join(base, `mine-${books}`);
  chapter = join(book, '01 One.md');
  const { projectId, conversationId, documentId } = things;
  bytes = await readFile(chapter, 'utf8');
  const { version } = await answerOf(client, 'documents:read', { projectId, documentId });
  const attached = { conversationId, name: 'notes', text: 'An attachment.' };
  const { id } = await answerOf(client, 'conversation:attach', attached);
  const model = {
    id: 'm-1',
    provider: 'ollama',
    model: 'm',
    baseUrl: 'http://127.0.0.1:9/',
  } as const;
  await answerOf(client, 'ai:models:save', { ...model, contextWindow: 16_000 });
  await answerOf(client, 'ai:models:select', { id: 'm-1' });
  const asked = { projectId, documentId, cursorPosition: 10, skillId: 'continue' };
  const { runId } = await answerOf(client, 'ai:run', asked);
  const { turnId } = await answerOf(client, 'conversation:send', { conversationId, text: 'Why?' });
  const { messages } = await answerOf(client, 'conversation:get', { conversationId });
  const names = {
    ...things,
    ...{ version, id, runId, turnId, skillId: 'continue', messageId: messages[0]?.messageId },
    ...{ subjectId: things.entityId, objectId: things.otherEntityId },
    ...{ from: things.assemblyId, to: things.assemblyId, path: book },
  };
  known.planted.clear();
  rememberNames(known.planted, names);
};

const looksInside = /\n\s+at |node_modules|\.[cm]?[jt]s:\d/u;

/** What is wrong with an answer; null when nothing is. */
const faultOf = (channel: Channel, answer: unknown, body: string): string | null => {
  const parsed = Reply.safeParse(answer);
  if (!parsed.success) return 'no Reply';
  const reply = parsed.data;
  if (reply.ok) {
    return contract[channel].output.safeParse(reply.value).success ? null : 'not as agreed';
  }
  if (reply.error.code === 'INTERNAL') return 'INTERNAL';
  const said = JSON.stringify(reply.error);
  // What the caller sent itself may come back, as an id that is none.
  if (said.includes(canary) && !body.includes(canary)) return 'manuscript in an error';
  return looksInside.test(reply.error.message) ? `inside shown: ${reply.error.message}` : null;
};

const send = async (channel: Channel, input: unknown): Promise<void> => {
  const body = bodyOf(input, known, place);
  const report = (fault: string): void => {
    faults.push(`${channel}: ${fault} after ${body.slice(0, 600)}`);
  };
  let answer: unknown;
  try {
    answer = await post(channel, body);
  } catch (error) {
    return report(`no answer (${String(error)})`);
  }
  rememberNames(known.told, answer);
  const fault = faultOf(channel, answer, body);
  if (fault !== null) report(fault);
  const now = await readFile(chapter, 'utf8').catch(() => null);
  if (now === bytes) return;
  if (!writing.includes(channel)) report('another chapter');
  await writeFile(chapter, bytes);
};

describe('every channel under hostile inputs', () => {
  it(
    `answers ${count} of each kind by a code of the list, and changes no chapter beside its task [S3-36, S3-45]`,
    async () => {
      for (const channel of channels) {
        if (leftOut[channel] !== undefined) continue;
        await makeReady();
        const { input } = contract[channel];
        const { agreed, other } = hostileInputs(input, { seed: seedOf(channel), count });
        const accepted = agreed.filter(
          (one) => input.safeParse(JSON.parse(bodyOf(one, known, place))).success,
        );
        if (accepted.length === 0) faults.push(`${channel}: no input of ${count} was as agreed`);
        for (const one of [...agreed, ...other]) await send(channel, one);
      }
      await makeReady();
      expect(faults).toEqual([]);
      expect(served.process.exitCode).toBe(null);
    },
    120_000 + count * 60_000,
  );

  it('leaves no word of the manuscript in a log', async () => {
    const logs = join(base, 'data', 'logs');
    const files = await readdir(logs);
    expect(files.length).toBeGreaterThan(0);
    for (const file of files) {
      const lines = await readFile(join(logs, file), 'utf8');
      // A file is logged by the name its caller gave it [S1-14].
      const unnamed = lines.replaceAll(/Wrote content: .*? \(\d+ bytes\)/g, 'Wrote content');
      expect(unnamed).not.toContain(canary);
    }
  });

  it('knows every channel it leaves out', () => {
    expect(channels).toEqual(expect.arrayContaining(Object.keys(leftOut)));
  });
});
