import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createServices } from '#main/app.ts';
import { createClosedPassages } from '#main/assistant/agent/fenced-chapters/index.ts';
import type { Tool, ToolContext } from '#main/assistant/agent/tool.ts';
import { createManuscriptTools } from '#main/assistant/agent/tools/manuscript-tools.ts';
import type { Todo, ToolResult } from '#main/assistant/conversation/service.ts';
import { decodeText } from '#main/book/documents/index.ts';
import { estimateTokens } from '#main/context/tokens/index.ts';
import type { Language } from '#shared/domain/identifiers.ts';
import type { Json } from '#shared/errors.ts';
import { noUsage } from '#shared/usage-sum.ts';
import { patient } from './ai-world.ts';
import { platformAt } from './app.ts';

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
  const services = await createServices(
    { ...platformAt(base), systemLanguage: language },
    { countTokens: estimateTokens, aiTiming: patient, localServers: [] },
  );
  const { projects, documents, knowledge, constraints, retrieval, contextFiles, ai, engine } =
    services;
  const { conversations } = services;
  const { projectId } = await projects.open({ path: book, language });
  const manuscript = createManuscriptTools({
    projects,
    documents,
    decodeText,
    knowledge,
    constraints,
    retrieval,
    contextFiles,
    ai,
    closedPassages: createClosedPassages({ documents, knowledge, constraints }),
    countTokens: estimateTokens,
  });
  const tools = new Map<string, Tool>(
    [...manuscript.book, ...manuscript.conversation].map((tool) => [tool.name, tool]),
  );
  const { conversationId } = conversations.create({ projectId });
  let calls = 0;
  const todos: Todo[][] = [];

  const world = {
    base,
    book,
    put,
    bytes: (path: string): Buffer => readFileSync(join(book, path)),
    projectId,
    conversationId,
    /** The writer hands the model a file of the conversation. */
    async hand(contextId: string): Promise<void> {
      const asked = { conversationId, text: '看这个文件', attachments: [contextId] };
      (await conversations.begin(asked)).finish('好。', noUsage);
    },
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
      const view = engine.fenceView(projectId, beside === null ? null : world.chapter(beside));
      const context: ToolContext = {
        projectId,
        conversationId,
        turnId: 'turn',
        callId: `call-${calls}`,
        program: null,
        language,
        view,
        opensFile: (id) => conversations.opensFile(conversationId, id, view),
        pageBytes: 48 * 1024,
        setTodos: (list) => todos.push([...list]),
        signal: new AbortController().signal,
        ...given,
      };
      return tool.run(tool.input.parse(input), context);
    },
    async close(): Promise<void> {
      await services.close();
      rmSync(base, { recursive: true, force: true });
    },
  };
  return world;
};

export type ToolWorld = Awaited<ReturnType<typeof openToolWorld>>;
