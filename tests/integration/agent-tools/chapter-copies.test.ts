import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Json } from '#shared/errors.ts';
import { openToolWorld, type ToolWorld } from '#tests/helpers/tool-world.ts';

const secret = '他推开门，看见哥哥坐在灯下，手里正是那封十年前就该烧掉的信。';
const more = '信里只有一行字：井底的铜锣是三面，不是两面，谁也不要告诉。';
const open = '第一章写的是一个再普通不过的早晨，谁也没有想到后来的事。';
const fenced = `# 第二章\n\n${secret}\n\n${more}\n`;
const own = ['大纲里写着：每一章都从早晨写起。', '人物表另外放在一处，以后再补。'].join('\n');

/** By their names, in the chapter's folder and in another. */
const namedCopies = [
  '02.md.orig',
  '02.md~',
  '02.md.bak',
  '02.bak',
  '02.md.bak2',
  '#02.md#',
  '02 - 副本.bak',
  '02 copy.orig',
  '备份/02.md.old',
];
/** By their text: whole, in lines of another length, and in one of another encoding. */
const otherCopies = { '旧稿.csv': fenced, '笔记/折行.rst': '' };
const notes = '笔记/大纲.csv';
const quoting = '笔记/摘录.csv';
const openCopy = '01.md.orig';

let world: ToolWorld;

beforeAll(async () => {
  const folded = fenced.replace(/(.{9})/gu, '$1\n');
  world = await openToolWorld({
    '01.md': `# 第一章\n\n${open}\n`,
    '02.md': fenced,
    '03.md': '# 第三章\n\n桥上有风。\n',
    ...Object.fromEntries(namedCopies.map((path) => [path, '这里的字已经改过，不再相同。\n'])),
    ...otherCopies,
    '笔记/折行.rst': folded,
    [notes]: own,
    [quoting]: `${own}\n${own}\n${own}\n引：${secret}\n${own}\n`,
    [openCopy]: `# 第一章\n\n${open}\n`,
  });
  const { projectId, documents } = world;
  await documents.update({
    projectId,
    documentId: world.chapter('02.md'),
    fence: { neverSend: true },
  });
});
afterAll(() => world.close());

const all = async (name: string, input: Json): Promise<string> =>
  JSON.stringify(await world.run(name, input));

describe('copies of a fenced chapter that are no chapters', () => {
  it.each([...namedCopies, ...Object.keys(otherCopies)])(
    'cannot be read as %s [N3]',
    async (path) => {
      const result = await world.run('Read', { path });
      expect(result.error?.code).toBe('FENCED');
      expect(JSON.stringify(result)).not.toContain('已经改过');
      expect(JSON.stringify(result)).not.toContain('哥哥');
    },
  );

  it('are neither listed nor found, by name or by their words [N3]', async () => {
    const listed = [
      await all('LS', {}),
      await all('LS', { path: '笔记' }),
      await all('Glob', { pattern: '**/*' }),
      await all('Grep', { pattern: '哥哥|铜锣|已经改过|是三面', maxResults: 200 }),
    ].join('\n');
    for (const path of [...namedCopies, ...Object.keys(otherCopies)]) {
      expect(listed).not.toContain(`"${path}"`);
      expect(listed).not.toContain(path.slice(path.lastIndexOf('/') + 1));
    }
    expect(listed).not.toContain('哥哥坐在');
    expect(listed).not.toContain('已经改过，');
  });

  it('leave what is the writer’s own in the same folder to be read [N3]', async () => {
    expect((await world.run('Read', { path: notes })).text).toContain('人物表另外放在一处');
    expect((await world.run('Read', { path: openCopy })).text).toContain(open);
    const quoted = await world.run('Read', { path: quoting });
    expect(quoted.text).toContain('人物表另外放在一处');
    expect(quoted.text).not.toContain('哥哥');
    expect(quoted.text).toContain('kept back');
    expect(await all('Grep', { pattern: '哥哥坐在灯下' })).toContain('0 lines match');
  });

  it('count as read from their chapter, so that a fence set later holds for them [N3]', async () => {
    const key = `document:${world.chapter('01.md')}`;
    expect((await world.run('Read', { path: openCopy })).from?.read).toContain(key);
    const found = await world.run('Grep', { pattern: '普通不过', path: openCopy });
    expect(found.from?.read).toContain(key);
    expect((await world.run('Read', { path: notes })).from?.read).toEqual([]);
  });
});
