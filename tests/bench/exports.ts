/**
 * `node tests/bench/exports.ts <folder of Markdown> <folder for the files>`: how long each format takes from the request to the
 * finished file, in the built desktop app (`npm run build` first; needs a display). Goal: 120 chapters below 10 s (B10).
 */
import { cpSync, mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { z } from 'zod';
import { ExportFormat } from '#shared/domain/export.ts';
import { Reply } from '#tests/helpers/contract-clients.ts';
import { launchElectron } from '#tests/helpers/electron-runtime.ts';

const [source = '', target = ''] = process.argv.slice(2);
const Opened = z.object({ projectId: z.string() });

const data = mkdtempSync(join(tmpdir(), 'fabula-exports-'));
const app = await launchElectron({ args: [`--data-dir=${data}`] });
try {
  const book = join(data, 'documents', 'book');
  cpSync(resolve(source), book, { recursive: true });
  mkdirSync(resolve(target), { recursive: true });
  const page = await app.firstWindow();
  await page.waitForLoadState('load');
  const call = async (channel: string, input: object): Promise<unknown> => {
    const answer = await page.evaluate(
      ([name, given]) => window.host?.call(String(name), given ?? {}),
      [channel, JSON.parse(JSON.stringify(input))],
    );
    const reply = Reply.parse(answer);
    if (!reply.ok) throw new Error(`${channel}: ${reply.error.code}`);
    return reply.value;
  };
  const opened = await call('projects:open', { path: book, language: 'zh-CN' });
  const { projectId } = Opened.parse(opened);
  for (const format of ExportFormat.options) {
    const path = join(resolve(target), `book-${format}`);
    const started = performance.now();
    await call('documents:export', { projectId, format, path, replace: true });
    const seconds = ((performance.now() - started) / 1000).toFixed(1);
    const load = loadavg()[0]?.toFixed(0) ?? '';
    process.stdout.write(`${format}\t${seconds} s\t${statSync(path).size} bytes\tload ${load}\n`);
  }
} finally {
  await app.close();
  rmSync(data, { recursive: true, force: true, maxRetries: 3 });
}
