import type { Database } from 'better-sqlite3';
import { LRUCache } from 'lru-cache';
import type { Clock, Logger } from '#main/platform.ts';
import type { EventSink } from '#shared/contract/events.ts';
import type { Output } from '#shared/contract/index.ts';
import type { Constraint } from '#shared/domain/constraint.ts';
import { AppError } from '#shared/errors.ts';
import { constraintsToAsk } from './ask-about.ts';
import { findingsOf, worded, type Worded } from './findings.ts';
import { gather, type JudgeSources } from './gather.ts';
import { judgeText } from './judge-text.ts';
import type { JudgeMaterial } from './material.ts';
import { verifyAnswer } from './model-answer.ts';
import { placeAgain } from './place-again.ts';
import { readConstraint } from './rules/read-constraint.ts';
import type { ReadConstraint } from './rules/rule.ts';
import type { JudgeService, ModelJudge } from './service.ts';
import { createJudgeStore, type StoredCheck, type StoredWaiver } from './store.ts';
import {
  applyWaivers,
  type Bases,
  basisOf,
  constraintBasis,
  describeWaiver,
  entityBasis,
} from './waivers.ts';

export type { JudgeService, ModelJudge } from './service.ts';

/** Constraints whose reading is remembered: those of a few projects. */
const rememberedConstraints = 2000;

type ModelOutcome = { state: Output<'judge:check'>['model']; complaints: Worded[] };

const nobodyAsked: ModelOutcome = { state: 'absent', complaints: [] };

/**
 * The judge (F13, N4, S3-25): holds text against constraints, codex and fences, exactly where that is possible and
 * by a model, when there is one, for the rest. Of findings only each chapter's last check is stored.
 */
export const createJudge = (needs: {
  database: Database;
  clock: Clock;
  logger: Logger;
  events: EventSink;
  sources: JudgeSources;
  model: ModelJudge | null;
}): JudgeService => {
  const { clock, events, logger, sources } = needs;
  const store = createJudgeStore(needs.database);
  const read = new LRUCache<string, ReadConstraint>({ max: rememberedConstraints });
  const readOnce = (text: string): ReadConstraint => {
    const known = read.get(text) ?? readConstraint(text);
    read.set(text, known);
    return known;
  };

  const basesOf = (projectId: string): Bases => ({
    constraints: new Map(
      sources.constraints.list(projectId).map((one) => [one.constraintId, constraintBasis(one)]),
    ),
    entities: new Map(
      sources.knowledge.listEntities(projectId).map((one) => [one.entityId, entityBasis(one)]),
    ),
  });

  const askModel = async (
    material: JudgeMaterial,
    asked: readonly Constraint[],
    signal: AbortSignal,
  ): Promise<ModelOutcome> => {
    if (!needs.model || asked.length === 0) return nobodyAsked;
    try {
      const answer = await needs.model.check(
        material.text,
        asked.map(({ constraintId, text }) => ({ constraintId, text })),
        signal,
      );
      const ids = new Set(asked.map(({ constraintId }) => constraintId));
      const complaints = verifyAnswer(answer, material.text, ids);
      if (complaints) return { state: 'answered', complaints };
      logger.log('warn', 'the model judge gave no usable answer', {});
    } catch (error) {
      if (signal.aborted) throw new AppError('CANCELLED', 'The check was cancelled.');
      logger.log('warn', 'the model judge failed', {
        code: error instanceof AppError ? error.code : 'INTERNAL',
      });
    }
    return { state: 'failed', complaints: [] };
  };

  /** What of a kept check is still true of the chapter and its rules; null while the chapter cannot be read. */
  const standing = async (
    projectId: string,
    { documentId, findings, needsModel, model }: StoredCheck,
  ): Promise<Output<'judge:checks:list'>['items'][number] | null> => {
    try {
      const { text } = await sources.documents.read(projectId, documentId);
      const bases = basesOf(projectId);
      const held = findings.filter(
        ({ finding, digest }) => basisOf(finding, bases)?.digest === digest,
      );
      const placed = placeAgain(
        held.map(({ finding }) => finding),
        text,
      );
      const shown = applyWaivers(placed, store.listWaivers(projectId), bases);
      return { documentId, findings: shown, needsModel, model };
    } catch (error) {
      // A chapter that is away may come back, and its check with it.
      if (error instanceof AppError) return null;
      throw error;
    }
  };

  const tell = (projectId: string): void => events.emit('judge:changed', { projectId });

  return {
    async check(input, signal) {
      const { projectId } = input;
      const material = await gather(input, sources);
      const { reading, complaints, needsModel } = judgeText(material, readOnce);
      const { documentId } = input;
      const chapter =
        documentId === undefined ? null : sources.documents.info(projectId, documentId);
      const asked = constraintsToAsk(material, needsModel, chapter?.fence ?? null);
      const model =
        input.askModel === false ? nobodyAsked : await askModel(material, asked, signal);
      const found = findingsOf(reading, [
        ...worded(complaints, material.language),
        ...model.complaints.filter(
          (one) =>
            !complaints.some(
              ({ constraintId, start, end }) =>
                constraintId === one.constraintId && start < one.end && one.start < end,
            ),
        ),
      ]);
      const bases = basesOf(projectId);
      if (documentId !== undefined && input.text === undefined) {
        const kept = found.map((finding) => ({
          finding,
          digest: basisOf(finding, bases)?.digest ?? '',
        }));
        store.putCheck(projectId, { documentId, findings: kept, needsModel, model: model.state });
      }
      const findings = applyWaivers(found, store.listWaivers(projectId), bases);
      return { findings, needsModel, model: model.state };
    },

    async listChecks(projectId) {
      const known = new Set(sources.documents.list(projectId).map(({ documentId }) => documentId));
      const checks = store.listChecks(projectId).filter(({ documentId }) => known.has(documentId));
      const read = await Promise.all(checks.map((check) => standing(projectId, check)));
      return read.filter((check) => check !== null);
    },

    removeCheck(projectId, documentId) {
      store.deleteCheck(projectId, documentId);
    },

    withWaivers: (projectId, findings) =>
      applyWaivers(findings, store.listWaivers(projectId), basesOf(projectId)),

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

    forgetProject: (projectId) => store.forget(projectId),
  };
};
