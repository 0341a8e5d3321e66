import { afterEach, expect, it } from 'vitest';
import { type Manuscript, startManuscript } from '#tests/helpers/manuscript.ts';

const names = Array.from({ length: 120 }, (_, index) => `${String(index + 1).padStart(3, '0')}.md`);
const textOf = (name: string, who: string): string =>
  `# ${name}\n\n${`${who}走过${name}的桥，没有回头。\n`.repeat(40)}`;

let desk: Manuscript;
afterEach(() => desk.close());

/** The names of chapters whose files hold the new name. */
const replaced = async (): Promise<string[]> => {
  const texts = await Promise.all(
    names.map(async (name) => [name, await desk.read(name)] as const),
  );
  return texts.filter(([, text]) => text.includes('郑石')).map(([name]) => name);
};

it('a renaming in 120 chapters killed half way is taken back, codex and all, at the next opening, and what was written since stays [W2]', async () => {
  desk = await startManuscript(
    Object.fromEntries(names.map((name) => [name, textOf(name, '郑九')])),
  );
  const { projectId } = desk;
  const person = { projectId, kind: 'character', name: '郑九', summary: '郑九过桥。' } as const;
  const { entityId } = await desk.call('knowledge:entities:create', person);
  const rename = { projectId, entityId, name: '郑石' };
  const { items, records } = await desk.call('manuscript:rename:preview', rename);
  const places = items.map(({ documentId, start, end, match: expected, to: replacement }) => ({
    ...{ documentId, start, end, expected, replacement },
  }));
  const changes = records.map(({ change }) => change);
  expect(changes).toHaveLength(1);
  const input = { projectId, replacement: '', places, records: changes };
  const answer = desk.call('manuscript:replace', input).then(
    () => 'done',
    () => 'broken off',
  );
  while ((await replaced()).length < 5) await new Promise((resolve) => setTimeout(resolve, 1));
  await desk.stop('SIGKILL');
  expect(await answer).toBe('broken off');
  const half = await replaced();
  expect(half.length).toBeGreaterThanOrEqual(5);
  expect(half.length).toBeLessThan(names.length);

  const [first = ''] = half;
  const more = '我后来又写了一句。\n';
  await desk.write(first, `${await desk.read(first)}${more}`);
  const mine = `${textOf(first, '郑九')}${more}`;
  await desk.restart();
  expect(await replaced()).toEqual([]);
  expect(await desk.read(first)).toBe(mine);
  for (const name of names.slice(1)) expect(await desk.read(name)).toBe(textOf(name, '郑九'));
  const codex = await desk.call('knowledge:entities:list', { projectId });
  expect(codex.items).toMatchObject([{ name: '郑九', summary: '郑九过桥。' }]);
  // Told once, and not taken back again.
  await desk.restart();
  expect(await desk.read(first)).toBe(mine);
});
