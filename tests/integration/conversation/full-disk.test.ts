import { afterEach, expect, it } from 'vitest';
import { AppError } from '#shared/errors.ts';
import {
  type ConversationsWorld,
  openConversations,
  projectId,
} from '#tests/helpers/conversations.ts';

let world: ConversationsWorld;
afterEach(() => world.close());

/** What came of an answer: more than the pages that are there have room for. */
const said = '她还没有说完'.repeat(40_000);
const failure = new AppError('DISK_FULL', 'The disk is full.');

const begin = async () => {
  world = openConversations();
  const { conversationId } = world.service.create({ projectId });
  const turn = await world.service.begin({ conversationId, text: '接着写' });
  return { conversationId, turn };
};
const setFull = (isFull: boolean): void => {
  const pages = Number(world.database.pragma('page_count', { simple: true }));
  world.database.pragma(`max_page_count = ${isFull ? pages : 1_000_000}`);
};

it('a turn whose end the disk does not take has ended all the same, and is stored once there is room [S2-14]', async () => {
  const { conversationId, turn } = await begin();
  setFull(true);
  expect(() => turn.abort(failure, said)).toThrow(/full/);
  expect(world.service.info(conversationId).turnId).toBeNull();
  expect(world.service.list(projectId)[0]?.turnId).toBeNull();
  expect(world.service.get(conversationId).turnId).toBeNull();
  // Not that it is busy: that would never end.
  const next = { conversationId, text: said };
  await expect(world.service.begin(next)).rejects.toMatchObject({ code: 'SQLITE_FULL' });
  expect(() => world.service.resume(conversationId)).toThrow(
    expect.objectContaining({ code: 'SQLITE_FULL' }),
  );

  setFull(false);
  const { messages, turnId } = world.service.get(conversationId);
  expect(turnId).toBeNull();
  expect(messages.at(-1)).toMatchObject({ content: said, metadata: { partial: true } });
  (await world.service.begin({ conversationId, text: '再来' })).abort(failure, '');
});

it('the program ends although the disk takes the end of no turn [S2-14]', async () => {
  const { turn } = await begin();
  setFull(true);
  expect(() => turn.abort(failure, said)).toThrow(/full/);
  expect(() => world.service.close()).not.toThrow();
  setFull(false);
});
