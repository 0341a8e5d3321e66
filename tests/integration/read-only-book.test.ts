import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type App, createApp } from '#main/app.ts';
import { decidingChannels } from '#main/rpc/refuse-elsewhere.ts';
import type { Channel } from '#shared/contract/index.ts';
import { isolation } from '#tests/contract/isolation-table.ts';
import { plantProject, type ProjectThings } from '#tests/contract/two-projects.ts';
import { createTestApp, type TestApp } from '#tests/helpers/app.ts';
import { type ContractClient, Json } from '#tests/helpers/contract-clients.ts';

let test: TestApp;
let other: App;
let things: ProjectThings;
const { signal } = new AbortController();

beforeAll(async () => {
  test = await createTestApp();
  const writer: ContractClient = {
    send: async (channel, input) =>
      Json.parse(JSON.parse(JSON.stringify(await test.app.dispatch(channel, input, { signal })))),
    listen: () => Promise.reject(new Error('not listened to here')),
    close: () => Promise.resolve(),
  };
  things = await plantProject(writer, test.folder, 'mine');
  other = await createApp(test.platform);
  const path = join(test.folder, 'mine');
  const opened = await other.dispatch('projects:open', { path }, { signal });
  if (!opened.ok) throw new Error(opened.error.message);
});
afterAll(async () => {
  await other.close();
  await test.close();
});

/** What the writer may send where the table names nothing of another book. */
const plain: { [C in (typeof decidingChannels)[number]]?: object } = {
  'projects:rename': { name: 'Another' },
  'memory:rules:create': { text: 'Short words.', confidence: 0.9 },
  'spelling:words:add': { word: 'Fernsby' },
  'spelling:words:remove': { word: 'Fernsby' },
  'reports:watched:change': { added: ['very'], removed: [] },
  'knowledge:newNames:dismiss': { name: 'Fernsby' },
  'knowledge:newNames:restore': { name: 'Fernsby' },
};

/** What the writer could ask for with what the book has. */
const inputOf = (channel: (typeof decidingChannels)[number]): object => {
  const attempts = isolation[channel];
  if ('unscoped' in attempts) return { projectId: things.projectId, ...plain[channel] };
  return attempts(things, things)[0]?.input ?? {};
};
const codeOf = async (channel: Channel, input: object): Promise<string> => {
  const reply = await other.dispatch(channel, input, { signal });
  return reply.ok ? 'taken' : reply.error.code;
};

it.each(decidingChannels)(
  '%s is refused where another program writes in the book, like the change of a chapter [F17]',
  async (channel) => {
    expect(await codeOf(channel, inputOf(channel))).toBe('PROJECT_LOCKED');
  },
);

it('what is kept on this machine alone goes on in a book that can only be read, and all is read [F17]', async () => {
  const { projectId } = things;
  const before = await test.call('constraints:list', { projectId });
  const reply = await other.dispatch('projects:get', { projectId }, { signal });
  expect(reply).toMatchObject({ value: { readOnly: true } });
  expect(await codeOf('constraints:list', { projectId })).toBe('taken');
  expect(await codeOf('conversation:create', { projectId, title: 'One' })).toBe('taken');
  expect(await codeOf('memory:episodes:create', { projectId, text: 'One.' })).toBe('taken');
  expect(await test.call('constraints:list', { projectId })).toEqual(before);
});

it('whoever comes to write in the book decides about it as well [F17]', async () => {
  const { projectId } = things;
  await test.call('projects:close', { projectId });
  expect(await codeOf('projects:takeOver', { projectId })).toBe('taken');
  const made = { projectId, type: 'plot', text: 'Mine now.' };
  expect(await codeOf('constraints:create', made)).toBe('taken');
});
