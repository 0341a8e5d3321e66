import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Output } from '#shared/contract/index.ts';
import { oath } from '#tests/helpers/expectation-world.ts';
import { callTo } from '#tests/helpers/serve.ts';
import { askUntil, type ServedChat, startServedChat } from '#tests/helpers/served-chat.ts';

type Items = Output<'expectations:run'>['items'];

const chapterCount = 80;
const filler = (chapter: number): string =>
  Array.from(
    { length: 25 },
    (_, index) =>
      `第${chapter + 1}章的第${index + 1}天，潮水照旧涨到第三级石阶，没有人下来，灯照着空空的渡口。`,
  ).join('\n\n');
const chapters = Object.fromEntries(
  Array.from({ length: chapterCount }, (_, chapter) => [
    `${String(chapter + 1).padStart(3, '0')}.md`,
    `# 第${chapter + 1}章\n\n${chapter === 0 ? `${oath}\n\n` : ''}${filler(chapter)}\n`,
  ]),
);

let chat: ServedChat;
beforeEach(async () => {
  chat = await startServedChat({ chapters });
});
afterEach(() => chat.close());

/** One for each chapter: what the oath says is in no request, until a chapter ends with it. */
const expectEverywhere = async (): Promise<string[]> => {
  const { projectId } = chat;
  const { documents } = await chat.call('documents:list', { projectId });
  for (const { documentId } of documents) {
    await chat.call('expectations:create', {
      ...{ projectId, at: { documentId }, expect: 'out', item: { text: '岸上来了一头鲸鱼' } },
    });
  }
  return documents.map(({ documentId }) => documentId);
};
const run = (): Promise<Output<'expectations:run'>> =>
  chat.call('expectations:run', { projectId: chat.projectId });
const known = async () => {
  const { items } = await chat.call('expectations:list', { projectId: chat.projectId });
  return items.map(({ expectationId, result }) => [expectationId, result?.state ?? null]);
};
const statesOf = (items: Items) => items.map(({ expectationId, state }) => [expectationId, state]);
const add = async (documentId: string, words: string): Promise<void> => {
  const { projectId } = chat;
  const { text, version } = await chat.call('documents:read', { projectId, documentId });
  const saved = { projectId, documentId, text: `${text}\n${words}\n` };
  await chat.call('documents:save', { ...saved, expectedVersion: version });
};

it('two windows that look at all expectations at once are told the same, an edit between them among it [N11]', async () => {
  const ids = await expectEverywhere();
  const last = ids.at(-1) ?? '';
  const other = chat.served();
  const [one, , two] = await Promise.all([
    run(),
    add(last, '岸上来了一头鲸鱼。'),
    callTo(other, 'expectations:run', { projectId: chat.projectId }),
  ]);
  expect(one.items).toHaveLength(chapterCount);
  expect(two.items).toHaveLength(chapterCount);
  // Whatever either saw of the edit, what stands at the end is what the book says.
  const settled = await askUntil(known, (items) => items.some(([, state]) => state === 'broken'));
  expect(settled.filter(([, state]) => state !== 'held')).toHaveLength(1);
  expect(statesOf((await run()).items)).toEqual(settled);
});

it('kill -9 in the middle of a look leaves what was known, whole, and the next look finds what changed [N11]', async () => {
  const ids = await expectEverywhere();
  await run();
  const before = await known();
  expect(before.every(([, state]) => state === 'held')).toBe(true);
  await add(ids[3] ?? '', '岸上来了一头鲸鱼。');
  const looking = run().then(
    () => 'ended',
    () => 'killed',
  );
  await askUntil(
    () => chat.call('jobs:list', {}),
    ({ items }) => items.some(({ kind, state }) => kind === 'expectations' && state === 'running'),
  );
  await chat.crash();
  expect(await looking).toBe('killed');
  expect(await known()).toEqual(before);
  const { items, failed } = await run();
  expect(failed).toBeGreaterThan(0);
  expect(statesOf(items)).toEqual(await known());
  const { items: jobs } = await chat.call('jobs:list', {});
  expect(jobs.filter(({ state }) => state === 'running')).toEqual([]);
});
