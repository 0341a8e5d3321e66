/** The last check of each chapter, and what of it is still true today. */
import { createHash } from 'node:crypto';
import type { Output } from '#shared/contract/index.ts';
import { AppError } from '#shared/errors.ts';
import { coverageToday } from './coverage.ts';
import { holdsAt, type JudgeSources, rulesOf } from './gather-judge-input.ts';
import { placeFindingAgain } from './place-again.ts';
import type { JudgeStore, StoredCheck } from './store.ts';
import { applyWaivers, type Bases, basisOf } from './waivers.ts';

type KeptCheck = Output<'judge:checks:list'>['items'][number];

/** Tells one text of a chapter from another. */
export const textDigest = (text: string): string =>
  createHash('sha256').update(text).digest('base64url');

/** Checks of an earlier version say only what a model was needed for. */
const coverageBefore = ({ needsModel, model }: StoredCheck) => ({
  checked: [],
  unchecked:
    model === 'answered'
      ? []
      : needsModel.map((constraintId) => ({
          constraintId,
          reason: model === 'failed' ? ('modelFailed' as const) : ('notAsked' as const),
          partly: false,
        })),
});

/** Constraints that hold for the chapter today and did not exist, or did not hold, when it was checked. */
const addedSince = (
  sources: JudgeSources,
  projectId: string,
  documentId: string,
  known: ReadonlySet<string>,
): KeptCheck['unchecked'] => {
  const document = sources.documents.info(projectId, documentId);
  const pointOfView =
    document.pointOfViewEntityId ?? sources.projects.get(projectId).pointOfViewEntityId;
  return rulesOf(sources, projectId)
    .filter(
      ({ constraintId, enabled, fence }) =>
        enabled && !known.has(constraintId) && holdsAt(fence, document.chapter, pointOfView),
    )
    .map(({ constraintId }) => ({ constraintId, reason: 'added', partly: false }));
};

/** What of a kept check is still true of the chapter and its rules; null while the chapter cannot be read. */
export const recheckKept = async (
  { sources, store, bases }: { sources: JudgeSources; store: JudgeStore; bases: Bases },
  projectId: string,
  stored: StoredCheck,
): Promise<KeptCheck | null> => {
  const { documentId, findings, needsModel, model } = stored;
  try {
    const { text } = await sources.documents.read(projectId, documentId);
    const held = findings.filter(
      ({ finding, digest }) => basisOf(finding, bases)?.digest === digest,
    );
    const placed = placeFindingAgain(
      held.map(({ finding }) => finding),
      text,
    );
    const today = coverageToday(stored.coverage ?? coverageBefore(stored), bases);
    const { checked, unchecked } = today;
    const known = new Set([...checked, ...unchecked].map(({ constraintId }) => constraintId));
    return {
      documentId,
      findings: applyWaivers(placed, store.listWaivers(projectId), bases),
      needsModel,
      model,
      ...today,
      unchecked: [...unchecked, ...addedSince(sources, projectId, documentId, known)],
      edited: stored.textDigest !== textDigest(text),
    };
  } catch (error) {
    // A chapter that is away may come back, and its check with it.
    if (error instanceof AppError) return null;
    throw error;
  }
};
