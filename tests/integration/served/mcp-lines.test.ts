import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { writeProjectFile } from '#main/book/projects/project-file.ts';
import { migrate } from '#main/db/migrate.ts';
import { migrations } from '#main/db/migrations/index.ts';
import { type Lent, lendBook, lendGreeted, textOf } from '#tests/helpers/lent-book.ts';

let base: string;
let book: string;
let data: string;
let lent: Lent;
let beside: Lent;

beforeAll(async () => {
  base = mkdtempSync(join(tmpdir(), 'fabula-mcp-lines-'));
  book = join(base, '潮声');
  data = join(base, 'data');
  mkdirSync(book);
  writeFileSync(join(book, '01.md'), '# 第一章 渡口\n\n林远把铜钥匙藏在渡口的石缝里。\n');
  writeFileSync(join(book, '02.md'), `# 第二章 潮\n\n${'潮水涨了一夜。\n\n'.repeat(1_500)}`);
  await writeProjectFile(book, 'book-that-is-lent');
  lent = await lendGreeted(book, data);
  beside = await lendGreeted(book, data);
});
afterAll(async () => {
  for (const one of [lent, beside]) {
    one.process.kill('SIGTERM');
    await one.ended;
  }
  rmSync(base, { recursive: true, force: true, maxRetries: 3 });
});

const goesOn = async (one: Lent): Promise<void> => {
  expect(await one.ask('list_chapters', {})).toContain('01.md');
};

const ping = (id: number): string => `{"jsonrpc":"2.0","id":${id},"method":"ping"}\n`;

describe('what another program writes to a lent book', () => {
  const noJson = -32_700;
  const noMessage = -32_600;
  const lines: [what: string, line: string | Uint8Array, code: number][] = [
    ['half a message', '{"jsonrpc":"2.0","id":7001,"method":', noJson],
    ['words', 'Content-Length: 51', noJson],
    ['bytes that are no UTF-8', Uint8Array.of(0x22, 0xff, 0xfe, 0x22), noJson],
    ['a number', '5', noMessage],
    ['nothing', 'null', noMessage],
    ['a batch', `[${ping(7002).trim()}]`, noMessage],
    ['a request without an id', '{"jsonrpc":"2.0","id":null,"method":"ping"}', noMessage],
    ['a line longer than any message', `"${'a'.repeat(11_000_000)}"`, noMessage],
  ];
  it.each(lines)('%s: says that it is no message, and goes on [N16]', async (_, line, code) => {
    lent.write(line);
    lent.write('\n');
    expect(await lent.unaddressed()).toMatchObject({ jsonrpc: '2.0', error: { code } });
    await goesOn(lent);
  });

  const nested = `${'['.repeat(200_000)}${']'.repeat(200_000)}`;
  const deep = `{"name":"Read","arguments":{"path":${nested}}}`;
  const wrongParameters = -32_602;
  const requests: [what: string, line: string, id: number, code: number][] = [
    ['another protocol', '{"id":8001,"method":"ping"}', 8001, noMessage],
    [
      'a list of parameters',
      '{"jsonrpc":"2.0","id":8002,"method":"ping","params":[1]}',
      8002,
      noMessage,
    ],
    [
      'arguments deeper than any stack',
      `{"jsonrpc":"2.0","id":8004,"method":"tools/call","params":${deep}}`,
      8004,
      wrongParameters,
    ],
    [
      'arguments that are no object',
      '{"jsonrpc":"2.0","id":8005,"method":"tools/call","params":{"name":"Read","arguments":[1]}}',
      8005,
      wrongParameters,
    ],
    [
      'a tool without a name',
      '{"jsonrpc":"2.0","id":8006,"method":"tools/call","params":{}}',
      8006,
      wrongParameters,
    ],
    [
      'a method that there is not',
      '{"jsonrpc":"2.0","id":8007,"method":"tools/guess"}',
      8007,
      -32_601,
    ],
    ['no method', '{"jsonrpc":"2.0","id":8003}', 8003, noMessage],
  ];
  it.each(requests)('%s: refuses it to whoever asked [N16]', async (_, line, id, code) => {
    lent.write(`${line}\n`);
    expect((await lent.reply(id)).error?.code).toBe(code);
  });

  it('reads a message in parts, with any end of line, and passes over empty lines [N16]', async () => {
    const [head, tail] = [ping(9001).slice(0, 20), ping(9001).slice(20)];
    lent.write(head);
    await goesOn(beside);
    lent.write(`${tail.trim()}\r\n`);
    lent.write('\n  \n');
    expect(await lent.reply(9001)).toMatchObject({ result: {} });
    const params = { name: 'Grep', arguments: { pattern: '铜钥' } };
    const call = { jsonrpc: '2.0', id: 9002, method: 'tools/call', params };
    const bytes = Buffer.from(`${JSON.stringify(call)}\n`);
    const within = bytes.indexOf(Buffer.from('铜')) + 1;
    lent.write(bytes.subarray(0, within));
    lent.write(bytes.subarray(within));
    expect(textOf(await lent.reply(9002))).toContain('石缝里');
  });

  it('writes nothing but messages, and complains of nothing [N16]', async () => {
    const asked = Array.from({ length: 200 }, () => lent.call('Read', { path: '01.md' }));
    for (const id of asked) expect(textOf(await lent.reply(id))).toContain('石缝里');
    expect(lent.messages().every(({ jsonrpc }) => jsonrpc === '2.0')).toBe(true);
    expect(lent.complaints()).toBe('');
  });
});

/** Who asked hangs: it reads no further, and is there all the same. */
const hangUpUnread = async ({ process, call }: Lent): Promise<void> => {
  process.stdout?.pause();
  for (let count = 0; count < 80; count += 1) call('Read', { path: '02.md' });
  const unread = () => process.stdout?.readableLength ?? 0;
  await expect.poll(unread, { timeout: 60_000 }).toBeGreaterThan(10_000);
  process.kill('SIGHUP');
  await once(process, 'exit');
  process.stdout?.resume();
};

describe('how a lent book ends', () => {
  /** In the middle of thirty calls. */
  const busy = async (): Promise<Lent> => {
    const other = await lendGreeted(book, data);
    const first = other.call('list_chapters', {});
    for (let count = 0; count < 30; count += 1) other.call('context_for_place', { path: '01.md' });
    await other.reply(first);
    return other;
  };
  const ends: [how: string, act: (other: Lent) => unknown][] = [
    ['its input is closed', ({ process }) => process.stdin?.end()],
    ['nobody reads its output any more', ({ process }) => process.stdout?.destroy()],
    ['it is told to stop', ({ process }) => process.kill('SIGTERM')],
    ['its terminal is gone and nobody reads what it says', hangUpUnread],
  ];
  it.each(ends)('in order and without a word when %s while calls run [N16]', async (_, act) => {
    const other = await busy();
    await act(other);
    expect(await other.ended).toEqual({ code: 0, signal: null });
    expect(other.complaints()).toBe('');
  });

  it('answers what was asked before its input was closed, a call that was called off excepted [N16]', async () => {
    const other = await lendGreeted(book, data);
    const asked = Array.from({ length: 30 }, () =>
      other.call('context_for_place', { path: '01.md' }),
    );
    const off = other.call('context_for_place', { path: '01.md' });
    const params = { requestId: off };
    other.write(
      `${JSON.stringify({ jsonrpc: '2.0', method: 'notifications/cancelled', params })}\n`,
    );
    other.process.stdin?.end();
    expect(await other.ended).toEqual({ code: 0, signal: null });
    const answered = other.messages().flatMap(({ id, result }) => (result ? [id] : []));
    expect(answered).toEqual(expect.arrayContaining(asked));
    expect(other.complaints()).toBe('');
  });

  it('killed, the next one and the one beside it go on [N16]', async () => {
    const other = await busy();
    other.process.kill('SIGKILL');
    expect(await other.ended).toEqual({ code: null, signal: 'SIGKILL' });
    await goesOn(beside);
    const next = await lendGreeted(book, data);
    await goesOn(next);
    next.process.stdin?.end();
    expect(await next.ended).toEqual({ code: 0, signal: null });
  });
});

describe('the data folder of another time', () => {
  const made = (name: string, work: (database: BetterSqlite3.Database) => void): string => {
    const folder = join(base, name);
    mkdirSync(folder);
    const database = new BetterSqlite3(join(folder, 'fabula.sqlite'));
    work(database);
    database.close();
    return folder;
  };

  it('is brought up to date before the first answer [N16]', async () => {
    const half = migrations.filter(({ number }) => number < 40);
    const old = made('old', (database) => migrate(database, half, () => undefined));
    const other = await lendGreeted(book, old);
    await goesOn(other);
    other.process.stdin?.end();
    expect(await other.ended).toEqual({ code: 0, signal: null });
    const database = new BetterSqlite3(join(old, 'fabula.sqlite'), { readonly: true });
    const version = database.pragma('user_version', { simple: true });
    database.close();
    expect(version).toBe(migrations.at(-1)?.number);
  });

  it('from a newer program is left alone, and that is said on standard error only [N16]', async () => {
    const newer = made('newer', (database) => database.pragma('user_version = 9999'));
    const other = lendBook(book, newer);
    expect(await other.ended).toEqual({ code: 1, signal: null });
    expect(other.messages()).toEqual([]);
    expect(other.complaints()).toContain('DATABASE_NEWER');
  });
});
