/** Makes the request of a run once more, as the book and its fences are now. */
import type { AssembleRequest } from '#shared/contract/context.ts';
import { AppError } from '#shared/errors.ts';
import type { Prepared } from '#main/context/engine/service.ts';
import { type Active, type RunsDependencies, targetOf } from './active.ts';

/** SELECTION_INVALID where a skill is about a passage that may not be sent. */
export const requirePassage = (
  { passage }: Active['skill'],
  { segments }: Pick<Prepared, 'segments'>,
): void => {
  if (passage !== 'required' || segments.some(({ itemId }) => itemId === 'request:passage')) return;
  throw new AppError('SELECTION_INVALID', 'The passage may not be sent to a model.', {
    reason: 'fenced',
  });
};

/** Null where the chapter or the model is another by now. SELECTION_INVALID, and the errors of `prepare`. */
export const prepareAnew = async (
  { engine }: Pick<RunsDependencies, 'engine'>,
  started: Active,
  change: Pick<AssembleRequest, 'additionalInput' | 'lookUp'> = {},
): Promise<Active | null> => {
  const { skill, profile, prepared } = started;
  const request = { ...started.request, ...change };
  const isStillOpen = engine.fenceView(request.projectId, request.documentId).openSince();
  const again = await engine.prepare(request, started.signal);
  if (again.chapter.version !== prepared.chapter.version) return null;
  if (again.profileId !== null && again.profileId !== profile.id) return null;
  requirePassage(skill, again);
  const run = { ...started.run, assemblyId: again.assemblyId };
  return { ...started, run, request, prepared: again, target: targetOf(skill, again), isStillOpen };
};
