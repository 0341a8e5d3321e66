/**
 * `node tests/bench/whole-requests.ts <folder of Markdown>…`: what requests with the whole book cost. A book is the folder's
 * chapters, again and again up to 850,000 characters where there are fewer; a model of this machine takes two million tokens.
 */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Input } from '#shared/contract/index.ts';
import { createTestApp, type TestApp } from '#tests/helpers/app.ts';
import { type Figure, single, spread, table, timed } from './figures.ts';

const wantedCharacters = 850_000;
const requests = 50;

const writeBook = (source: string, book: string): void => {
  const texts = readdirSync(source)
    .filter((file) => file.endsWith('.md'))
    .sort()
    .map((file) => readFileSync(join(source, file), 'utf8'));
  mkdirSync(book);
  let characters = 0;
  for (let chapter = 0; characters < wantedCharacters; chapter += 1) {
    const text = texts[chapter % texts.length] ?? '';
    characters += text.length;
    writeFileSync(join(book, `${String(chapter + 1).padStart(4, '0')}.md`), text);
  }
};

const connect = (test: TestApp): Promise<unknown> =>
  test.call('ai:models:save', {
    id: 'large',
    provider: 'openai-compatible',
    baseUrl: 'http://127.0.0.1:9/v1',
    model: 'gpt-4o',
    contextWindow: 2_000_000,
    maxOutput: 4000,
    maxInput: 1_900_000,
  });

const measure = async (source: string): Promise<Figure[]> => {
  const test = await createTestApp({ checkOutputs: false });
  try {
    const book = join(test.folder, 'book');
    writeBook(source, book);
    const { projectId, documents } = await test.call('projects:open', { path: book });
    await test.call('settings:update', { debugMode: true });
    await connect(test);
    await test.call('retrieval:index', { projectId, wait: true });
    const document = documents.at(-1);
    if (!document) throw new Error('an empty folder');
    const { documentId } = document;
    const { text } = await test.call('documents:read', { projectId, documentId });
    const at = (cursorPosition: number): Input<'context:assemble'> => ({
      ...{ projectId, documentId, cursorPosition, skillId: 'continue' },
    });
    const plain: number[] = [];
    await test.call('context:assemble', at(text.length));
    for (let n = 0; n < requests; n += 1) {
      plain.push(await timed(() => test.call('context:assemble', at(text.length - n * 7))));
    }
    const { version } = await test.call('context:budget:get', { projectId });
    await test.call('context:budget:update', {
      projectId,
      expectedVersion: version,
      wholeBook: true,
    });
    const first = await timed(() => test.call('context:assemble', at(text.length)));
    const warm: number[] = [];
    for (let n = 0; n < requests; n += 1) {
      warm.push(await timed(() => test.call('context:assemble', at(text.length - n * 7))));
    }
    const looks: number[] = [];
    for (let n = 0; n < requests; n += 1) {
      looks.push(await timed(() => test.call('context:inspect', at(text.length - n * 7))));
    }
    const shown = await test.call('context:inspect', at(text.length));
    const chapters = shown.layers.retrieved.items.filter(({ id }) => id.startsWith('chapter:'));
    process.stdout.write(
      `${documents.length} chapters, ${shown.tokenCount} tokens, ${chapters.filter((c) => c.decision !== 'dropped').length} whole, ${shown.prompt.length} characters\n`,
    );
    return [
      spread('assemble, book not whole', plain),
      single('assemble, whole, first', first),
      spread('assemble, whole, warm', warm, '< 100 ms'),
      spread('inspect, whole, warm', looks),
    ];
  } finally {
    await test.close();
  }
};

for (const source of process.argv.slice(2)) {
  process.stdout.write(`${table(await measure(source))}\n`);
}
