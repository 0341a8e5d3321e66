import { afterEach, expect, it } from 'vitest';
import { askUntil, type ServedChat, startServedChat } from '#tests/helpers/served-chat.ts';

let chat: ServedChat;
afterEach(() => chat.close());

it('kill -9 in the middle of a job for contradictions leaves what was found, and it goes on with the rest [N15]', async () => {
  chat = await startServedChat({
    chapters: {
      '01.md': '# 第一章\n\n沈砚从没见过海。沈砚走了。\n\n裴照不识字。\n',
      '02.md': '# 第二章\n\n沈砚在海边长大。\n\n裴照读完了信。\n',
    },
  });
  const { server, call, projectId } = chat;
  const scope = { projectId };
  for (const name of ['沈砚', '裴照']) {
    await call('knowledge:entities:create', { ...scope, kind: 'character', name, summary: '' });
  }
  const list = () => call('contradictions:list', scope);
  const finding = {
    first: { passage: 'P1', quote: '沈砚从没见过海' },
    second: { passage: 'P2', quote: '沈砚在海边长大' },
    message: '见没见过海对不上。',
  };
  server.script(
    { pieces: [JSON.stringify({ findings: [finding] })] },
    { pieces: ['{'], end: 'stall' },
  );
  await call('contradictions:job:start', scope);
  await askUntil(
    () => server.calls.length,
    (count) => count === 2,
  );
  await chat.crash();
  const after = await list();
  // What was under way was paid, and nobody heard what it took [N12].
  const usage = { isLeast: true };
  expect(after.job).toMatchObject({ state: 'interrupted', done: 1, found: 1, usage });
  expect(after.items.map(({ message }) => message)).toEqual([finding.message]);

  server.calls.length = 0;
  server.script({ pieces: ['{"findings":[]}'] });
  expect((await call('contradictions:job:forecast', { ...scope, rest: true })).requests).toBe(1);
  await call('contradictions:job:start', { ...scope, rest: true });
  const { job, items } = await askUntil(list, (now) => now.job?.state !== 'running');
  expect(job).toMatchObject({ state: 'done', done: 2, found: 1, usage });
  expect(items).toHaveLength(1);
  expect(server.calls.map(({ bytes }) => bytes.includes('裴照不识字'))).toEqual([true]);
});
