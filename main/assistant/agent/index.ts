/** Makes the assistant: its turns, tools, permissions and servers. */
import type { Database } from 'better-sqlite3';
import { nanoid } from 'nanoid';
import type { EventSink } from '#shared/contract/events.ts';
import { AppError } from '#shared/errors.ts';
import type { Language } from '#shared/domain/identifiers.ts';
import type { Platform, Secrets } from '#main/platform.ts';
import type { ContextEngine, FenceView } from '#main/context/engine/service.ts';
import type { AiService, ModelsService, ChatModel } from '#main/ai/runs/service.ts';
import type { ConstraintsService } from '#main/book/constraints/service.ts';
import type { ContextFilesService } from '#main/assistant/files/service.ts';
import type {
  BuildContext,
  ConversationService,
  Turn,
} from '#main/assistant/conversation/service.ts';
import type { DecodeText, DocumentsService } from '#main/book/documents/service.ts';
import type { KnowledgeService } from '#main/book/knowledge/service.ts';
import type { Egress } from '#main/egress/service.ts';
import type { ProjectsService } from '#main/book/projects/service.ts';
import type { RetrievalService } from '#main/context/retrieval/service.ts';
import type { SettingsService } from '#main/settings/service.ts';
import type { AskDependencies } from './loop/ask-for-step.ts';
import { createActiveTurns } from './loop/active-turns.ts';
import { createCompact } from './loop/compaction.ts';
import { forecastTurn } from './loop/forecast.ts';
import type { Speaking } from './loop/speaking.ts';
import { runTurn } from './loop/run-turn.ts';
import { createRunsUnderWay } from './loop/runs-under-way.ts';
import { createTurnRun } from './loop/turn-run.ts';
import { createToolbox } from './loop/toolbox.ts';
import { createClosedPassages } from './fenced-chapters/index.ts';
import { createMcp, type Mcp, type McpTiming } from './mcp/index.ts';
import { createOfferTools } from './offered-tools/index.ts';
import { createResultProcessor } from './offload/index.ts';
import { createPermissions, type Permissions, type PermissionScope } from './permissions/index.ts';
import { nativeProtocol } from './protocol/native.ts';
import { reactProtocol } from './protocol/react.ts';
import type { AgentService } from './service.ts';
import { systemText } from './system/system-text.ts';
import type { Tool } from './tool.ts';
import { createMachineTools } from './tools/machine-tools.ts';
import { createManuscriptTools } from './tools/manuscript-tools.ts';
import type { SpoolLimits } from './tools/processes/spool.ts';
import type { AddressPolicy } from './tools/web/address-of.ts';

/** Of the world outside: tests have a smaller one. */
export type AgentConditions = {
  mcpTiming?: McpTiming;
  addressPolicy?: AddressPolicy;
  spoolLimits?: SpoolLimits;
};

export type AgentDependencies = {
  database: Database;
  events: EventSink;
  platform: Pick<Platform, 'version' | 'clock' | 'logger'>;
  settings: Pick<SettingsService, 'get'>;
  models: Pick<ModelsService, 'sendChat' | 'chatModel' | 'complete'>;
  egress: Egress;
  engine: Pick<ContextEngine, 'fenceView' | 'assemble'>;
  projects: Pick<ProjectsService, 'projectContext' | 'get'>;
  documents: Pick<DocumentsService, 'list' | 'listDeleted' | 'byId' | 'info' | 'read'>;
  decodeText: DecodeText;
  knowledge: Pick<KnowledgeService, 'listEntities' | 'listRelations' | 'matcher'>;
  constraints: Pick<ConstraintsService, 'list'>;
  retrieval: Pick<RetrievalService, 'search' | 'status' | 'index'>;
  ai: Pick<AiService, 'propose' | 'isAcceptedChange'>;
  /** Never fails. */
  countTokens(text: string): number;
  contextFiles: ContextFilesService;
  conversations: ConversationService;
  buildContext: BuildContext;
  /** For what servers of tools are given. Throws MODEL_KEY_STORE_FAILED. */
  secrets: Pick<Secrets, 'get' | 'set' | 'remove'>;
  /** Backs up and takes older backups away; false when that failed. */
  forgetOlderBackups(): Promise<boolean>;
  /** Of this program: a clean one is made of it for what tools start. */
  environment: Readonly<Record<string, string | undefined>>;
  /** Where big outputs of commands wait until they are context files. */
  temporaryFolder: string;
  conditions?: AgentConditions;
};

/** Turns end like this with the program; they can be gone on with. */
const interrupted = (): AppError =>
  new AppError('RUN_INTERRUPTED', 'The program ended during the turn.');

/** And so with their project. */
const projectClosed = (): AppError =>
  new AppError('RUN_INTERRUPTED', 'The project was closed during the turn.');

/** What the writer says to sums, in a conversation. */
const agreementIn = (
  permissions: Permissions,
  scope: PermissionScope,
  signal: AbortSignal,
): AskDependencies['agreement'] => ({
  agreedTo: () => permissions.agreedTo(scope.conversationId),
  agree: (question) => permissions.agree(question, scope, signal),
});

const serverCalls = (mcp: Mcp) => ({
  mcpServers: mcp.list,
  saveMcpServer: mcp.save,
  removeMcpServer: mcp.remove,
  connectMcpServer: mcp.connect,
});

/**
 * The assistant (S4): turns of a model with tools, over conversations that keep what was said. What tools do to
 * the manuscript are proposals (F14), what they do to the machine needs permission.
 */
export const createAgent = (dependencies: AgentDependencies): AgentService => {
  const { conversations, models, settings, events, engine, database } = dependencies;
  const { clock, logger, version } = dependencies.platform;
  const turns = createActiveTurns(logger);
  const permissions = createPermissions({ database, events, settings, clock });
  const process = createResultProcessor(dependencies);
  const compact = createCompact(dependencies);
  const react = reactProtocol(dependencies.buildContext);

  const speakingOf = (model: ChatModel, language: Language, tools: readonly Tool[]): Speaking => {
    const toolbox = createToolbox(tools, settings.get().tools);
    return {
      model,
      toolbox,
      protocol: model.toolProtocol === 'native' ? nativeProtocol : react,
      system: systemText(language, model.toolProtocol, toolbox.offered),
    };
  };

  /** A chapter that went meanwhile opens no fence. */
  const viewOf = (projectId: string, documentId: string | null): FenceView => {
    try {
      return engine.fenceView(projectId, documentId);
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'DOCUMENT_NOT_FOUND') throw error;
      return engine.fenceView(projectId, null);
    }
  };

  /** Throws what is wrong before a turn begins, so that nothing is stored that cannot be answered. */
  const bookContextOf = (
    conversationId: string,
    documentId?: string,
  ): { language: Language; model: ChatModel } => {
    const { projectId } = conversations.info(conversationId);
    const { language } = dependencies.projects.projectContext(projectId);
    // A chapter of another project opens nothing of this one.
    if (documentId !== undefined) dependencies.documents.info(projectId, documentId);
    return { language, model: models.chatModel() };
  };

  const { mcpTiming, ...conditions } = dependencies.conditions ?? {};
  const parts = { ...dependencies, closedPassages: createClosedPassages(dependencies) };
  const machine = createMachineTools({ ...parts, ...conditions, clock, logger });
  const manuscript = createManuscriptTools(parts);
  const tools = [...manuscript.book, ...manuscript.conversation, ...machine.tools];
  const mcp = createMcp({
    egress: dependencies.egress,
    database,
    clock,
    logger,
    events,
    settings,
    permissions,
    secrets: dependencies.secrets,
    forgetOlderBackups: dependencies.forgetOlderBackups,
    closedPassages: parts.closedPassages,
    environment: dependencies.environment,
    reservedNames: tools.map(({ name }) => name),
    version,
    ...(mcpTiming ? { timing: mcpTiming } : {}),
  });
  /** What servers lent the last turn: forecasts start no server and ask for no permission. */
  let lent: readonly Tool[] = [];
  const runs = createRunsUnderWay();

  const start = (turn: Turn, question: string, language: Language, model: ChatModel): void => {
    const { conversationId, projectId, documentId } = turn;
    const view = viewOf(projectId, documentId);
    turns.start(turn, async (signal) => {
      // When nothing could be put away, asking before every step of the turn finds nothing either.
      let isFutile = false;
      const speaking = async (): Promise<Speaking> => {
        lent = await mcp.tools(turn, signal);
        return speakingOf(model, language, [...tools, ...lent]);
      };
      const run = createTurnRun(
        {
          speaking,
          models,
          permissions,
          process,
          logger,
          events,
          language,
          contextFiles: dependencies.contextFiles,
          limits: settings.get().assistant,
          view,
          opensFile: (contextId) => conversations.opensFile(conversationId, contextId, view),
          async compact(how) {
            if (isFutile && how.urgency === 'due') return 0;
            const agreement = agreementIn(permissions, turn, signal);
            const done = await compact(conversationId, model, { ...how, agreement }, signal);
            if (done === null) return 0;
            const away = done.archived + done.offloaded;
            isFutile ||= away === 0;
            return away;
          },
        },
        turn,
        signal,
      );
      await runs.during(run, runTurn(run, question));
    });
  };

  const endProject = async (projectId: string): Promise<void> => {
    await turns.stopWhere({ projectId }, projectClosed());
    for (const { conversationId } of conversations.list(projectId)) {
      await machine.endConversation(conversationId);
    }
  };

  return {
    async send(input) {
      const { language, model } = bookContextOf(input.conversationId, input.documentId);
      const turn = await conversations.begin(input);
      start(turn, input.text, language, model);
      return { turnId: turn.turnId };
    },
    async resume(conversationId) {
      const { language, model } = bookContextOf(conversationId);
      const turn = conversations.resume(conversationId);
      start(turn, '', language, model);
      return { turnId: turn.turnId };
    },
    stop: turns.stop,
    saying: runs.saying,
    async forgetConversation(conversationId) {
      await turns.stopWhere({ conversationId });
      await machine.endConversation(conversationId);
      permissions.forgetConversation(conversationId);
    },
    async compact(conversationId, signal) {
      const { model } = bookContextOf(conversationId);
      if (conversations.info(conversationId).turnId !== null) {
        throw new AppError('CONVERSATION_BUSY', 'A turn of this conversation is under way.', {
          conversationId,
        });
      }
      const { projectId } = conversations.info(conversationId);
      // No turn asks: the question has a name of its own.
      const scope = { projectId, conversationId, turnId: nanoid() };
      const agreement = agreementIn(permissions, scope, signal);
      const how = { urgency: 'asked', agreement } as const;
      const done = await compact(conversationId, model, how, signal);
      return done ?? { archived: 0, offloaded: 0, summaryMessageId: null };
    },
    async forecast(input) {
      const { language, model } = bookContextOf(input.conversationId, input.documentId);
      return forecastTurn(conversations, input, speakingOf(model, language, [...tools, ...lent]));
    },
    ...serverCalls(mcp),
    offerTools: createOfferTools({
      ...dependencies,
      manuscript,
      permissions,
      logger,
      languageOf: (projectId) => dependencies.projects.projectContext(projectId).language,
    }),
    permit: permissions.permit,
    pendingPermissions: permissions.pending,
    permissionRules: permissions.rules,
    removePermissionRule: permissions.removeRule,
    closeProject: endProject,
    forgetProject: permissions.forgetProject,
    async close() {
      await turns.stopWhere({}, interrupted());
      await mcp.close();
      await machine.close();
    },
  };
};
