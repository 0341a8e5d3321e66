import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openToolWorld, type ToolWorld } from '#tests/helpers/tool-world.ts';

const secret = '鹮鹭暗号';
let world: ToolWorld;

beforeEach(async () => {
  world = await openToolWorld({ '第1章.md': '# 第1章\n' });
  world.knowledge.createEntity({
    projectId: world.projectId,
    kind: 'concept',
    name: secret,
    summary: '',
    fence: { neverSend: true },
  });
});
afterEach(() => world.close());

let kept = 0;
const keep = async (content: string | Buffer): Promise<string> => {
  kept += 1;
  const ref = await world.contextFiles.create(world.conversationId, {
    kind: 'artifact',
    hint: '输出',
    source: { type: 'tool', id: 'big' },
    content,
    name: { for: 'tool', callId: `big-${kept}` },
  });
  await world.hand(ref.id);
  return ref.id;
};

/** Every page in turn; offsets go on as if nothing were kept back. */
const readAll = async (id: string, limit: number): Promise<{ text: string; end: number }> => {
  let text = '';
  let offset = 0;
  for (let done = false; !done; ) {
    const page = await world.run('context_read', { id, offset, limit });
    text += `${page.text.slice(page.text.indexOf('\n') + 1)}`;
    expect(page.data.nextOffset).toBeGreaterThan(offset);
    offset = page.data.nextOffset as number;
    done = page.data.done as boolean;
  }
  return { text, end: offset };
};

describe('context files that hold what a fence hides now [N3]', () => {
  it('page by page, over several megabytes, wherever the paragraph lies', async () => {
    const filler = `${'雨下了一夜。'.repeat(2000)}\n\n`;
    const paragraph = `他说起${secret}，\n就在桥下藏着金子。\n\n`;
    const content = [
      paragraph,
      filler.repeat(40),
      paragraph,
      filler.repeat(40),
      `结尾\n\n${secret}，桥下藏着金子`,
    ].join('');
    const id = await keep(content);
    const { text, end } = await readAll(id, 65_536);
    expect(end).toBe(Buffer.byteLength(content));
    expect(text).not.toContain(secret);
    expect(text).not.toContain('金子');
    expect(text.split('雨下了一夜。')).toHaveLength(content.split('雨下了一夜。').length);
    expect(text).toContain('结尾');
    const grep = await world.run('context_grep', { id, pattern: '金子|桥下|结尾' });
    expect(grep.data).toMatchObject({ totalMatches: 1, matches: [{ content: '结尾' }] });
    const tail = await world.run('context_tail', { id, lines: 3 });
    expect(tail.text).not.toContain('金子');
    expect(tail.text).toContain('结尾');
  });

  it('one line of more than a window, and bytes that are no text, are kept back whole', async () => {
    const line = `${'雨'.repeat(500_000)}${secret}${'雨'.repeat(10)}`;
    const one = await readAll(await keep(line), 65_536);
    expect(one.text).not.toContain(secret);
    // A name over the edge of a window of one megabyte, in a file of one line.
    const edge = Math.floor((1024 * 1024) / 3);
    const across = await readAll(await keep(`${'雨'.repeat(edge - 2)}${secret}雨雨`), 65_536);
    expect(across.text).not.toMatch(/鹭|暗/);
    const strange = Buffer.concat([
      Buffer.from([0xff, 0xfe, 0xff]),
      Buffer.from(`\n\n${secret}\n\n别的话\n`),
    ]);
    const two = await readAll(await keep(strange), 8);
    expect(two.text).not.toMatch(/鹮|暗号/);
  });
});
