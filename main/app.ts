import { join } from 'node:path';
import type { AppOptions } from './app-options.ts';
import { createBackups } from './db/backups/index.ts';
import { createChangeRecord } from './db/change-record.ts';
import { openDatabase } from './db/open.ts';
import { systemCode } from './base/failures/system-code.ts';
import { closeInOrder } from './composition/close-in-order.ts';
import { reportError } from './base/failures/error-report.ts';
import { createForgetProject } from './composition/forget-project.ts';
import type { Platform } from './platform.ts';
import { createDispatch, type Dispatch } from './rpc/dispatch.ts';
import { followMovedText } from './composition/follow-moved-text.ts';
import { createEventBus, type EventBus } from './events.ts';
import { createHandlers } from './rpc/handlers.ts';
import { createHostHandlers, type Notice } from './rpc/host-handlers.ts';
import { createJobs } from './jobs/index.ts';
import { keepPrivate } from './base/files/private-folder.ts';
import { createProjectCalls, projectOfCall } from './rpc/project-calls.ts';
import {
  createAi,
  createKeyFile,
  createKeyStore,
  createModelJudge,
  createModels,
  createSecretStore,
  createSkillLibrary,
  defaultPlaces,
  defaultTiming,
} from './ai/runs/index.ts';
import { createAgent } from './assistant/agent/index.ts';
import type { AgentService } from './assistant/agent/service.ts';
import { withCosts } from './context/engine/costs.ts';
import { createEchoes } from './context/echoes/index.ts';
import { createContextEngine } from './context/engine/index.ts';
import { createExpectationChecks } from './context/expectations/index.ts';
import { createContextFiles } from './assistant/files/index.ts';
import {
  buildContext,
  conversationSources,
  conversationTitles,
  fileOrigins,
  createConversations,
} from './assistant/conversation/index.ts';
import { createBook } from './composition/create-book.ts';
import { createBookJobs } from './composition/create-book-jobs.ts';
import { createEgress } from './egress/index.ts';
import { backUpBeforeMigration, createArchives } from './archive/index.ts';
import { fileTools } from './book/documents/index.ts';
import { createPortraits } from './book/portraits/index.ts';
import { createBookGit } from './composition/create-book-git.ts';
import { createExport } from './book/export/index.ts';
import { decodeText } from './book/documents/index.ts';
import { createImports } from './book/import/index.ts';
import { createJudge } from './ai/judge/index.ts';
import { createReplace } from './book/replace/index.ts';
import { bookNames, createProjects } from './book/projects/index.ts';
import { createPurse } from './purse/index.ts';
import { createRetrieval } from './context/retrieval/index.ts';
import { createSettings, followBookLanguage } from './settings/index.ts';
import {
  createTokens,
  estimateParagraphs,
  estimateTokens,
  tokenizerFor,
} from './context/tokens/index.ts';
import { createModelCounters } from './context/tokens/model-counters.ts';
import { createVocabularies } from './context/tokens/vocabularies.ts';
import { judgeOfRuns } from './composition/judge-of-runs.ts';
import { noteWorkedOn } from './composition/working-notes.ts';

export type App = {
  dispatch: Dispatch;
  events: EventBus;
  /** The tools of an open book for programs outside of the desk (N16). PROJECT_CLOSED. */
  offerTools: AgentService['offerTools'];
  /** What the writer must know about the start; hosts add their own. */
  notices: Notice[];
  /**
   * Stops watching, writes what is in memory, backs the database up, closes it. Never throws: a part that fails, or
   * takes longer than all of them together may, is logged and left behind.
   * @param limitMs how long the parts before the backup may take; null, the default, waits for them
   */
  close(limitMs?: number | null): Promise<void>;
};

/**
 * The only composition root: every service is made here and handed what it needs. Errors: those of
 * {@link openDatabase}; nothing is left open when it fails.
 */
export const createServices = async (platform: Platform, options: AppOptions = {}) => {
  const { clock, logger, paths } = platform;
  keepPrivate(paths.data);
  await backUpBeforeMigration(platform);
  const events = createEventBus((error) => {
    logger.log('error', 'an event listener failed', reportError(error));
  });
  const {
    database,
    notices: databaseNotices,
    backedUp,
  } = openDatabase(paths.data, platform.sqliteBinding, clock, logger);
  const backups = createBackups({
    database,
    folder: paths.data,
    binding: platform.sqliteBinding,
    worker: platform.workers.backup,
    record: createChangeRecord(database, paths.data, (error) => {
      logger.log('error', 'changes are not counted', { code: systemCode(error) });
    }),
    backedUp,
    clock,
    logger,
    events,
    ...(options.backupTiming ? { timing: options.backupTiming } : {}),
  });
  const { countTokens, vocabularies = createVocabularies() } = options;
  const tokens = createTokens({ countTokens, vocabularies });
  const settings = createSettings({ database, events });
  const purse = createPurse({ database, clock, events, logger });
  const egress = createEgress({ database, clock, logger, purse });
  const jobs = createJobs({ ...platform, events, nameOf: bookNames(database) });
  const parts = { database, platform, events, tokens, settings, jobs };
  const { sample, ...book } = createBook({ ...parts, nameTools: options.nameTools });
  const { days, documents, constraints, knowledge, memory, records, threads, notes, sceneFacts } =
    book;
  const projects = createProjects({
    ...{ database, mayWrite: options.lends !== true },
    platform,
    events,
    documents,
    records,
    sample,
  });
  const environment = options.gitEnvironment ?? process.env;
  const git = createBookGit({ ...parts, ...book, egress, projects, environment });
  const portraits = createPortraits({ projects, knowledge, events, ...fileTools });
  const archives = await createArchives({
    database,
    platform,
    events,
    projects,
    jobs,
    savePoint: git.savePoint,
    async writeWaiting(projectId) {
      await records.writeWaiting(projectId);
      engine.writeWaiting();
    },
    ...(options.sittingTiming ? { timing: options.sittingTiming } : {}),
  });
  const exports = createExport({
    ...{ database, platform, events, jobs },
    sources: { projects, documents, clock },
  });
  const imports = await createImports({ platform, jobs, documents, projects, days });
  const retrieval = await createRetrieval({
    platform,
    egress,
    countTokens: estimateTokens,
    events,
    jobs,
    ...{ documents, knowledge, settings },
    ...options.readingTiming,
  });
  const skills = createSkillLibrary({
    builtin: join(paths.assets, 'skills'),
    own: join(paths.data, 'skills'),
    clock,
  });
  const vault = { secrets: platform.secrets, file: createKeyFile(join(paths.data, 'keys')) };
  const keys = createKeyStore({ ...vault, environment: process.env, database });
  const counters = createModelCounters(tokens, { countTokens, vocabularies });
  const timing = options.aiTiming ?? defaultTiming;
  const models = createModels({
    database,
    egress,
    events,
    clock,
    keys,
    tokenizerOf: tokenizerFor,
    counterOf: counters.of,
    localServers: options.localServers ?? defaultPlaces,
    ...timing,
  });
  const engine = createContextEngine({
    database,
    clock,
    logger,
    events,
    tokens,
    estimate: { count: estimateTokens, paragraphs: estimateParagraphs },
    estimateMargin: 0.3,
    model: models.contextModel,
    sources: { ...book, projects, retrieval, settings, findSkill: skills.find },
  });
  const echoes = createEchoes({ threads, knowledge, retrieval, documents });
  const checks = createExpectationChecks({
    ...{ database, clock, logger, events, jobs, timing: options.expectationTiming },
    sources: { ...book, projects, retrieval, settings, engine, model: models.contextModel },
  });
  const contextFiles = createContextFiles({
    platform,
    settings,
    events,
    sources: conversationSources(database),
    titleOf: conversationTitles(database),
    originsOf: fileOrigins(database),
  });

  const judge = createJudge({
    database,
    clock,
    logger,
    events,
    sources: { projects, documents, constraints, knowledge, fenceView: engine.fenceView },
    model: createModelJudge(models),
  });

  const ai = createAi({
    database,
    egress,
    events,
    clock,
    logger,
    keys,
    counterOf: counters.of,
    models,
    skills,
    engine,
    documents,
    memory,
    languageOf: projects.languageOf,
    judge: judgeOfRuns(judge),
    timing,
  });

  const { synopses, contradictions } = createBookJobs({
    ...{ database, clock, logger, events, jobs, projects },
    ...{ documents, findings: book.findings, knowledge, engine, models, purse, platform },
  });

  const replace = createReplace({
    database,
    jobs,
    clock,
    events,
    ...{ documents, knowledge, constraints, memory, threads, notes, sceneFacts },
    proposals: synopses.proposals,
    waitingChapters: async (projectId) =>
      new Set((await ai.listCandidates(projectId)).map(({ documentId }) => documentId)),
  });

  const conversations = createConversations({
    database,
    files: contextFiles,
    projects,
    decodeText,
    fenceView: engine.fenceView,
    settings,
    events,
    jobs,
    clock,
    logger,
    ...(options.summaryDeadline ? { summaryDeadline: options.summaryDeadline } : {}),
  });
  const agent = createAgent({
    database,
    egress,
    events,
    platform,
    settings,
    models,
    engine,
    projects,
    documents,
    decodeText,
    knowledge,
    constraints,
    retrieval,
    ai,
    contextFiles,
    conversations,
    buildContext,
    countTokens: estimateTokens,
    secrets: createSecretStore(vault),
    forgetOlderBackups: backups.forgetOlder,
    environment: process.env,
    temporaryFolder: join(paths.data, 'spool'),
    ...(options.agentConditions ? { conditions: options.agentConditions } : {}),
  });
  followMovedText({ ...book, judge, ai, contradictions });
  archives.beginSittings();
  const stopNoting = noteWorkedOn({ events, projects, documents, memory });

  return {
    database,
    events,
    databaseNotices,
    archives,
    egress,
    purse,
    settings,
    ...book,
    checks,
    exports,
    git,
    jobs,
    projects,
    imports,
    replace,
    retrieval,
    skills,
    models,
    engine,
    contextFiles,
    judge,
    ai,
    ...{ synopses, contradictions, conversations, agent, backups, portraits, echoes },
    /** What the page is told of lists whose entries cost something. */
    priced: withCosts({ constraints, memory, knowledge, projects }, models, tokens),
    /** See {@link App.close}. */
    async close(limitMs: number | null = null): Promise<void> {
      stopNoting();
      await closeInOrder(
        [
          ['agent', () => agent.close()],
          ['conversations', () => conversations.close()],
          ['ai', () => ai.close()],
          ['synopses', () => synopses.close()],
          ['contradictions', () => contradictions.close()],
          ['expectations', () => checks.close()],
          ['threads', () => threads.close()],
          ['notes', () => notes.close()],
          ['sceneFacts', () => book.sceneFacts.close()],
          ['contextFiles', () => contextFiles.close()],
          ['retrieval', () => retrieval.close()],
          ['jobs', () => jobs.close()],
          ['git', () => git.close()],
          ['projects', () => projects.closeAll()],
          ['engine', () => engine.close()],
        ],
        logger,
        limitMs,
      );
      // With time of their own: nothing that hangs before takes it from them.
      await closeInOrder(
        [
          ['archives', () => archives.close()],
          ['purse', () => purse.close()],
          ['egress', () => egress.close()],
          ['backups', () => backups.close()],
          ['database', () => void database.close()],
        ],
        logger,
        null,
      );
    },
  };
};

/** The program behind one door: its services, called through their channels. Errors: those of {@link createServices}. */
export const createApp = async (platform: Platform, options: AppOptions = {}): Promise<App> => {
  const { database, events, databaseNotices, close, backups, ...services } = await createServices(
    platform,
    options,
  );
  const { documents, settings } = services;
  const notices: Notice[] = [...databaseNotices, ...settings.notices];
  const host = createHostHandlers(platform, notices, (projectId, documentId) =>
    documents.locate(projectId, documentId),
  );
  const calls = createProjectCalls(projectOfCall(services));
  const dispatchCall = createDispatch(
    calls.counting(
      createHandlers({
        ...services,
        ...services.priced,
        bookLanguage: followBookLanguage(settings, platform.systemLanguage),
        chosenCurrency: () => services.models.contextModel()?.prices?.currency ?? null,
        host,
        backups,
        forgetProject: createForgetProject(database, services, calls),
      }),
    ),
    platform.logger,
    { checkOutputs: options.checkOutputs ?? false },
  );

  /** What is answered is remembered first, so that the next start notices if it is not there any more. */
  const dispatch: Dispatch = async (channel, input, call) => {
    const reply = await dispatchCall(channel, input, call);
    backups.noteChanges();
    return reply;
  };
  return { dispatch, events, offerTools: services.agent.offerTools, notices, close };
};
