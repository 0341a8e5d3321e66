import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { writeProjectFile } from '#main/book/projects/project-file.ts';
import type { Channel, Input } from '#shared/contract/index.ts';
import { LentTool } from '#shared/domain/egress.ts';
import { callTo, fabula, runFabula, type Served, serveFabula } from '#tests/helpers/serve.ts';

/** Stands in the chapter that is closed, in an entry that is never to be sent, and nowhere else. */
const canary = '鸬鹚';
const secretName = '沈墨白';

let base: string;
let book: string;
let data: string;
let desk: Served;
let client: Client;
let projectId: string;
let complaints = '';

const ask = <C extends Channel>(channel: C, input: Input<C>) => callTo(desk, channel, input);

/** What a tool answers another program. */
const askTool = async (name: string, input: Record<string, unknown> = {}) => {
  const { content, isError } = await client.callTool({ name, arguments: input });
  const [first] = content as { type: string; text: string }[];
  return { text: first?.text ?? '', isError };
};

const chapterAt = async (path: string) => {
  const { documents } = await ask('documents:list', { projectId });
  const found = documents.find((document) => document.path === path);
  if (!found) throw new Error(`${path} is no chapter`);
  return found;
};

beforeAll(async () => {
  base = mkdtempSync(join(tmpdir(), 'fabula-mcp-'));
  book = join(base, '潮声');
  data = join(base, 'data');
  mkdirSync(book);
  writeFileSync(join(book, '01.md'), '# 第一章 渡口\n\n林远把铜钥匙藏在渡口的石缝里。\n');
  writeFileSync(join(book, '02.md'), `# 第二章 井边\n\n井边有人叫${canary}，林远没有回头。\n`);
  writeFileSync(join(book, '03.md'), '# 第三章 回乡\n\n林远又到渡口，想起那把铜钥匙。\n');
  desk = await serveFabula(data);
  // The desk comes later.
  await writeProjectFile(book, 'book-that-is-lent');
  await connect();
  ({ projectId } = await ask('projects:open', { path: book }));
  await ask('constraints:create', { projectId, type: 'plot', text: '林远不会游泳' });
  const person = { projectId, kind: 'character' as const };
  await ask('knowledge:entities:create', { ...person, name: '林远', summary: '守塘人的儿子' });
  await ask('knowledge:entities:create', {
    ...person,
    name: secretName,
    summary: `${canary}的主人`,
    inclusion: 'never',
  });
});

const connect = async (): Promise<void> => {
  const child = fabula(['mcp', book, '--data-dir', data]);
  const { spawnfile, spawnargs } = child;
  child.kill('SIGKILL');
  const transport = new StdioClientTransport({
    command: spawnfile,
    args: spawnargs.slice(1),
    stderr: 'pipe',
  });
  transport.stderr?.on('data', (chunk) => {
    complaints += String(chunk);
  });
  client = new Client({ name: 'writing-friend', version: '1' });
  await client.connect(transport);
};
afterAll(async () => {
  await client.close();
  await desk.stop();
  rmSync(base, { recursive: true, force: true });
});

describe('a book lent to another program by the Model Context Protocol', () => {
  it('leaves the writing to a desk that came later [N16 F17]', async () => {
    expect((await ask('projects:get', { projectId })).readOnly).toBe(false);
  });

  it('says what can be asked and that nothing is destroyed by it [N16]', async () => {
    const { tools } = await client.listTools();
    const names = tools.map(({ name }) => name);
    expect(names).toEqual(
      expect.arrayContaining(['list_chapters', 'Read', 'Grep', 'search_manuscript']),
    );
    expect(names).toEqual(
      expect.arrayContaining(['lookup_codex', 'lookup_constraints', 'context_for_place', 'Edit']),
    );
    expect(
      names.filter((name) => /bash|terminal|web|context_(list|read)|todo/i.test(name)),
    ).toEqual([]);
    expect(tools.every(({ annotations }) => annotations?.destructiveHint === false)).toBe(true);
    expect(client.getInstructions()).toContain('context_for_place');
  });

  it('lists, reads and searches chapters, codex and constraints [N16]', async () => {
    expect((await askTool('list_chapters')).text).toContain('3. 03.md "第三章 回乡"');
    expect((await askTool('Read', { path: '01.md' })).text).toContain('藏在渡口的石缝里');
    expect((await askTool('Grep', { pattern: '铜.匙' })).text).toContain('03.md');
    const search = async () => (await askTool('search_manuscript', { query: '铜钥匙' })).text;
    await expect.poll(search, { timeout: 60_000 }).toContain('石缝里');
    expect((await askTool('lookup_codex', { name: '林远' })).text).toContain('守塘人的儿子');
    expect((await askTool('lookup_constraints')).text).toContain('林远不会游泳');
    expect((await askTool('lookup_synopses')).text).toContain('"第三章 回乡" (03.md): no synopsis');
  });

  it('answers for a place what a request of the desk from there would send [N16]', async () => {
    const { documentId } = await chapterAt('03.md');
    const { text } = await ask('documents:read', { projectId, documentId });
    await ask('retrieval:index', { projectId, wait: true });
    const place = { projectId, documentId, cursorPosition: text.length, skillId: 'continue' };
    const { systemPrompt, prompt } = await ask('context:assemble', place);
    const lent = await askTool('context_for_place', { path: '03.md' });
    expect(lent.text).toBe(`${systemPrompt}\n\n${prompt}`);
    expect(lent.text).toContain('林远不会游泳');
  });

  it('proposes and writes nothing: the desk has the candidate, with the name of the program [N16 F14]', async () => {
    const before = readFileSync(join(book, '03.md'), 'utf8');
    const edit = { path: '03.md', old_string: '那把铜钥匙', new_string: '石缝里的铜钥匙' };
    expect((await askTool('Edit', edit)).text).toContain('Nothing is written yet');
    const made = { path: '04.md', content: '# 第四章\n\n潮退了。\n' };
    expect((await askTool('Write', made)).isError).toBeFalsy();
    expect(readFileSync(join(book, '03.md'), 'utf8')).toBe(before);
    expect(readdirSync(book)).not.toContain('04.md');
    const { items } = await ask('ai:candidates:list', { projectId });
    expect(items.map(({ program, newPath }) => [program, newPath])).toEqual([
      ['writing-friend', null],
      ['writing-friend', '04.md'],
    ]);
    await ask('ai:candidates:accept', { candidateId: items[0]?.candidateId ?? '' });
    expect(readFileSync(join(book, '03.md'), 'utf8')).toContain('想起石缝里的铜钥匙');
    expect((await askTool('Read', { path: '03.md' })).text).toContain('想起石缝里的铜钥匙');
    // Of the sentence it is given what it changed: `石缝里的` stands where `那把` stood [N14].
    const { text, origins } = await ask('documents:read', {
      ...{ projectId, documentId: (await chapterAt('03.md')).documentId },
    });
    const code = `model:${items[0]?.candidateId}`;
    const start = text.indexOf('石缝里的');
    expect(origins).toEqual([
      [start, 'unknown'],
      [4, code],
      ['铜钥匙。\n'.length, 'unknown'],
    ]);
  });

  it('shows nothing of a chapter that the writer closes meanwhile in the desk, by any tool [N16 N3]', async () => {
    expect((await askTool('Read', { path: '02.md' })).text).toContain(canary);
    const { documentId } = await chapterAt('02.md');
    await ask('documents:update', { projectId, documentId, fence: { neverSend: true } });
    const asked: [string, Record<string, unknown>][] = [
      ['list_chapters', {}],
      ['LS', {}],
      ['Glob', { pattern: '**/*' }],
      ['Read', { path: '02.md' }],
      ['Grep', { pattern: '井边' }],
      ['search_manuscript', { query: '井边有人叫' }],
      ['lookup_codex', {}],
      ['lookup_codex', { name: secretName }],
      ['Edit', { path: '02.md', old_string: '井边', new_string: '河边' }],
      ['Write', { path: '02.md', content: '空' }],
      ['context_for_place', { path: '02.md' }],
      ['context_for_place', { path: '03.md' }],
    ];
    for (const [name, input] of asked) {
      const { text } = await askTool(name, input);
      expect(text, `${name} ${JSON.stringify(input)}`).not.toMatch(/鸬鹚|沈墨白|井边有人|第二章/);
    }
    expect((await askTool('Read', { path: '02.md' })).isError).toBe(true);
  });

  it('leaves a row for each answer: for which book, to whom, of what and how much, never the text [N16 B12]', async () => {
    const since = (await ask('egress:list', {})).total;
    const texts: string[] = [];
    const calls: [string, Record<string, unknown>][] = [
      ['list_chapters', {}],
      ['Read', { path: '01.md' }],
      ['lookup_codex', { name: '林远' }],
      ['context_for_place', { path: '03.md' }],
      ['Edit', { path: '01.md', old_string: '没有这句', new_string: '空' }],
      ['铜钥匙', {}],
    ];
    for (const [name, input] of calls) texts.push((await askTool(name, input)).text);
    const { items, total } = await ask('egress:list', { projectId });
    expect(total).toBe(since + calls.length);
    const rows = items.slice(0, calls.length).reverse();
    const names = [...calls.slice(0, -1).map(([name]) => name), 'unknown'];
    expect(rows.map(({ method }) => method)).toEqual(names);
    for (const [index, row] of rows.entries()) {
      expect(row).toMatchObject({
        ...{ purpose: 'lent', projectId, origin: 'stdio:writing-friend', outcome: 'answered' },
        bytes: Buffer.byteLength(texts[index] ?? ''),
        sha256: createHash('sha256')
          .update(texts[index] ?? '')
          .digest('hex'),
      });
    }
    const kept = async () =>
      (await ask('context:history:list', { projectId })).items.map(({ assemblyId }) => assemblyId);
    await expect.poll(kept, { timeout: 60_000 }).toContain(rows[3]?.assemblyId);
    expect(rows[3]?.tokens).toBeGreaterThan(0);
    expect(JSON.stringify(items)).not.toMatch(/铜钥匙|林远|渡口|03\.md/);
  });

  it('knows every tool it lends by name in its ledger [N16 B12]', async () => {
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name).sort()).toEqual(
      LentTool.exclude(['unknown']).options.toSorted(),
    );
  });

  it('says what is wrong with a call, and goes on [N16]', async () => {
    expect(await askTool('Erase', { path: '01.md' })).toMatchObject({ isError: true });
    expect((await askTool('Read', { file: '01.md' })).text).toContain('INVALID_INPUT');
    expect((await askTool('Read', { path: '../data/fabula.db' })).isError).toBe(true);
    expect((await askTool('context_for_place', { path: '01.md', position: 10_000 })).isError).toBe(
      true,
    );
    expect((await askTool('list_chapters')).isError).toBeFalsy();
    expect(complaints).toBe('');
  });

  it('ends with the program it was lent to, and says on standard error why it could not begin [N16]', async () => {
    const message = { jsonrpc: '2.0', id: 1, method: 'ping' };
    const chat = await runFabula(['mcp', book, '--data-dir', data], `${JSON.stringify(message)}\n`);
    expect(chat.code).toBe(0);
    expect(
      chat.stdout
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line)),
    ).toEqual([{ jsonrpc: '2.0', id: 1, result: {} }]);
    const nowhere = await runFabula(['mcp', join(base, '没有'), '--data-dir', data]);
    expect(nowhere.code).toBe(1);
    expect(nowhere.stdout).toBe('');
    expect(nowhere.stderr).toContain('PROJECT_FOLDER_MISSING');
    // No book: nothing is lent, and nothing is left there.
    const other = join(base, '别的');
    mkdirSync(other);
    writeFileSync(join(other, 'README.md'), '# 别的\n');
    const noBook = await runFabula(['mcp', other, '--data-dir', data]);
    expect([noBook.code, noBook.stdout]).toEqual([1, '']);
    expect(noBook.stderr).toContain('PROJECT_NOT_FOUND');
    expect(readdirSync(other)).toEqual(['README.md']);
  });
});
