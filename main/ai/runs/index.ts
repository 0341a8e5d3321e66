/** Makes the runs, their candidates and the writer's models. */
import type { Database } from 'better-sqlite3';
import type { EventSink } from '#shared/contract/events.ts';
import type { Language } from '#shared/domain/identifiers.ts';
import { AppError } from '#shared/errors.ts';
import { reportError } from '#main/base/failures/error-report.ts';
import { watchForeignWrites } from '#main/db/foreign-writes.ts';
import type { Clock, Logger } from '#main/platform.ts';
import type { Egress } from '#main/egress/service.ts';
import type { ContextEngine } from '#main/context/engine/service.ts';
import type { DocumentsService } from '#main/book/documents/service.ts';
import type { MemoryService } from '#main/book/memory/service.ts';
import { createCandidateNews } from './candidates/candidate-news.ts';
import { createCandidateStore } from './candidates/candidate-store.ts';
import { createCandidates } from './candidates/candidates.ts';
import { createLearnedPreferences } from './candidates/learned-preferences.ts';
import type { KeyStore } from './keys/key-store.ts';
import type { Models, ModelsDependencies } from './models/create-models.ts';
import type { RunJudge } from './attempts/run-judge.ts';
import { createRunStore } from './attempts/run-store.ts';
import { createRuns } from './attempts/runs.ts';
import type { AiService } from './service.ts';
import type { SkillLibrary } from './skills/library.ts';
import type { RetryPlan } from './streaming/ask-with-retries.ts';
import type { StreamTimeouts } from './streaming/stream-answer.ts';

export { createKeyFile } from './keys/key-file.ts';
export { createKeyStore } from './keys/key-store.ts';
export { createSecretStore } from './keys/secret-store.ts';
export { createModels } from './models/create-models.ts';
export { createModelJudge } from './model-judge.ts';
export { type DefaultPlace, defaultPlaces } from './models/local-servers.ts';
export type { RunJudge } from './attempts/run-judge.ts';
export { sanitizeAnswer } from './output/sanitize-answer.ts';
export { createSkillLibrary } from './skills/library.ts';

/** How long models are waited for, and how often they are asked again. */
export type AiTiming = {
  timeouts: StreamTimeouts;
  retries: RetryPlan;
  /** Ms a model has to say what is to be looked up before it writes (E6). */
  lookUpMs: number;
};

export const defaultTiming: AiTiming = {
  timeouts: { firstTokenMs: 300_000, betweenTokensMs: 60_000 },
  retries: { attempts: 4, firstDelay: 1000, maxDelayMs: 60_000 },
  lookUpMs: 60_000,
};

export type AiDependencies = {
  egress: Pick<Egress, 'doorFor'>;
  database: Database;
  events: EventSink;
  clock: Clock;
  logger: Logger;
  keys: KeyStore;
  counterOf: ModelsDependencies['counterOf'];
  models: Models;
  skills: SkillLibrary;
  engine: Pick<ContextEngine, 'prepare' | 'listItems' | 'fenceView'>;
  documents: Pick<
    DocumentsService,
    'read' | 'info' | 'list' | 'save' | 'createSnapshot' | 'createAt'
  >;
  memory: Pick<MemoryService, 'createEpisode' | 'removeEpisode' | 'createRule'>;
  languageOf(projectId: string): Language;
  /** Null: texts go unjudged. */
  judge: RunJudge | null;
  timing: AiTiming;
};

/**
 * Runs of a model and what becomes of their answers. Nothing a model writes reaches the manuscript but through
 * `accept` (F14).
 */
export const createAi = (dependencies: AiDependencies): AiService => {
  const { database, events, clock, logger, memory, skills } = dependencies;
  const runStore = createRunStore(database);
  /** Null when the writer has removed it since. */
  const modelOf = (profileId: string): string | null => {
    try {
      return dependencies.models.profiles.find(profileId).model;
    } catch (error) {
      if (error instanceof AppError) return null;
      throw error;
    }
  };
  const candidateStore = createCandidateStore(database);
  const news = createCandidateNews(candidateStore, events);
  const stopWatching = watchForeignWrites(database, () => {
    try {
      news.lookElsewhere();
    } catch (error) {
      logger.log('error', 'candidates of another process were not told', reportError(error));
    }
  });
  const candidates = createCandidates({
    store: candidateStore,
    learnedPreferences: createLearnedPreferences(database, memory),
    clock,
    news,
    documents: dependencies.documents,
    memory,
    languageOf: dependencies.languageOf,
    madeBy: ({ projectId, runId, origin }) => {
      const run = origin === 'skill' ? runStore.find(projectId, runId) : null;
      return {
        instruction: run?.request?.additionalInput ?? '',
        model: run ? modelOf(run.profileId) : null,
      };
    },
    skillTitle: (skillId, language) =>
      skills.list(language).items.find((item) => item.skillId === skillId)?.title ?? skillId,
  });
  const runs = createRuns({
    ...dependencies.timing,
    egress: dependencies.egress,
    now: clock.now,
    keys: dependencies.keys,
    calibration: dependencies.models.calibration,
    counterOf: dependencies.counterOf,
    store: runStore,
    candidates,
    engine: dependencies.engine,
    documents: dependencies.documents,
    profiles: dependencies.models.profiles,
    models: dependencies.models,
    findSkill: skills.find,
    judge: dependencies.judge,
    events,
    clock,
    logger,
  });
  runs.recover();
  return {
    run: runs.run,
    cancel: runs.cancel,
    listRuns(projectId, limit) {
      runs.recover();
      return runs.list(projectId, limit);
    },
    judgeRun: runs.judge,
    listCandidates(projectId, documentId) {
      runs.recover();
      return candidates.list(projectId, documentId);
    },
    accept: candidates.accept,
    isAcceptedChange: candidates.isAcceptedChange,
    reject: candidates.reject,
    restore: candidates.restore,
    propose: candidates.propose,
    followText: candidates.followText,
    projectOf: candidates.projectOf,
    closeProject: runs.closeProject,
    forgetProject(projectId) {
      candidates.forgetProject(projectId);
      runStore.forget(projectId);
    },
    close() {
      stopWatching();
      return runs.close();
    },
  };
};
