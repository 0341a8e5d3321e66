/**
 * `node tests/bench/context-files.ts`: offloading, and reading a file of 100 MB, fresh and packed, beside the ripgrep
 * command on the same file in the same run. Prints a Markdown table.
 */
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { rgPath } from '@vscode/ripgrep';
import { createContextFiles } from '#main/assistant/files/index.ts';
import { defaultSettings } from '#shared/domain/settings.ts';
import { type Figure, single, spread, table, timed } from './figures.ts';

const run = promisify(execFile);
const mebi = 1024 * 1024;
const conversationId = 'bench';
const data = mkdtempSync(join(tmpdir(), 'fabula-bench-files-'));
const files = createContextFiles({
  platform: {
    paths: { data, documents: data, assets: data, samples: data },
    clock: { now: () => Date.now() },
    logger: { log: () => undefined },
  },
  settings: { get: () => defaultSettings },
});
const figures: Figure[] = [];
const times = async (count: number, one: (index: number) => unknown): Promise<number[]> => {
  const all: number[] = [];
  for (let index = 0; index < count; index += 1) all.push(await timed(() => one(index)));
  return all;
};

const line = (index: number): string =>
  `2026-11-21T12:${String(index % 60).padStart(2, '0')}:07.123Z [worker-${index % 7}] request ${index} 第${index % 120}章 handled in ${index % 977} ms ${index % 250_000 === 7 ? 'ERROR: connection reset' : 'ok'}\n`;
const text = (bytes: number): string => {
  const parts: string[] = [];
  for (let index = 0, length = 0; length < bytes; index += 1) {
    parts.push(line(index));
    length += Buffer.byteLength(line(index));
  }
  return parts.join('');
};

try {
  const offload = (output: string) => (index: number) =>
    files.offload({
      conversationId,
      origin: 'bash',
      toolName: 'Bash',
      callId: `call_${index}`,
      output,
    });
  await times(20, offload(text(10_000)));
  figures.push(spread('offload of 10 KB', await times(200, offload(text(10_000))), '< 5 ms'));
  figures.push(spread('offload of 100 KB', await times(200, offload(text(100_000))), '< 10 ms'));

  const content = text(100 * mebi);
  const file = join(data, 'plain.log');
  writeFileSync(file, content);
  let id = '';
  const writing = await timed(async () => {
    const ref = await files.create(conversationId, {
      kind: 'artifact',
      hint: 'A long log',
      source: { type: 'terminal', id: 't1' },
      content,
      name: { for: 'terminal', terminalId: 't1' },
    });
    id = ref.id;
  });
  figures.push(single('write 100 MB, redacted and hashed', writing));
  const size = Buffer.byteLength(content);

  const look = async (state: string): Promise<void> => {
    const page = (index: number) =>
      files.read({ conversationId, id, offset: Math.floor((size / 200) * index), limit: 8192 });
    await times(10, page);
    figures.push(spread(`a page of 8 KB from 100 MB, ${state}`, await times(200, page), '< 5 ms'));
    const tail = () => files.tail({ conversationId, id, lines: 200 });
    figures.push(
      spread(`the last 200 lines of 100 MB, ${state}`, await times(100, tail), '< 10 ms'),
    );
    for (const pattern of ['error: connection', 'request \\d+007 .*reset$']) {
      const command = () =>
        run(rgPath, ['--no-config', '-n', '-i', '-e', pattern, file], { maxBuffer: 64 * mebi });
      const grep = () =>
        files.grep(
          { conversationId, id, pattern, maxResults: 50, contextLines: 2, caseSensitive: false },
          new AbortController().signal,
        );
      await command();
      await grep();
      const commands: number[] = [];
      const greps: number[] = [];
      // In turns, and compared by the best of each: what else the machine does is no part of either.
      for (let turn = 0; turn < 40; turn += 1) {
        commands.push(await timed(command));
        greps.push(await timed(grep));
      }
      const ratio = Math.min(...greps) / Math.min(...commands);
      figures.push(
        spread(
          `\`rg -n -i '${pattern}'\` on 100 MB, best ${Math.min(...commands).toFixed(1)} ms`,
          commands,
        ),
      );
      figures.push(
        spread(
          `grep the same, ${state}: best ${Math.min(...greps).toFixed(1)} ms, ${ratio.toFixed(2)} × the command`,
          greps,
          state === 'fresh' ? '≤ 1.5 ×' : undefined,
        ),
      );
    }
  };
  await look('fresh');
  const packing = await timed(() => files.clean());
  const { storedBytes } = await files.usage();
  figures.push(single(`pack 100 MB to ${Math.round(storedBytes / mebi)} MB on disk`, packing));
  await look('packed');

  process.stdout.write(
    `Context files; Node ${process.version}, ${cpus().length} cores\n\n${table(figures)}\n`,
  );
} finally {
  await files.close();
  rmSync(data, { recursive: true, force: true });
}
