import { AppError } from '#shared/errors.ts';
import type { Language } from '#shared/domain/identifiers.ts';
import type { ProjectInfo } from '#shared/domain/project.ts';
import type { Backups } from '#main/db/backups/index.ts';
import type { AgentService } from '#main/assistant/agent/service.ts';
import type { AiService, ModelsService, SkillLibrary } from '#main/ai/runs/service.ts';
import type { ContextEngine } from '#main/context/engine/service.ts';
import type { ContextFilesService } from '#main/assistant/files/service.ts';
import type { ConversationService } from '#main/assistant/conversation/service.ts';
import type { DaysService } from '#main/book/days/service.ts';
import type { GitService } from '#main/book/git/service.ts';
import type { Jobs } from '#main/jobs/service.ts';
import type { JudgeService } from '#main/ai/judge/service.ts';
import type { MemoryService } from '#main/book/memory/service.ts';
import type { ProjectsService } from '#main/book/projects/service.ts';
import type { RetrievalService } from '#main/context/retrieval/service.ts';
import type { SettingsService } from '#main/settings/service.ts';
import type { SpellingService } from '#main/book/spelling/service.ts';
import { type ArchiveServices, createArchiveHandlers } from './archive-handlers.ts';
import { type ChapterTextServices, createChapterTextHandlers } from './chapter-text-handlers.ts';
import { type ConstraintServices, createConstraintHandlers } from './constraint-handlers.ts';
import {
  type ContradictionServices,
  createContradictionHandlers,
} from './contradiction-handlers.ts';
import { createContextFileHandlers } from './context-file-handlers.ts';
import { createExchangeHandlers, type ExchangeServices } from './exchange-handlers.ts';
import { createExpectationHandlers, type ExpectationServices } from './expectation-handlers.ts';
import type { Handlers } from './dispatch.ts';
import { createWithinProject } from './within-project.ts';
import { createGitHandlers } from './git-handlers.ts';
import { createKnowledgeHandlers, type KnowledgeServices } from './knowledge-handlers.ts';
import { createFormHandlers, type FormServices } from './form-handlers.ts';
import { createNoteHandlers, type NoteServices } from './note-handlers.ts';
import { createManuscriptHandlers, type ManuscriptServices } from './manuscript-handlers.ts';
import { createSynopsisHandlers, type SynopsisServices } from './synopsis-handlers.ts';
import { createThreadHandlers, type ThreadServices } from './thread-handlers.ts';
import { createJobHandlers } from './job-handlers.ts';
import type { HostHandlers } from './host-handlers.ts';

export type Services = ArchiveServices &
  ChapterTextServices &
  ConstraintServices &
  ContradictionServices &
  ExchangeServices &
  ExpectationServices &
  SynopsisServices &
  ThreadServices &
  KnowledgeServices &
  NoteServices &
  FormServices &
  ManuscriptServices & {
    projects: ProjectsService;
    git: GitService;
    days: DaysService;
    memory: MemoryService;
    spelling: SpellingService;
    retrieval: RetrievalService;
    engine: ContextEngine;
    models: ModelsService;
    skills: SkillLibrary;
    ai: AiService;
    /** The language of a book as the interface's tells it: the settings' own, or the machine's. */
    bookLanguage(): Language;
    judge: JudgeService;
    contextFiles: ContextFilesService;
    conversations: ConversationService;
    agent: AgentService;
    settings: SettingsService;
    jobs: Jobs;
    host: HostHandlers;
    forgetProject(projectId: string): Promise<void>;
    backups: Pick<Backups, 'forgetOlder'>;
  };

const nothing = (): Record<string, never> => ({});

const defaultSearchLimit = 20;
const defaultHistoryLimit = 50;
const defaultRunLimit = 50;
const defaultEpisodeLimit = 200;

/**
 * Every channel and the service that answers it. `within` refuses calls for a project that is unknown or closed
 * before a service sees them: services key everything by project and need not know which projects there are.
 */
export const createHandlers = (services: Services): Handlers => {
  const { projects, documents, knowledge, memory, retrieval, engine, judge } = services;
  const { replace, spelling, models, skills, ai, conversations, agent } = services;
  const requireOpen = (projectId: string): void => void projects.get(projectId);
  const within = createWithinProject((projectId) => void projects.get(projectId));

  /** What a killed program left half replaced is taken back, what it had not yet imported is added, before anybody sees the book. */
  const wholeAgain = async (project: ProjectInfo): Promise<ProjectInfo> => {
    if (!project.readOnly) await replace.takeBackBroken(project.projectId);
    if (!project.readOnly) await services.imports.takeUpNotes(project);
    return projects.get(project.projectId);
  };
  // Services know nothing of each other's rows: an id of another project must not slip in here (S3-41).
  const requireEntity = (projectId: string, entityId: string | null | undefined): void => {
    if (!entityId) return;
    if (knowledge.listEntities(projectId).some((entity) => entity.entityId === entityId)) return;
    throw new AppError('ENTITY_NOT_FOUND', 'The project has no such entity.', { entityId });
  };

  return {
    'projects:open': async (input, call) => wholeAgain(await projects.open(input, call.signal)),
    'projects:list': async () => ({ items: await projects.list() }),
    'projects:get': ({ projectId }) => projects.get(projectId),
    'projects:writer': async ({ projectId }) => ({ writer: await projects.writer(projectId) }),
    'projects:takeOver': async ({ projectId }) => wholeAgain(await projects.takeOver(projectId)),
    'projects:rename': ({ projectId, name }) => projects.rename(projectId, name),
    'projects:update': within((input) => {
      requireEntity(input.projectId, input.pointOfViewEntityId);
      return projects.update(input);
    }),
    'projects:close': async ({ projectId }) => {
      // Turns and runs write their end while the project is still there.
      await agent.closeProject(projectId);
      await ai.closeProject(projectId);
      await services.synopses.closeProject(projectId);
      await services.contradictions.closeProject(projectId);
      await services.checks.leaveProject(projectId);
      await services.git.closeProject(projectId);
      await services.reports.closeProject(projectId);
      await replace.closeProject(projectId);
      await projects.close(projectId);
      memory.endSitting(projectId);
      services.archives.sittingEnded(projectId);
      return nothing();
    },
    'projects:forget': async ({ projectId }) => {
      await services.forgetProject(projectId);
      await services.backups.forgetOlder();
      return nothing();
    },
    'projects:create': (input) => projects.create(input),
    'projects:openSample': async ({ language }) => wholeAgain(await projects.openSample(language)),

    'goals:get': ({ projectId }) => services.days.goals(projectId),
    'goals:update': within((input) => services.days.updateGoals(input)),
    'goals:log': within((input) => services.days.log(input)),

    ...createArchiveHandlers(services, requireOpen),
    'documents:list': ({ projectId }) => ({ documents: documents.list(projectId) }),
    'documents:create': (input) => documents.create(input),
    'documents:rename': ({ projectId, documentId, title, heading }) =>
      documents.rename(projectId, documentId, title, heading),
    'documents:move': async (input) => ({ documents: await documents.move(input) }),
    'documents:toVolume': async (input) => ({ documents: await documents.toVolume(input) }),
    'documents:split': (input) => documents.split(input),
    'documents:merge': (input) => documents.merge(input),
    'documents:moveScene': (input) => documents.moveScene(input),
    'documents:undo': ({ projectId, undoId }) => documents.undoStep(projectId, undoId),
    'documents:delete': async ({ projectId, documentId }) => ({
      documents: await documents.remove(projectId, documentId),
    }),
    'documents:deleted': ({ projectId }) => ({ items: documents.listDeleted(projectId) }),
    'documents:restore': async ({ projectId, documentId }) => ({
      documents: await documents.restore(projectId, documentId),
    }),
    'documents:update': within((input) => {
      requireEntity(input.projectId, input.pointOfViewEntityId);
      return documents.update(input);
    }),
    'documents:conflict:read': ({ projectId, documentId, draftId }) =>
      documents.readConflict(projectId, documentId, draftId),
    'documents:fences:confirm': async ({ projectId }) => {
      await documents.confirmFences(projectId);
      await services.records.confirm(projectId);
      return { documents: documents.list(projectId) };
    },
    'documents:encodings:list': ({ projectId, documentId }) =>
      documents.listEncodings(projectId, documentId),
    'documents:encodings:choose': ({ projectId, documentId, encoding }) =>
      documents.chooseEncoding(projectId, documentId, encoding),
    'documents:snapshots:list': async ({ projectId, documentId }) => ({
      items: await documents.listSnapshots(projectId, documentId),
    }),
    'documents:snapshots:create': ({ projectId, documentId, name }) =>
      documents.createSnapshot(projectId, documentId, { name }),
    'documents:snapshots:name': (input) => documents.nameSnapshot(input),
    'documents:snapshots:read': ({ projectId, documentId, snapshotId }) =>
      documents.readSnapshot(projectId, documentId, snapshotId),

    ...createJobHandlers(services.jobs),
    ...createGitHandlers(services.git, requireOpen),
    ...createExchangeHandlers(services, requireOpen),

    ...createManuscriptHandlers(services, requireOpen, requireEntity),
    ...createConstraintHandlers(services, requireOpen),
    ...createExpectationHandlers(services, requireOpen),
    ...createSynopsisHandlers(services, requireOpen),
    ...createContradictionHandlers(services, requireOpen),
    ...createThreadHandlers(services, requireOpen),
    ...createNoteHandlers(services, requireOpen),
    ...createFormHandlers(services, (projectId) => void projects.locate(projectId)),
    ...createChapterTextHandlers(services, requireOpen),
    ...createKnowledgeHandlers(services, requireOpen),

    'memory:rules:list': within(({ projectId }) => ({ items: memory.listRules(projectId) })),
    'memory:rules:create': within((input) => memory.createRule(input)),
    'memory:rules:confirm': within((input) => memory.confirmRule(input)),
    'memory:rules:update': within((input) => memory.updateRule(input)),
    'memory:rules:delete': within(({ projectId, ruleId }) => {
      memory.removeRule(projectId, ruleId);
      return nothing();
    }),
    'memory:rules:restore': within(({ projectId, ruleId }) =>
      memory.restoreRule(projectId, ruleId),
    ),
    'memory:episodes:list': within(({ projectId, limit }) => ({
      items: memory.listEpisodes(projectId, limit ?? defaultEpisodeLimit),
      total: memory.countEpisodes(projectId),
    })),
    'memory:episodes:create': within((input) => {
      if (input.documentId) documents.info(input.projectId, input.documentId);
      return memory.createEpisode(input);
    }),
    'memory:episodes:delete': within(({ projectId, episodeId }) => {
      memory.removeEpisode(projectId, episodeId);
      return nothing();
    }),
    'memory:episodes:restore': within(({ projectId, episodeId }) =>
      memory.restoreEpisode(projectId, episodeId),
    ),
    'memory:working:list': within(({ projectId }) => ({
      items: memory.listWorkingNotes(projectId),
    })),

    'spelling:words:list': within(({ projectId }) => ({ words: spelling.listWords(projectId) })),
    'spelling:words:add': within((input) => ({ words: spelling.addWord(input) })),
    'spelling:words:remove': within((input) => ({ words: spelling.removeWord(input) })),

    'retrieval:index': within(({ projectId, wait }) => retrieval.index(projectId, wait ?? false)),
    'retrieval:status': within(({ projectId }) => retrieval.status(projectId)),
    'retrieval:cancel': within(({ projectId }) => {
      retrieval.cancel(projectId);
      return nothing();
    }),
    'retrieval:model:look': within((input, call) => retrieval.lookAtModel(input, call.signal)),
    'retrieval:model:offer': (input, call) => retrieval.published.offer(input, call.signal),
    'retrieval:model:download': (input, call) => retrieval.published.download(input, call.signal),
    'retrieval:model:stored': async () => ({ items: await retrieval.published.stored.list() }),
    'retrieval:model:remove': async ({ id }) => {
      await retrieval.published.stored.remove(id);
      return nothing();
    },
    'retrieval:search': within(async ({ projectId, query, limit }) => ({
      items: await retrieval.search(projectId, query, limit ?? defaultSearchLimit),
    })),

    'context:assemble': (input, call) => engine.assemble(input, call.signal),
    'context:inspect': (input, call) => engine.inspect(input, call.signal),
    'context:forecast': (input, call) => engine.forecast(input, call.signal),
    'context:budget:get': within(({ projectId }) => engine.getBudget(projectId)),
    'context:budget:update': within((input) => engine.updateBudget(input)),
    'context:history:list': within(({ projectId, limit }) => ({
      items: engine.listHistory(projectId, limit ?? defaultHistoryLimit),
    })),
    'context:history:replay': ({ assemblyId }) => engine.replay(assemblyId),
    'context:history:items': ({ assemblyId }) => engine.listItems(assemblyId),
    'context:history:compare': ({ from, to }) => ({ changes: engine.compare(from, to) }),

    ...createContextFileHandlers(services.contextFiles),

    'judge:check': (input, call) =>
      services.jobs.run({ kind: 'check', projectId: input.projectId }, call.signal, ({ signal }) =>
        judge.check(input, signal),
      ),
    'judge:checks:list': within(async ({ projectId }) => ({
      items: await judge.listChecks(projectId),
    })),
    'judge:checks:remove': within(({ projectId, documentId }) => {
      judge.removeCheck(projectId, documentId);
      return nothing();
    }),
    'judge:waive': within((input) => judge.waive(input)),
    'judge:unwaive': within(({ projectId, findingId }) => {
      judge.unwaive(projectId, findingId);
      return nothing();
    }),
    'judge:waivers:list': within(({ projectId }) => ({ items: judge.listWaivers(projectId) })),
    'judge:settings:get': within(({ projectId }) => ({ mode: judge.getMode(projectId) })),
    'judge:settings:update': within(({ projectId, mode }) => ({
      mode: judge.setMode(projectId, mode),
    })),

    'ai:models:list': () => models.list(),
    'ai:models:save': (input) => models.save(input),
    'ai:models:select': ({ id }) => models.select(id),
    'ai:models:remove': ({ id }) => models.remove(id),
    'ai:models:test': ({ id }, call) => models.test(id, call.signal),
    'ai:models:discover': () => models.discover(),
    'ai:skills:list': ({ language }) => skills.list(language ?? services.bookLanguage()),
    'ai:skills:read': ({ skillId }) => skills.read(skillId),
    'ai:skills:copy': ({ skillId, newSkillId }) => skills.copy(skillId, newSkillId),
    'ai:run': (input, call) => {
      documents.info(input.projectId, input.documentId);
      return ai.run(input, call.signal);
    },
    'ai:cancel': ({ runId }) => {
      ai.cancel(runId);
      return nothing();
    },
    'ai:runs:list': within(({ projectId, limit }) => ({
      items: ai.listRuns(projectId, limit ?? defaultRunLimit),
    })),
    'ai:runs:judge': async (input, call) => {
      projects.get(input.projectId);
      return { run: await ai.judgeRun(input, call.signal) };
    },
    'ai:candidates:list': within(async ({ projectId, documentId }) => {
      if (documentId) documents.info(projectId, documentId);
      return { items: await ai.listCandidates(projectId, documentId) };
    }),
    'ai:candidates:accept': ({ candidateId, hunks }) => ai.accept(candidateId, hunks),
    'ai:candidates:restore': ({ candidateId }) => {
      ai.restore(candidateId);
      return nothing();
    },
    'ai:candidates:reject': ({ candidateId }) => {
      ai.reject(candidateId);
      return nothing();
    },

    'conversation:create': within((input) => conversations.create(input)),
    'conversation:list': within(({ projectId, query }) => ({
      items: conversations.list(projectId, query),
    })),
    'conversation:get': ({ conversationId, after }) => ({
      ...conversations.get(conversationId, after),
      ...agent.saying(conversationId),
    }),
    'conversation:rename': ({ conversationId, title }) =>
      conversations.rename(conversationId, title),
    'conversation:delete': async ({ conversationId }) => {
      await agent.forgetConversation(conversationId);
      await conversations.remove(conversationId);
      return nothing();
    },
    'conversation:export': ({ conversationId }) => conversations.exportText(conversationId),
    'conversation:original': ({ conversationId, messageId }) => ({
      content: conversations.original(conversationId, messageId),
    }),
    'conversation:offload': ({ conversationId, messageId }) =>
      conversations.offload(conversationId, messageId),
    'conversation:restore': ({ conversationId, messageId }) =>
      conversations.restore(conversationId, messageId),
    'conversation:store-output': ({ conversationId, messageId }) =>
      conversations.storeOutput(conversationId, messageId),
    'conversation:attach': (input) => conversations.attach(input),
    'conversation:compact': ({ conversationId }, call) =>
      agent.compact(conversationId, call.signal),
    'conversation:send': (input) => agent.send(input),
    'conversation:resume': ({ conversationId }) => agent.resume(conversationId),
    'conversation:stop': ({ turnId }) => {
      agent.stop(turnId);
      return nothing();
    },
    'conversation:forecast': (input) => agent.forecast(input),
    'conversation:permit': (input) => {
      agent.permit(input);
      return nothing();
    },
    'conversation:permissions:pending': () => ({ items: agent.pendingPermissions() }),
    'conversation:permissions:list': () => ({ items: agent.permissionRules() }),
    'conversation:permissions:remove': ({ ruleId }) => {
      agent.removePermissionRule(ruleId);
      return nothing();
    },
    'mcp:servers:list': () => agent.mcpServers(),
    'mcp:servers:save': (input) => agent.saveMcpServer(input),
    'mcp:servers:remove': ({ name }) => agent.removeMcpServer(name),
    'mcp:servers:connect': ({ name }) => agent.connectMcpServer(name),

    'settings:get': () => services.settings.get(),
    'settings:update': (change) => services.settings.update(change),

    'host:capabilities': () => services.host.capabilities(),
    'host:pickFolder': (input) => services.host.pickFolder(input),
    'host:pickSaveFile': (input) => services.host.pickSaveFile(input),
    'host:revealFile': (input) => services.host.revealFile(input),
  };
};
