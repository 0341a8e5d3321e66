/** Makes the judge: its checks, its waivers and what it keeps of them. */
import type { Database } from 'better-sqlite3';
import { followChecks } from './follow-checks.ts';
import { LRUCache } from 'lru-cache';
import type { Clock, Logger } from '#main/platform.ts';
import type { EventSink } from '#shared/contract/events.ts';
import { AppError } from '#shared/errors.ts';
import { checkText } from './check-text.ts';
import { isFramed } from './checks/frames.ts';
import { actionEnd } from './checks/subject.ts';
import { coverageToday } from './coverage.ts';
import { gatherJudgeInput, type JudgeSources, rulesOf } from './gather-judge-input.ts';
import { recheckKept, textDigest } from './kept-checks.ts';
import { readConstraint } from './rules/read-constraint.ts';
import type { ReadConstraint } from './rules/rule.ts';
import type { JudgeService, ModelJudge } from './service.ts';
import { analyzeText, indexAt } from './text/voices.ts';
import { createJudgeStore, type StoredWaiver } from './store.ts';
import {
  applyWaivers,
  type Bases,
  basisOf,
  constraintBasis,
  describeWaiver,
  entityBasis,
} from './waivers.ts';

export type { JudgeService, ModelJudge } from './service.ts';

/** How the judge reads prose, for what else reads it by rules. */
export const proseTools = { analyze: analyzeText, actionEnd, isFramed, indexAt };

/** Constraints whose reading is remembered: those of a few projects. */
const rememberedConstraints = 2000;

/** Reads each constraint once. */
const createReader = (): ((text: string) => ReadConstraint) => {
  const read = new LRUCache<string, ReadConstraint>({ max: rememberedConstraints });
  return (text) => {
    const known = read.get(text) ?? readConstraint(text);
    read.set(text, known);
    return known;
  };
};

/**
 * The judge (F13, N4, S3-25): holds text against constraints, codex and fences, exactly where that is possible and
 * by a model, when there is one, for the rest. Of findings only each chapter's last check is stored.
 */
export const createJudge = (dependencies: {
  database: Database;
  clock: Clock;
  logger: Logger;
  events: EventSink;
  sources: JudgeSources;
  model: ModelJudge | null;
}): JudgeService => {
  const { clock, events, sources } = dependencies;
  const store = createJudgeStore(dependencies.database);
  const checking = { ...dependencies, readConstraint: createReader() };

  const basesOf = (projectId: string): Bases => ({
    constraints: new Map(
      rulesOf(sources, projectId).map((one) => [one.constraintId, constraintBasis(one)]),
    ),
    entities: new Map(
      sources.knowledge.listEntities(projectId).map((one) => [one.entityId, entityBasis(one)]),
    ),
  });

  const tell = (projectId: string): void => events.emit('judge:changed', { projectId });

  return {
    async check(input, signal) {
      const { projectId, documentId } = input;
      const judged = await gatherJudgeInput(input, sources);
      const chapterFence =
        documentId === undefined ? null : sources.documents.info(projectId, documentId).fence;
      const view = sources.fenceView(projectId, documentId ?? null);
      const scope = { ...input, chapterFence, view };
      const { findings, ...account } = await checkText(checking, judged, scope, signal);
      const bases = basesOf(projectId);
      if (documentId !== undefined && input.text === undefined) {
        const { needsModel, model, ...coverage } = account;
        store.putCheck(projectId, {
          documentId,
          findings: findings.map((finding) => ({
            finding,
            digest: basisOf(finding, bases)?.digest ?? '',
          })),
          needsModel,
          model,
          coverage,
          textDigest: textDigest(judged.text),
        });
      }
      return {
        findings: applyWaivers(findings, store.listWaivers(projectId), bases),
        ...account,
      };
    },

    async listChecks(projectId) {
      const bases = basesOf(projectId);
      const known = new Set(sources.documents.list(projectId).map(({ documentId }) => documentId));
      const stored = store.listChecks(projectId).filter(({ documentId }) => known.has(documentId));
      const checks = await Promise.all(
        stored.map((check) => recheckKept({ sources, store, bases }, projectId, check)),
      );
      return checks.filter((check) => check !== null);
    },

    removeCheck(projectId, documentId) {
      store.deleteCheck(projectId, documentId);
    },

    judgedToday(projectId, { findings, coverage }) {
      const bases = basesOf(projectId);
      return {
        findings: applyWaivers(findings, store.listWaivers(projectId), bases),
        coverage: coverage && coverageToday(coverage, bases),
      };
    },

    waive(input) {
      const { projectId, findingId, constraintId, entityId, quote, reason } = input;
      const bases = basesOf(projectId);
      const basis = basisOf({ constraintId, entityId }, bases);
      if (!basis) {
        throw constraintId === undefined
          ? new AppError('ENTITY_NOT_FOUND', 'The project has no such entity.', {
              entityId: entityId ?? '',
            })
          : new AppError('CONSTRAINT_NOT_FOUND', 'There is no such constraint in this project.', {
              constraintId,
            });
      }
      const waiver: StoredWaiver = {
        findingId,
        constraintId: constraintId ?? null,
        entityId: entityId ?? null,
        quote,
        reason,
        createdAt: clock.now(),
        ...basis,
      };
      store.putWaiver(projectId, waiver);
      tell(projectId);
      return describeWaiver(waiver, bases);
    },

    unwaive(projectId, findingId) {
      store.deleteWaiver(projectId, findingId);
      tell(projectId);
    },

    listWaivers(projectId) {
      const bases = basesOf(projectId);
      return store.listWaivers(projectId).map((waiver) => describeWaiver(waiver, bases));
    },

    getMode: (projectId) => store.readMode(projectId) ?? 'mark',

    setMode(projectId, mode) {
      store.writeMode(projectId, mode);
      tell(projectId);
      return mode;
    },

    followText(move) {
      const { projectId } = move;
      for (const check of followChecks(store.listChecks(projectId), move)) {
        store.putCheck(projectId, check);
      }
      tell(projectId);
    },

    forgetProject: (projectId) => store.forget(projectId),
  };
};
