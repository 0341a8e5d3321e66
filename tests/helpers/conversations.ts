import { openJobs } from '#tests/helpers/jobs.ts';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Database } from 'better-sqlite3';
import { openDatabase } from '#main/db/open.ts';
import type { FenceView } from '#main/context/engine/service.ts';
import { type ContextFilesService, createContextFiles } from '#main/assistant/files/index.ts';
import {
  type ConversationDependencies,
  type ConversationService,
  conversationSources,
  createConversations,
} from '#main/assistant/conversation/index.ts';
import type { Prompt, ToolCall, ToolResult, Turn } from '#main/assistant/conversation/service.ts';
import { decodeText } from '#main/book/documents/index.ts';
import { noBookSettings } from '#shared/domain/book-settings.ts';
import type { EventName } from '#shared/contract/events.ts';
import type { Language } from '#shared/domain/identifiers.ts';
import type { ProjectInfo } from '#shared/domain/project.ts';
import type { Usage } from '#shared/domain/run.ts';
import { defaultSettings, type Settings } from '#shared/domain/settings.ts';
import type { Json } from '#shared/errors.ts';
import type { LogLine } from './app.ts';
import { openView } from './machine-world.ts';
import { putNewDatabase } from './new-database.ts';

export const projectId = 'project-1';

/** One token per UTF-16 code unit. */
export const count = (text: string): number => text.length;

export const usage = (inputTokens: number | null = 100): Usage => ({
  inputTokens,
  cachedInputTokens: null,
  cacheWriteTokens: null,
  outputTokens: 10,
  cost: null,
  currency: null,
});

export type ConversationsWorld = {
  service: ConversationService;
  files: ContextFilesService;
  database: Database;
  /** The project's folder. */
  root: string;
  /** The folder of context files. */
  context: string;
  /** Milliseconds; every look is one later, and tests move it. */
  time: { now: number };
  settings: { assistant: Settings['assistant']; ephemeralKeepRecent: number | null };
  project: { language: Language; documents: ProjectInfo['documents'] };
  view: FenceView;
  events: { name: EventName; payload: unknown }[];
  logs: LogLine[];
  /** The same data in another service, as in another process or after a restart. */
  another(needs?: Partial<ConversationDependencies>): ConversationService;
  close(): Promise<void>;
};

/** The service over a real database and real context files, with scripted time. */
export const openConversations = (
  needs: Partial<ConversationDependencies> = {},
  at: string = mkdtempSync(join(tmpdir(), 'fabula-conversation-')),
): ConversationsWorld => {
  const root = join(at, 'novel');
  const data = join(at, 'data');
  mkdirSync(root, { recursive: true });
  const logs: LogLine[] = [];
  const events: ConversationsWorld['events'] = [];
  const time = { now: Date.UTC(2024, 0, 15, 12, 34, 56) };
  const clock = {
    now: () => {
      time.now += 1;
      return time.now;
    },
  };
  const logger = {
    log: (level: LogLine['level'], message: string, fields?: LogLine['fields']) => {
      logs.push(fields ? { level, message, fields } : { level, message });
    },
  };
  putNewDatabase(data);
  const { database } = openDatabase(data, null, clock, logger);
  const sink = {
    emit: (name: EventName, payload: unknown) => {
      events.push({ name, payload });
    },
  };
  const settings: ConversationsWorld['settings'] = {
    assistant: { ...defaultSettings.assistant },
    ephemeralKeepRecent: null,
  };
  const getSettings = { get: () => ({ ...defaultSettings, ...settings }) };
  const project: ConversationsWorld['project'] = { language: 'zh-CN', documents: [] };
  const files = createContextFiles({
    platform: { paths: { data, documents: data, assets: data, samples: data }, clock, logger },
    settings: getSettings,
    sources: conversationSources(database),
  });
  const made: ConversationService[] = [];
  const another = (more: Partial<ConversationDependencies> = {}): ConversationService => {
    const service = createConversations({
      database,
      files,
      projects: {
        get: (id) => ({
          projectId: id,
          name: '长夜',
          path: root,
          readOnly: false,
          problems: [],
          pointOfViewEntityId: null,
          ...noBookSettings,
          ...project,
        }),
        languageOf: () => project.language,
      },
      fenceView: () => world.view,
      decodeText,
      settings: getSettings,
      events: sink,
      jobs: openJobs(data),
      clock,
      logger,
      ...needs,
      ...more,
    });
    made.push(service);
    return service;
  };
  const world: ConversationsWorld = {
    service: another(),
    files,
    database,
    root,
    context: join(data, 'context'),
    time,
    settings,
    project,
    view: openView,
    events,
    logs,
    another,
    async close() {
      for (const service of made) service.close();
      await files.close();
      database.close();
      rmSync(at, { recursive: true, force: true });
    },
  };
  return world;
};

export const call = (callId: string, toolName = 'Read', input: Json = {}): ToolCall => ({
  callId,
  toolName,
  input,
});

/** What Read answers. */
export const readResult = (path: string, text: string): ToolResult => {
  const lines = text.split('\n');
  return {
    status: 'success',
    text: lines.map((line, index) => `${index + 1}\t${line}`).join('\n'),
    data: {
      path,
      startLine: 1,
      endLine: lines.length,
      totalLines: lines.length,
      lines,
      mtime: '2024-01-15T00:00:00.000Z',
      truncated: false,
    },
  };
};

/** A prompt with tools that keep their last `ephemeral` outputs. */
export const promptOf = (turn: Turn, ephemeral: number | null = null): Promise<Prompt> =>
  turn.prompt('SYSTEM', () => ({ ephemeral }), count);

/** One model call that asks for one tool, and the tool's answer. */
export const act = async (turn: Turn, asked: ToolCall, result: ToolResult): Promise<string> => {
  turn.addStep({
    text: `Thought: 看一看\nAction: ${asked.toolName}[${JSON.stringify(asked.input)}]`,
    thought: '看一看',
    calls: [asked],
    usage: usage(),
  });
  return (await turn.addResult(asked, result)).messageId;
};

/** Longer than what a prompt keeps of an output. */
export const big = (name: string): string => `${name}的内容，`.repeat(600);

/** One call that reads `<number>.md`, and the answer. */
export const readNumbered = (turn: Turn, number: number, text = big(`文件${number}`)) =>
  act(
    turn,
    call(`call_${number}`, 'Read', { path: `${number}.md` }),
    readResult(`${number}.md`, text),
  );

/** What stands in a prompt where an output was moved to a file. */
export const placeholderOf = (conversationId: string, path: string): string =>
  `[Content offloaded]\nPath: context://${conversationId}/${path}\nUse Read tool to view details.`;

/** The beginning of a context file, by its path. */
export const contentAt = async (
  { files }: ConversationsWorld,
  conversationId: string,
  path: string,
): Promise<string> => {
  const id = (await files.findByPath(conversationId, path))?.id ?? '';
  return (await files.read({ conversationId, id, offset: 0, limit: 65_536 })).content;
};

/** A whole round without tools. */
export const round = async (
  service: ConversationService,
  conversationId: string,
  question: string,
  answer: string,
  inputTokens = 100,
): Promise<void> => {
  const turn = await service.begin({ conversationId, text: question });
  await promptOf(turn);
  turn.finish(answer, usage(inputTokens));
};

/** What is wrong with the pairs of a prompt: every call has one result, before anything else is said. */
export const unpaired = (prompt: Pick<Prompt, 'history' | 'scratchpad'>): string[] => {
  const problems: string[] = [];
  let open = new Set<string>();
  for (const item of [...prompt.history, ...prompt.scratchpad]) {
    if (item.kind === 'result') {
      if (!open.delete(item.callId)) problems.push(`${item.callId} answers nothing`);
      continue;
    }
    problems.push(...[...open].map((id) => `${id} has no result`));
    open = new Set(item.kind === 'step' ? item.calls.map(({ callId }) => callId) : []);
  }
  return [...problems, ...[...open].map((id) => `${id} has no result`)];
};
