import { chmodSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { takeFirstCharacters, sizeLabel } from '#main/assistant/files/offload/format.ts';
import type { OffloadRequest } from '#main/assistant/files/index.ts';
import { filesBelow, type FilesWorld, openFilesWorld } from '#tests/helpers/context-files.ts';

let world: FilesWorld;
beforeEach(() => {
  world = openFilesWorld({ newId: () => 'Ab3_x' });
});
afterEach(() => world.close());

const conversationId = 'c1';
const request = (output: string, more: Partial<OffloadRequest> = {}): OffloadRequest => ({
  conversationId,
  origin: 'bash',
  toolName: 'Bash',
  callId: 'call_1',
  output,
  ...more,
});
/** Text whose every part can be told from every other, of exactly that many bytes. */
const output = (bytes: number): string =>
  Array.from(
    { length: Math.ceil(bytes / 10) },
    (_, index) => `line ${String(index).padStart(4, '0')}\n`,
  )
    .join('')
    .slice(0, bytes);
const filePath = () => world.path(conversationId, 'artifacts/tool/call_1.txt');

describe('offload', () => {
  it('shows 800 characters of a Bash output above 5 KB, the reference and the exit code [S1-01 S1-05]', async () => {
    const text = output(14_438);
    const result = await world.files.offload(request(text, { exitCode: 0 }));
    expect(result.text).toBe(
      `${text.slice(0, 800)}\n\n[Bash output in context: Ab3_x] (14.1KB)\n\nExit Code: 0`,
    );
    expect(result).toMatchObject({
      status: 'offloaded',
      ref: { id: 'Ab3_x', kind: 'artifact', byteSize: 14_438 },
    });
    expect(readFileSync(filePath(), 'utf8')).toBe(text);
  });

  it.each([
    ['bash', 5120],
    ['terminal', 1024],
    ['tool', 1024],
  ] as const)(
    'S1-06 S0-06 gives an output of %s whole up to %i bytes and never cuts one without a reference',
    async (origin, limit) => {
      for (const length of [0, 1, 800, 801, 1000, limit]) {
        if (length > limit) continue;
        expect(await world.files.offload(request(output(length), { origin }))).toEqual({
          status: 'inline',
          text: output(length),
        });
      }
      expect(
        await world.files.offload(request(output(limit), { origin, exitCode: 0 })),
      ).toMatchObject({
        text: `${output(limit)}${limit === 5120 ? '\n' : '\n\n'}Exit Code: 0`,
      });
      expect(filesBelow(world.data)).toEqual([]);
      expect((await world.files.offload(request(output(limit + 1), { origin }))).status).toBe(
        'offloaded',
      );
    },
  );

  it.each([
    ['terminal', '[Terminal output in context: Ab3_x] (8.2KB)', 'artifacts/terminal/call_1.log'],
    ['tool', '[Tool output in context: Ab3_x] (8.2KB)', 'artifacts/tool/call_1.txt'],
  ] as const)('shows a %s output in the same form [S1-07 S1-08]', async (origin, line, path) => {
    const text = output(8_400);
    const result = await world.files.offload(
      request(text, { origin, toolName: 'mcp__files__list' }),
    );
    expect(result.text).toBe(`${text.slice(0, 800)}\n\n${line}`);
    expect(readFileSync(world.path(conversationId, path), 'utf8')).toBe(text);
  });

  it('counts bytes and characters: either bound is enough [S0-06]', async () => {
    const chinese = '黛'.repeat(400);
    const result = await world.files.offload(request(chinese, { origin: 'tool' }));
    expect(result.text).toBe(`${chinese}\n\n[Tool output in context: Ab3_x] (1.2KB)`);
    const bounds = { maxInlineBytes: 100_000, maxInlineChars: 10 };
    expect((await world.files.offload(request('0123456789', { bounds }))).status).toBe('inline');
    expect(
      (await world.another({ newId: () => 'other' }).offload(request('0123456789x', { bounds })))
        .status,
    ).toBe('offloaded');
  });

  it('logs what the sources log, with paths inside the context root [S1-14]', async () => {
    await world.files.offload(request(output(6000)));
    await world
      .another({ newId: () => 'other' })
      .offload(request(output(2000), { origin: 'tool', toolName: 'mcp_x' }));
    const messages = world.logs.map(({ message }) => message);
    expect(messages).toEqual(
      expect.arrayContaining([
        '[ContextStore] Created ref: Ab3_x',
        `[ContextStore] Wrote content: ${conversationId}/artifacts/tool/call_1.txt (6000 bytes)`,
        '[AgentBashHandler] Offloaded output: Ab3_x',
        '[ToolCallProcessor] Offloaded tool output: mcp_x (2000 chars)',
      ]),
    );
    expect(JSON.stringify(world.logs)).not.toContain('line 0');
  });

  it('says that it is cut when the file cannot be written, keeps everything, and tries again [S1-15]', async () => {
    writeFileSync(`${world.data}/context`, 'in the way');
    const text = output(9000);
    const failed = await world.files.offload(request(text, { exitCode: 1 }));
    expect(failed.text).toBe(
      `${text.slice(0, 800)}\n\n[Output truncated due to offload error]\n\nExit Code: 1`,
    );
    if (failed.status !== 'failed') throw new Error('it was expected to fail');
    expect(world.files.unsavedOutput(failed.retryId)).toBe(text);
    expect(world.logs.filter(({ level }) => level === 'warn')).toHaveLength(1);

    const again = await world.files.retryOffload(failed.retryId);
    if (again?.status !== 'failed') throw new Error('it was expected to fail again');
    rmSync(`${world.data}/context`);
    expect((await world.files.retryOffload(again.retryId))?.text).toContain(
      '[Bash output in context: Ab3_x]',
    );
    expect(readFileSync(filePath(), 'utf8')).toBe(text);
    expect(await world.files.retryOffload(again.retryId)).toBeNull();
    expect(world.files.unsavedOutput(again.retryId)).toBeNull();
  });

  it('keeps a bounded amount for retries, the newest first, and logs what it gives up [S1-15]', async () => {
    writeFileSync(`${world.data}/context`, 'in the way');
    const small = world.another({ limits: { unsavedBytes: 25_000 } });
    const ids = [];
    for (let turn = 0; turn < 3; turn += 1) {
      const result = await small.offload(request(output(6000)));
      if (result.status === 'failed') ids.push(result.retryId);
    }
    expect(ids.map((id) => small.unsavedOutput(id) !== null)).toEqual([false, true, true]);
    expect(world.logs.filter(({ message }) => message.includes('given up'))).toHaveLength(1);
  });

  it('redacts file and snippet, unless the writer turned it off [S0-16]', async () => {
    const key = `sk-proj-${'aB3dE5fG7hJ9kL1mN2pQ'}`;
    const text = `${'x'.repeat(790)} ${key}\n${output(6000)}`;
    const result = await world.files.offload(request(text));
    expect(result.text + readFileSync(filePath(), 'utf8')).not.toContain(key.slice(0, 9));
    world.settings.redactSecrets = false;
    await world.another({ newId: () => 'other' }).offload(request(text, { callId: 'call_2' }));
    expect(readFileSync(world.path(conversationId, 'artifacts/tool/call_2.txt'), 'utf8')).toBe(
      text,
    );
  });

  it('words sizes as KB and MB [S1-04]', () => {
    const cases: [number, string][] = [
      [0, '0.0KB'],
      [1025, '1.0KB'],
      [5427, '5.3KB'],
      [14_438, '14.1KB'],
      [1024 * 1024 - 1, '1.0MB'],
      [1024 * 1024, '1.0MB'],
      [200 * 1024 * 1024, '200.0MB'],
    ];
    for (const [bytes, label] of cases) expect(sizeLabel(bytes)).toBe(label);
  });

  it('never cuts a character in half [S1-05]', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.nat(30), (text, count) => {
        expect(takeFirstCharacters(text, count)).toBe(Array.from(text).slice(0, count).join(''));
      }),
    );
  });
});

it('gives a code when the folder may not be written [S0]', async () => {
  mkdirSync(world.path(conversationId), { recursive: true });
  mkdirSync(world.path(conversationId, '.incoming'));
  chmodSync(world.path(conversationId), 0o500);
  const file = {
    kind: 'artifact' as const,
    hint: 'x',
    source: { type: 'tool', id: '' },
    content: 'x',
    name: { for: 'tool' as const },
  };
  try {
    // Root may write anywhere: for it a file where a folder must be does the same.
    if (process.getuid?.() === 0) {
      chmodSync(world.path(conversationId), 0o700);
      writeFileSync(world.path(conversationId, 'artifacts'), '');
    }
    await expect(world.files.create(conversationId, file)).rejects.toMatchObject({
      code: process.getuid?.() === 0 ? 'FILE_WRITE_FAILED' : 'DATA_FOLDER_UNWRITABLE',
    });
  } finally {
    chmodSync(world.path(conversationId), 0o700);
  }
});
