import { afterEach, expect, it } from 'vitest';
import { askUntil, type ServedChat, startServedChat } from '#tests/helpers/served-chat.ts';
import { chapterText } from '#tests/helpers/synopsis-world.ts';

let chat: ServedChat;
afterEach(() => chat.close());

it('kill -9 in the middle of a job for synopses leaves what was proposed, and it goes on with the rest [E3]', async () => {
  const chapters = Object.fromEntries(
    [1, 2, 3, 4].map((number) => [`0${number}.md`, chapterText(number)]),
  );
  chat = await startServedChat({ chapters });
  const { server, call, projectId } = chat;
  const scope = { projectId };
  const list = () => call('synopses:list', scope);
  server.script(
    { pieces: ['第一份。'] },
    { pieces: ['第二份。'] },
    { pieces: ['第'], end: 'stall' },
  );
  await call('synopses:job:start', { ...scope, which: 'missing' });
  await askUntil(list, ({ job, items }) => job?.done === 2 && items.length === 2);
  await askUntil(
    () => server.calls.length,
    (count) => count === 3,
  );
  await chat.crash();
  const after = await list();
  // What was under way was paid, and nobody heard what it took [N12].
  const usage = { isLeast: true };
  expect(after.job).toMatchObject({ state: 'interrupted', done: 2, usage });
  expect(after.items.map(({ text }) => text)).toEqual(['第一份。', '第二份。']);

  server.calls.length = 0;
  server.script({ pieces: ['第三份。'] }, { pieces: ['第四份。'] });
  const forecast = await call('synopses:job:forecast', { ...scope, which: 'rest' });
  expect(forecast.chapters).toBe(2);
  await call('synopses:job:start', { ...scope, which: 'rest' });
  const { items, job } = await askUntil(list, (now) => now.job?.state !== 'running');
  expect(job).toMatchObject({ state: 'done', done: 4, usage });
  expect(items.map(({ text }) => text)).toEqual(['第一份。', '第二份。', '第三份。', '第四份。']);
  const asked = server.calls.map(({ bytes }) => /第(\d)夜/u.exec(bytes.toString())?.[1]);
  expect(asked).toEqual(['3', '4']);
  const proposalIds = items.map(({ proposalId }) => proposalId);
  expect((await call('synopses:accept', { ...scope, proposalIds })).accepted).toEqual(proposalIds);
  const { documents } = await call('documents:list', scope);
  expect(documents.map(({ synopsis }) => synopsis)).toEqual(items.map(({ text }) => text));
});
