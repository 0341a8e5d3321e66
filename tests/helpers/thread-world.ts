/** A small book with something to promise in it, in a real program. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Output } from '#shared/contract/index.ts';
import type { AppOptions } from '#main/app-options.ts';
import type { MarkedPlace, ThreadPlaceKind } from '#shared/domain/thread.ts';
import { createTestApp, type TestApp } from './app.ts';
import { oath, writeChapters } from './expectation-world.ts';

export const promise = oath;

type Listed = Output<'threads:list'>['items'][number];

export type ThreadWorld = {
  test: TestApp;
  path: string;
  projectId: string;
  /** Ids of the chapters, in order. */
  ids: readonly string[];
  read(documentId: string): Promise<Output<'documents:read'>>;
  edit(documentId: string, change: (text: string) => string): Promise<void>;
  placeOf(kind: ThreadPlaceKind, documentId: string, words: string): Promise<MarkedPlace>;
  promise(
    title: string,
    places: readonly [ThreadPlaceKind, string, string][],
    more?: { due?: { documentId: string } | null; send?: boolean },
  ): Promise<Output<'threads:create'>>;
  thread(threadId: string): Promise<Listed>;
  places(threadId: string): Promise<Listed['places']>;
  /** The texts at which its places stand now. */
  quotes(threadId: string): Promise<(string | null)[]>;
  replaceAll(query: string, replacement: string): Promise<{ undoId: string }>;
  /** A book of so many chapters. */
  openLong(count: number): Promise<{ projectId: string; ids: readonly string[] }>;
};

export const openThreadWorld = async (options: AppOptions = {}): Promise<ThreadWorld> => {
  const test = await createTestApp(options);
  const path = join(test.folder, 'novel');
  writeChapters(path);
  const { projectId, documents } = await test.call('projects:open', { path, language: 'zh-CN' });
  const read: ThreadWorld['read'] = (documentId) =>
    test.call('documents:read', { projectId, documentId });
  const thread: ThreadWorld['thread'] = async (threadId) => {
    const { items } = await test.call('threads:list', { projectId });
    const found = items.find((item) => item.threadId === threadId);
    if (!found) throw new Error('there is no such thread');
    return found;
  };
  const placeOf: ThreadWorld['placeOf'] = async (kind, documentId, words) => {
    const { text } = await read(documentId);
    const start = text.indexOf(words);
    if (start < 0) throw new Error('the chapter has no such words');
    return { kind, documentId, start, end: start + words.length, quote: words };
  };
  return {
    ...{ test, path, projectId, read, thread, placeOf },
    ids: documents.map(({ documentId }) => documentId),
    async edit(documentId, change) {
      const { text, version } = await read(documentId);
      await test.call('documents:save', {
        ...{ projectId, documentId, text: change(text) },
        expectedVersion: version,
      });
    },
    async promise(title, given, more = {}) {
      const places = await Promise.all(
        given.map(([kind, documentId, words]) => placeOf(kind, documentId, words)),
      );
      return test.call('threads:create', { projectId, title, places, ...more });
    },
    places: async (threadId) => (await thread(threadId)).places,
    async quotes(threadId) {
      const { places } = await thread(threadId);
      return Promise.all(
        places.map(async ({ documentId, found }) => {
          const { text } = await read(documentId);
          return found && text.slice(found.start, found.end);
        }),
      );
    },
    async replaceAll(query, replacement) {
      const { items } = await test.call('manuscript:search', { projectId, query });
      const places = items.map(({ documentId, start, end, match }) => ({
        ...{ documentId, start, end, expected: match },
      }));
      return test.call('manuscript:replace', { projectId, replacement, places });
    },
    async openLong(count) {
      const long = join(test.folder, `long-${count}`);
      mkdirSync(long);
      for (let chapter = 1; chapter <= count; chapter += 1) {
        const name = String(chapter).padStart(4, '0');
        const words = `这一章是全书的第${chapter}章，船到了第${chapter}个渡口，灯还亮着。`;
        writeFileSync(join(long, `${name}.md`), `# 第${chapter}章\n\n${words}\n`);
      }
      const opened = await test.call('projects:open', { path: long, language: 'zh-CN' });
      return {
        projectId: opened.projectId,
        ids: opened.documents.map(({ documentId }) => documentId),
      };
    },
  };
};
