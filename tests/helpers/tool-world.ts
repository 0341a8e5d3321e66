import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { openDatabase } from '#main/db/open.ts';
import { createEventBus } from '#main/events.ts';
import type { Platform } from '#main/platform.ts';
import type { Tool, ToolContext } from '#main/services/agent/tool.ts';
import { manuscriptTools } from '#main/services/agent/tools/manuscript-tools.ts';
import {
  createAi,
  createKeyFile,
  createKeyStore,
  createModels,
  createSkillLibrary,
} from '#main/services/ai/index.ts';
import { createConstraints } from '#main/services/constraints/index.ts';
import { createContextEngine } from '#main/services/context-engine/index.ts';
import { createContextFiles } from '#main/services/context-files/index.ts';
import type { Todo, ToolResult } from '#main/services/conversation/service.ts';
import { createDocuments } from '#main/services/documents/index.ts';
import { createKnowledge } from '#main/services/knowledge/index.ts';
import { createMemory } from '#main/services/memory/index.ts';
import { createProjects } from '#main/services/projects/index.ts';
import { createRetrieval } from '#main/services/retrieval/index.ts';
import { createSettings } from '#main/services/settings/index.ts';
import { createTokens, estimateTokens, tokenizerFor } from '#main/services/tokens/index.ts';
import type { Language } from '#shared/domain/identifiers.ts';
import type { Json } from '#shared/errors.ts';
import { quick } from './ai-world.ts';

const repository = fileURLToPath(new URL('../../', import.meta.url));

/** The services behind the tools of the manuscript, made as the program makes them, on a temporary folder. */
export const openToolWorld = async (
  chapters: Record<string, string | Buffer>,
  language: Language = 'zh-CN',
) => {
  const base = realpathSync(mkdtempSync(join(tmpdir(), 'fabula-tools-')));
  const book = join(base, 'book');
  const put = (path: string, content: string | Buffer): void => {
    mkdirSync(dirname(join(book, path)), { recursive: true });
    writeFileSync(join(book, path), content);
  };
  for (const [path, content] of Object.entries(chapters)) put(path, content);
  const platform: Platform = {
    host: 'cli',
    version: '0.0.0',
    systemLanguage: language,
    paths: {
      data: join(base, 'data'),
      documents: join(base, 'documents'),
      assets: join(repository, 'assets'),
      samples: join(repository, 'samples'),
    },
    workers: {
      retrieval: new URL('../../main/services/retrieval/retrieval.worker.ts', import.meta.url),
    },
    clock: { now: () => Date.now() },
    logger: { log: () => undefined },
    secrets: null,
    desktop: null,
    sqliteBinding: null,
  };
  const { clock, logger, paths } = platform;
  const events = createEventBus((error) => {
    throw error;
  });
  const { database } = openDatabase(paths.data, null, clock, logger);
  const tokens = createTokens({ countTokens: estimateTokens });
  const settings = createSettings({ database, events });
  const parts = { database, events, clock, tokens };
  const constraints = createConstraints(parts);
  const knowledge = createKnowledge({ ...parts, wordList: join(paths.assets, 'words', 'zh.txt') });
  const memory = createMemory(parts);
  const documents = createDocuments({ database, platform, events });
  const projects = createProjects({
    database,
    platform,
    events,
    documents,
    importSeed: () => ({ pointOfViewEntityId: null }),
  });
  const retrieval = await createRetrieval({ platform, events, documents, knowledge, settings });
  const skills = createSkillLibrary({ builtin: join(paths.assets, 'skills'), own: '', clock });
  const keyFile = createKeyFile(join(paths.data, 'keys'));
  const keys = createKeyStore({ secrets: null, file: keyFile, environment: {} });
  const counterOf = () => tokens;
  const models = createModels({
    database,
    events,
    clock,
    keys,
    tokenizerOf: tokenizerFor,
    counterOf,
    localServers: [],
    ...quick,
  });
  const engine = createContextEngine({
    ...parts,
    logger,
    estimate: { count: estimateTokens, paragraphs: tokens.paragraphs },
    estimateMargin: 0.3,
    model: models.contextModel,
    sources: {
      projects,
      documents,
      constraints,
      knowledge,
      memory,
      retrieval,
      settings,
      findSkill: skills.find,
    },
  });
  const contextFiles = createContextFiles({ platform, settings, events });
  const ai = createAi({
    ...parts,
    logger,
    keys,
    counterOf,
    models,
    skills,
    engine,
    documents,
    memory,
    languageOf: () => language,
    judge: null,
    timing: quick,
  });
  const { projectId } = await projects.open({ path: book, language });
  const tools = new Map<string, Tool>(
    manuscriptTools({
      projects,
      documents,
      knowledge,
      constraints,
      retrieval,
      contextFiles,
      ai,
      countTokens: estimateTokens,
    }).map((tool) => [tool.name, tool]),
  );
  let calls = 0;
  const todos: Todo[][] = [];

  const world = {
    base,
    book,
    put,
    bytes: (path: string): Buffer => readFileSync(join(book, path)),
    projectId,
    projects,
    documents,
    knowledge,
    constraints,
    retrieval,
    contextFiles,
    engine,
    ai,
    tools,
    todos,
    /** The id of the chapter at a path. */
    chapter(path: string): string {
      const found = documents.list(projectId).find((document) => document.path === path);
      if (!found) throw new Error(`no chapter at ${path}`);
      return found.documentId;
    },
    /** Calls a tool as the loop does: its input parsed, beside a chapter or beside none. */
    async run(
      name: string,
      input: Json,
      at: Partial<Pick<ToolContext, 'conversationId' | 'turnId' | 'signal'>> & {
        beside?: string | null;
      } = {},
    ): Promise<ToolResult> {
      const tool = tools.get(name);
      if (!tool) throw new Error(`no tool ${name}`);
      const { beside = null, ...given } = at;
      calls += 1;
      const context: ToolContext = {
        projectId,
        conversationId: 'session_20250101_000000_abcdef',
        turnId: 'turn',
        callId: `call-${calls}`,
        language,
        view: engine.fenceView(projectId, beside === null ? null : world.chapter(beside)),
        pageBytes: 48 * 1024,
        setTodos: (list) => todos.push([...list]),
        signal: new AbortController().signal,
        ...given,
      };
      return tool.run(tool.input.parse(input), context);
    },
    async close(): Promise<void> {
      await ai.close();
      await contextFiles.close();
      await retrieval.close();
      await projects.closeAll();
      engine.close();
      tokens.close();
      database.close();
      rmSync(base, { recursive: true, force: true });
    },
  };
  return world;
};

export type ToolWorld = Awaited<ReturnType<typeof openToolWorld>>;
