import { afterEach, expect, it } from 'vitest';
import { type Manuscript, startManuscript } from '#tests/helpers/manuscript.ts';

const names = Array.from({ length: 24 }, (_, index) => `${String(index + 1).padStart(2, '0')}.md`);
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

it('a replacement killed half way is taken back at the next opening, but for what was written since [W2]', async () => {
  desk = await startManuscript(
    Object.fromEntries(names.map((name) => [name, textOf(name, '郑九')])),
  );
  const { projectId } = desk;
  const { items } = await desk.call('manuscript:search', { projectId, query: '郑九' });
  const places = items.map(({ documentId, start, end, match: expected }) => ({
    documentId,
    start,
    end,
    expected,
  }));
  const answer = desk.call('manuscript:replace', { projectId, replacement: '郑石', places }).then(
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
  const mine = `${await desk.read(first)}我后来又写了一句。\n`;
  await desk.write(first, mine);
  await desk.restart();
  expect(await replaced()).toEqual([first]);
  expect(await desk.read(first)).toBe(mine);
  for (const name of names.slice(1)) expect(await desk.read(name)).toBe(textOf(name, '郑九'));
  // Told once, and not taken back again.
  await desk.restart();
  expect(await desk.read(first)).toBe(mine);
});
