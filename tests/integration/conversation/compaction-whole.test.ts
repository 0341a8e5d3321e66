import { renameSync, rmSync, writeFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { CompactionRequest } from '#main/assistant/conversation/service.ts';
import { AppError } from '#shared/errors.ts';
import {
  type ConversationsWorld,
  count,
  openConversations,
  projectId,
  readNumbered,
  usage,
} from '#tests/helpers/conversations.ts';

let world: ConversationsWorld;
let conversationId: string;
beforeEach(() => {
  world = openConversations();
  world.settings.assistant.keepRounds = 2;
  world.settings.assistant.offloadTokens = 500;
  ({ conversationId } = world.service.create({ projectId }));
});
afterEach(() => world.close());

const contextWindow = 20_000;
const asked: string[] = [];
const request = (): CompactionRequest => ({
  conversationId,
  contextWindow,
  count,
  urgency: 'due',
  tokens: 40_000,
  writer: {
    ask: async ({ user }) => {
      asked.push(user);
      return '归纳';
    },
    window: contextWindow,
    count,
    took: () => usage(),
  },
});
const compact = (change: Partial<CompactionRequest> = {}, service = world.service) =>
  service.compact({ ...request(), ...change }, new AbortController().signal);

/** Rounds with a long answer each, and a long output. */
const converse = async (rounds: number, answer = '答'.repeat(3_000)): Promise<void> => {
  for (let number = 1; number <= rounds; number += 1) {
    const turn = await world.service.begin({ conversationId, text: `问${number}` });
    await readNumbered(turn, number);
    turn.finish(answer, usage());
  }
};
/** Everything a compaction may change. */
const everything = async () => ({
  conversation: world.service.get(conversationId),
  files: (await world.files.list({ conversationId, limit: 100 })).items.map(({ id }) => id),
  prompt: await world.service.preview({ conversationId, text: '今' }, '', count),
});

describe('a compaction is one step', () => {
  it('takes outputs alone while that is enough, and asks no model [S2-10]', async () => {
    await converse(4, '答');
    asked.length = 0;
    const done = await compact({ tokens: 17_000 });
    expect(done).toMatchObject({ archived: 0, summaryMessageId: null });
    expect(done.offloaded).toBeGreaterThan(0);
    expect(asked).toEqual([]);
    const out = world.service
      .get(conversationId)
      .messages.filter(({ metadata }) => metadata.offloaded);
    expect(out.map(({ role }) => role)).toEqual(
      Array.from({ length: done.offloaded }, () => 'tool'),
    );
    expect(out[0]?.metadata.call_id).toBe('call_1');
  });

  it('takes outputs and rounds together when it needs both [S2-11]', async () => {
    await converse(5);
    const { archived, offloaded, summaryMessageId } = await compact();
    expect(archived).toBe(12);
    expect(offloaded).toBe(2);
    expect(summaryMessageId).not.toBeNull();
  });

  it('leaves everything as it was when the disk is full in the middle, and succeeds when it is not [S2-11]', async () => {
    await converse(5);
    const before = await everything();
    // SQLite itself refuses to grow: what a full disk does to it.
    const pages = Number(world.database.pragma('page_count', { simple: true }));
    world.database.pragma(`max_page_count = ${pages}`);
    const text = '字'.repeat(200_000);
    const full = { writer: { ...request().writer, ask: async () => text } };
    expect(await compact(full)).toEqual({ archived: 0, offloaded: 0, summaryMessageId: null });
    expect(world.events.at(-1)?.payload).toMatchObject({ state: 'failed' });
    expect(await everything()).toEqual(before);
    world.database.pragma('max_page_count = 1073741823');
    expect((await compact()).offloaded).toBe(2);
  });

  it('leaves everything as it was when one file of several cannot be made [S2-11]', async () => {
    await converse(5);
    const before = await everything();
    let made = 0;
    const service = world.another({
      files: {
        ...world.files,
        create: (id, file) => {
          made += 1;
          return made > 1
            ? Promise.reject(new AppError('DISK_FULL', 'full'))
            : world.files.create(id, file);
        },
      },
    });
    expect(await compact({}, service)).toMatchObject({ archived: 0, offloaded: 0 });
    expect(made).toBe(2);
    expect(await everything()).toEqual(before);
  });

  it('leaves everything as it was when no file can be made at all [S2-11]', async () => {
    await converse(5);
    const before = await everything();
    renameSync(world.context, `${world.context}-aside`);
    writeFileSync(world.context, 'in the way');
    expect(await compact()).toMatchObject({ archived: 0, offloaded: 0 });
    rmSync(world.context);
    renameSync(`${world.context}-aside`, world.context);
    expect(await everything()).toEqual(before);
  });
});
