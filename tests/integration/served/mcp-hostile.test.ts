import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Channel, Input } from '#shared/contract/index.ts';
import { type Lent, lendGreeted, textOf } from '#tests/helpers/lent-book.ts';
import { callTo, type Served, serveFabula } from '#tests/helpers/serve.ts';

/** Stands in the chapter that is closed now and then, and nowhere else. */
const canary = /鸬鹚|井边有人|第二章/;
/** Stands in another book of the same data folder. */
const foreign = '鲸落';

let base: string;
let book: string;
let desk: Served;
let projectId: string;
let foreignIds: string[];
/** Two programs have the book at once, beside the desk. */
let first: Lent;
let second: Lent;

const ask = <C extends Channel>(channel: C, input: Input<C>) => callTo(desk, channel, input);

const chapterId = async (path: string): Promise<string> => {
  const { documents } = await ask('documents:list', { projectId });
  const found = documents.find((document) => document.path === path);
  if (!found) throw new Error(`${path} is no chapter`);
  return found.documentId;
};

const candidates = async () => (await ask('ai:candidates:list', { projectId })).items;

beforeAll(async () => {
  base = mkdtempSync(join(tmpdir(), 'fabula-mcp-hostile-'));
  book = join(base, '潮声');
  const other = join(base, '别书');
  for (const folder of [book, other]) mkdirSync(folder);
  writeFileSync(join(book, '01.md'), '# 第一章 渡口\n\n林远把铜钥匙藏在渡口的石缝里。\n');
  writeFileSync(join(book, '02.md'), '# 第二章 井边\n\n井边有人叫鸬鹚，林远没有回头。\n');
  writeFileSync(join(book, '03.md'), '# 第三章 回乡\n\n林远又到渡口，想起那把铜钥匙。\n');
  writeFileSync(join(other, '01.md'), `# 海底\n\n${foreign}无声。\n`);
  const data = join(base, 'data');
  desk = await serveFabula(data, ['--project', book]);
  projectId = desk.project?.projectId ?? '';
  for (const [path, synopsis] of [
    ['02.md', '井边有人叫鸬鹚。'],
    ['03.md', '他想起：井边有人叫鸬鹚，林远没有回头。'],
  ] as const) {
    await ask('documents:update', { projectId, documentId: await chapterId(path), synopsis });
  }
  const opened = await ask('projects:open', { path: other });
  const { entityId } = await ask('knowledge:entities:create', {
    ...{ projectId: opened.projectId, kind: 'character', name: foreign, summary: '海底的骨头' },
  });
  foreignIds = [opened.projectId, opened.documents[0]?.documentId ?? '', entityId];
  [first, second] = await Promise.all([lendGreeted(book, data), lendGreeted(book, data)]);
});
afterAll(async () => {
  for (const lent of [first, second]) {
    lent.process.kill('SIGTERM');
    await lent.ended;
  }
  await desk.stop();
  rmSync(base, { recursive: true, force: true, maxRetries: 3 });
});

const longest = 'k'.repeat(2_000_000);
const manyKeys = Object.fromEntries(Array.from({ length: 20_000 }, (_, n) => [`key${n}`, n]));

const refused: [tool: string, input: unknown][] = [
  ...['/etc/passwd', '../data/fabula.sqlite', '..\\data', 'C:\\x', 'file:///etc/passwd', '~'].map(
    (path): [string, unknown] => ['Read', { path }],
  ),
  ...[
    '01.md\0',
    '',
    '.',
    '01.md/..',
    '.fabula',
    'con',
    '\u202e01.md',
    '%2e%2e/x',
    'a/'.repeat(400),
  ].map((path): [string, unknown] => ['Read', { path }]),
  ...[5, null, {}, [], true].map((path): [string, unknown] => ['Read', { path }]),
  ['Read', { path: '01.md', [longest]: 1 }],
  ['Read', { path: '01.md', ...manyKeys }],
  ['Read', { path: longest }],
  ['Read', { path: '01.md', offset: 1e15 }],
  ['Read', JSON.parse('{"__proto__":{"path":"01.md"}}')],
  ['Read', ['01.md']],
  ['Read', null],
  [longest, {}],
  ['__proto__', {}],
  ['constructor', {}],
  ...[
    '/etc/x.md',
    '../x.md',
    'x/../y.md',
    'con.md',
    '.x.md',
    'a?.md',
    'CODE_LAW.md',
    'codex/x.md',
  ].map((path): [string, unknown] => ['Write', { path, content: 'x' }]),
  ['Write', { path: '01.MD', content: 'x' }],
  ['Write', { path: 'x.md', content: `x\0` }],
  ['Write', { path: 'x.md', content: '字'.repeat(1_000_001) }],
  ['Edit', { path: '01.md', old_string: '', new_string: 'x' }],
  ['MultiEdit', { path: '01.md', edits: [] }],
  ['Glob', { pattern: '../**' }],
  ['Grep', { pattern: '((((a{1,100}){1,100}){1,100}){1,100})' }],
  ['Grep', { pattern: '(' }],
  ['search_manuscript', { query: '铜钥匙', limit: 1e9 }],
  ['search_manuscript', { query: longest }],
  ['list_chapters', { offset: -1 }],
  ['list_chapters', { offset: '1' }],
  ['lookup_codex', { kind: 'everything' }],
  ['context_for_place', { path: '03.md', position: 1e9 }],
  ['context_for_place', { path: '03.md', skill: '../../x' }],
];

describe('a book lent to a program that asks for what it must not have', () => {
  const named = refused.map(([tool, input]): [string, string, unknown] => [
    `${tool} ${JSON.stringify(input)}`.slice(0, 60),
    tool,
    input,
  ]);
  it.each(named)('refuses %s in few words, and goes on [N16]', async (_, tool, input) => {
    const reply = await first.reply(first.call(tool, input));
    expect(reply.error !== undefined || reply.result?.isError).toBe(true);
    const text = textOf(reply);
    expect(text.length).toBeLessThan(1500);
    expect(text).not.toContain(base);
    expect(await first.ask('list_chapters', {})).toContain('3 chapters.');
  });

  it('answers nothing of another book, whatever of it is named [N16 S3-41]', async () => {
    const tools: [string, (id: string) => unknown][] = [
      ['Read', (path) => ({ path })],
      ['Read', (id) => ({ path: `context://${id}/${id}` })],
      ['Grep', (pattern) => ({ pattern })],
      ['Grep', (path) => ({ pattern: '.', path: `../别书/${path}` })],
      ['lookup_codex', (name) => ({ name })],
      ['search_manuscript', (query) => ({ query })],
      ['context_for_place', (path) => ({ path })],
      ['Edit', (path) => ({ path, old_string: '无声', new_string: '有声' })],
    ];
    for (const id of foreignIds) {
      for (const [tool, input] of tools) {
        expect(await first.ask(tool, input(id)), tool).not.toMatch(/鲸落|海底|无声/);
      }
    }
    for (const [tool, input] of tools) {
      const answer = await first.ask(tool, input(foreign));
      expect(answer.replaceAll(foreign, ''), tool).not.toMatch(/海底|无声/);
    }
  });

  it('answers each of many calls at once, once, and those called off at most once [N16 S3-47]', async () => {
    const asked = Array.from({ length: 400 }, (_, count) =>
      count % 2 === 0
        ? first.call('Read', { path: '01.md' })
        : first.call('context_for_place', { path: '03.md' }),
    );
    const calledOff = Array.from({ length: 50 }, () => {
      const id = first.call('context_for_place', { path: '03.md' });
      const params = { requestId: id };
      first.write(
        `${JSON.stringify({ jsonrpc: '2.0', method: 'notifications/cancelled', params })}\n`,
      );
      return id;
    });
    for (const id of asked) {
      expect(textOf(await first.reply(id))).toMatch(/铜钥匙|^CONTEXT_BACKPRESSURE/);
    }
    expect(await first.ask('Read', { path: '03.md' })).toContain('铜钥匙');
    const ids = first.messages().map(({ id }) => id);
    for (const id of asked) expect(ids.filter((one) => one === id)).toHaveLength(1);
    for (const id of calledOff) expect(ids.filter((one) => one === id).length).toBeLessThan(2);
    expect(first.complaints()).toBe('');
  });
});

/** Every tool, asked for the chapter that is closed and opened again. */
const everyTool: [tool: string, input: unknown][] = [
  ['list_chapters', {}],
  ['LS', {}],
  ['Glob', { pattern: '**/*' }],
  ['Read', { path: '02.md' }],
  ['Grep', { pattern: '井边' }],
  ['Grep', { pattern: '.' }],
  ['search_manuscript', { query: '有人叫' }],
  ['lookup_codex', {}],
  ['lookup_constraints', {}],
  ['lookup_synopses', {}],
  ['lookup_synopses', { fromChapter: 2, toChapter: 2 }],
  ['Edit', { path: '02.md', old_string: '有人叫', new_string: '有人喊' }],
  ['MultiEdit', { path: '02.md', edits: [{ old_string: '有人叫', new_string: '有人喊' }] }],
  ['Write', { path: '02.md', content: '空' }],
  ['context_for_place', { path: '02.md' }],
  ['context_for_place', { path: '03.md' }],
];

describe('a fence that goes up while other programs read', () => {
  const askAll = () =>
    [first, second].flatMap((lent) =>
      everyTool.map(([tool, input]) => ({ lent, tool, id: lent.call(tool, input) })),
    );

  it('holds for every call made after it stands, of each program, and leaves none unanswered [N16 N3]', async () => {
    const documentId = await chapterId('02.md');
    const close = (isClosed: boolean) =>
      ask('documents:update', {
        projectId,
        documentId,
        fence: isClosed ? { neverSend: true } : {},
      });
    for (let round = 0; round < 10; round += 1) {
      await close(false);
      const open = askAll();
      const closing = close(true);
      const meanwhile = askAll();
      await closing;
      const closed = askAll();
      for (const { lent, tool, id } of closed) {
        expect(JSON.stringify(await lent.reply(id)), tool).not.toMatch(canary);
      }
      for (const { lent, id } of [...open, ...meanwhile]) await lent.reply(id);
    }
    await close(false);
    expect(await second.ask('Read', { path: '02.md' })).toMatch(canary);
    expect(await second.ask('lookup_synopses', {})).toMatch(canary);
  });
});

describe('what other programs propose', () => {
  it('twice, by one of them or by two, waits once [N16 F14]', async () => {
    const before = (await candidates()).length;
    const edit = { path: '03.md', old_string: '那把铜钥匙', new_string: '那把银钥匙' };
    for (const lent of [first, first, second]) {
      expect(await lent.ask('Edit', edit)).toContain('Nothing is written yet');
    }
    expect(await candidates()).toHaveLength(before + 1);
    expect(readFileSync(join(book, '03.md'), 'utf8')).toContain('铜钥匙');
  });

  it('for a chapter that is closed or deleted is refused, and nothing waits [N16 N3]', async () => {
    await ask('documents:create', { projectId, title: '多余' });
    const { documents } = await ask('documents:list', { projectId });
    const { documentId, path } = documents.at(-1) ?? { documentId: '', path: '' };
    const before = (await candidates()).length;
    const write = { path, content: '# 多余\n\n新的。\n' };
    await ask('documents:update', { projectId, documentId, fence: { neverSend: true } });
    // Until the other process has looked at the folder it knows of no such chapter, and refuses that too.
    const refusal = () => first.ask('Write', write);
    await expect.poll(refusal, { timeout: 60_000 }).toMatch(/^FENCED/);
    await ask('documents:delete', { projectId, documentId });
    const edit = { path, old_string: '多余', new_string: '有用' };
    expect(await first.ask('Edit', edit)).toMatch(/^PATH_NOT_FOUND/);
    expect(await first.ask('context_for_place', { path })).toMatch(/^PATH_NOT_FOUND/);
    expect(await candidates()).toHaveLength(before);
    expect(readdirSync(book)).not.toContain(path);
  });
});

describe('a book whose folder goes away while it is lent', () => {
  it('says so, and goes on when it is back [N16]', async () => {
    const away = `${book} 移走`;
    renameSync(book, away);
    const tools: [string, unknown][] = [
      ['LS', {}],
      ['Glob', { pattern: '**' }],
      ['Grep', { pattern: '铜' }],
      ['Read', { path: '01.md' }],
      ['Edit', { path: '01.md', old_string: '铜钥匙', new_string: '钥匙' }],
      ['Write', { path: '99.md', content: '# 新\n' }],
      ['context_for_place', { path: '01.md' }],
      ['search_manuscript', { query: '铜钥匙' }],
      ['search_manuscript', { query: 'nowhere' }],
    ];
    try {
      for (const [tool, input] of tools) {
        expect(await second.ask(tool, input), tool).toMatch(/^PROJECT_FOLDER_MISSING/);
      }
    } finally {
      renameSync(away, book);
    }
    expect(await second.ask('Read', { path: '01.md' })).toContain('铜钥匙');
    expect(second.complaints()).toBe('');
  });
});
