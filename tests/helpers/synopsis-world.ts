import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Input } from '#shared/contract/index.ts';
import type { SynopsisJob, SynopsisProposal } from '#shared/domain/synopsis.ts';
import { patient } from './ai-world.ts';
import { createTestApp } from './app.ts';
import { startModelServer } from './model-server.ts';

export const chapterText = (number: number): string =>
  `# 第${number}章\n\n第${number}夜，旧灯笼在渡口熄灭，沈砚一个人往回走。\n\n他没有告诉任何人，船是什么时候离开的。\n`;

/** A program, a scripted model and as many books as a file of tests needs. */
export const openSynopsisWorld = async () => {
  const server = await startModelServer();
  const test = await createTestApp({ aiTiming: patient, localServers: [] });
  let books = 0;
  const connect = (change: Partial<Input<'ai:models:save'>> = {}) =>
    test.call('ai:models:save', {
      ...{ id: 'scripted', provider: 'openai-compatible', baseUrl: `${server.url}/v1` },
      ...{ model: 'gpt-4o', contextWindow: 16_000, maxOutput: 2_500 },
      prices: { currency: '$', input: 2, output: 8 },
      ...change,
    });
  await connect();
  return {
    test,
    server,
    connect,
    /** A new book of these chapters, or of so many. */
    async openBook(chapters: readonly string[] | number, language: 'zh-CN' | 'en' = 'zh-CN') {
      books += 1;
      const path = join(test.folder, `book-${books}`);
      mkdirSync(path);
      const texts =
        typeof chapters === 'number'
          ? Array.from({ length: chapters }, (_, index) => chapterText(index + 1))
          : chapters;
      for (const [index, text] of texts.entries()) {
        writeFileSync(join(path, `0${index + 1}.md`), text);
      }
      const { projectId, documents } = await test.call('projects:open', { path, language });
      const idOf = (number: number): string => documents[number - 1]?.documentId ?? '';
      const list = () => test.call('synopses:list', { projectId });
      const jobOf = async (): Promise<SynopsisJob> => {
        const { job } = await list();
        if (job) return job;
        throw new Error('there is no job');
      };
      return {
        projectId,
        path,
        idOf,
        list,
        chapter: (number: number) => ({ projectId, documentId: idOf(number) }),
        info: async (number: number) => {
          const all = await test.call('documents:list', { projectId });
          return all.documents.find(({ documentId }) => documentId === idOf(number));
        },
        proposalOf: async (number: number): Promise<SynopsisProposal> => {
          const { items } = await list();
          const found = items.find(({ documentId }) => documentId === idOf(number));
          if (found) return found;
          throw new Error(`nothing is proposed for chapter ${number}`);
        },
        write: async (number: number, change: (text: string) => string): Promise<void> => {
          const chapter = { projectId, documentId: idOf(number) };
          const { text, version } = await test.call('documents:read', chapter);
          const now = { text: change(text), expectedVersion: version };
          await test.call('documents:save', { ...chapter, ...now });
        },
        /** Starts a job and waits until it runs no more. */
        async runJob(input: Omit<Input<'synopses:job:start'>, 'projectId'>): Promise<SynopsisJob> {
          let tell: () => void = () => undefined;
          const stop = test.app.events.on((...[name]) => {
            if (name === 'synopses:changed') tell();
          });
          await test.call('synopses:job:start', { projectId, ...input });
          for (;;) {
            const changed = new Promise<void>((resolve) => {
              tell = resolve;
            });
            const job = await jobOf();
            if (job.state !== 'running') {
              stop();
              return job;
            }
            await changed;
          }
        },
        jobOf,
      };
    },
    async close(): Promise<void> {
      await test.close();
      await server.close();
    },
  };
};

export type SynopsisWorld = Awaited<ReturnType<typeof openSynopsisWorld>>;
