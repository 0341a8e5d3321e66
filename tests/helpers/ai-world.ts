import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type AiTiming, defaultTiming } from '#main/ai/runs/index.ts';
import type { AppOptions } from '#main/app-options.ts';
import type { Platform } from '#main/platform.ts';
import type { EventName, EventPayload } from '#shared/contract/events.ts';
import type { Input, Output } from '#shared/contract/index.ts';
import { createTestApp, type TestApp } from './app.ts';
import { type ModelServer, startModelServer } from './model-server.ts';

type Told = { [N in EventName]: { name: N; payload: EventPayload<N> } }[EventName];
export type Ended =
  | { name: 'ai:done'; payload: EventPayload<'ai:done'> }
  | { name: 'ai:failed'; payload: EventPayload<'ai:failed'> };

/** An app, a book of two chapters and a scripted model server, connected. */
export type AiWorld = {
  test: TestApp;
  server: ModelServer;
  projectId: string;
  documentId: string;
  /** Saved text of the chapter. */
  text: string;
  events: Told[];
  /** Asks for a run and waits for its end. */
  run(input?: Partial<Input<'ai:run'>>): Promise<Ended & { runId: string }>;
  ended(runId: string): Promise<Ended>;
  connect(change?: Partial<Input<'ai:models:save'>>): Promise<Output<'ai:models:list'>>;
  /** Listens to the app again after a restart. */
  listen(): void;
  close(): Promise<void>;
};

const retries = { attempts: 3, firstDelay: 10, maxDelayMs: 1000 };

/**
 * Waits for the model as the program does: on a busy machine a script that was given up half-way would be followed by the
 * next one, as if the model had said something else.
 */
export const patient: AiTiming = { ...defaultTiming, retries };

/** For tests of a model that says nothing more. */
export const quick: AiTiming = {
  timeouts: { firstTokenMs: 3000, betweenTokensMs: 400 },
  retries,
  lookUpMs: 2000,
};

const chapters = {
  'zh-CN': [
    '# 第一章 雪\n\n窗外的雪落了一夜。林远坐在灯下，数着桌上的铜钥匙。\n',
    '# 第二章 渡口\n\n天亮的时候，渡口还没有人。\n\n林远把伞收起来，站在石阶上等船。他想起昨夜的雪，也想起那把钥匙。\n\n船终于来了。\n',
  ],
  en: [
    '# One\n\nThe snow had fallen all night. Anna counted the keys.\n',
    '# Two\n\nAt dawn the landing was empty.\n\nAnna shut her umbrella and waited on the steps. She thought of the snow.\n\nThe ferry came at last.\n',
  ],
};

export const createAiWorld = async (
  options: AppOptions & { language?: 'zh-CN' | 'en'; platform?: Partial<Platform> } = {},
): Promise<AiWorld> => {
  const { language = 'zh-CN', ...given } = options;
  const server = await startModelServer();
  const test = await createTestApp({ aiTiming: patient, localServers: [], ...given });
  const folder = join(test.folder, 'book');
  mkdirSync(folder, { recursive: true });
  for (const [index, chapter] of chapters[language].entries()) {
    writeFileSync(join(folder, `0${index + 1}.md`), chapter);
  }
  const project = await test.call('projects:open', { path: folder, language });
  const { projectId } = project;
  const documentId = project.documents[1]?.documentId ?? '';
  const { text } = await test.call('documents:read', { projectId, documentId });
  const events: Told[] = [];
  const world: AiWorld = {
    test,
    server,
    projectId,
    documentId,
    text,
    events,
    listen() {
      test.app.events.on((name, payload) => {
        // One listener hears every name; the pair is what the bus promised.
        events.push({ name, payload } as Told);
      });
    },
    async run(input = {}) {
      const { runId } = await test.call('ai:run', {
        projectId,
        documentId,
        cursorPosition: text.length,
        skillId: 'continue',
        ...input,
      });
      return { runId, ...(await world.ended(runId)) };
    },
    ended: (runId) =>
      new Promise((resolve) => {
        const isEnd = (told: Told): told is Ended =>
          (told.name === 'ai:done' || told.name === 'ai:failed') && told.payload.runId === runId;
        const known = events.find(isEnd);
        if (known) return resolve(known);
        const stop = test.app.events.on((name, payload) => {
          const told = { name, payload } as Told;
          if (!isEnd(told)) return;
          stop();
          resolve(told);
        });
      }),
    connect: (change = {}) =>
      test.call('ai:models:save', {
        id: 'scripted',
        provider: 'openai-compatible',
        baseUrl: `${server.url}/v1`,
        model: 'gpt-4o',
        contextWindow: 16_000,
        maxOutput: 2000,
        ...change,
      }),
    async close() {
      await test.close();
      await server.close();
    },
  };
  world.listen();
  return world;
};

/** The run's success, or an error that says what came instead. */
export const doneOf = (ended: Ended): EventPayload<'ai:done'> => {
  if (ended.name === 'ai:done') return ended.payload;
  throw new Error(`the run failed: ${JSON.stringify(ended.payload.error)}`);
};

export const failedOf = (ended: Ended): EventPayload<'ai:failed'> => {
  if (ended.name === 'ai:failed') return ended.payload;
  throw new Error('the run was expected to fail');
};
