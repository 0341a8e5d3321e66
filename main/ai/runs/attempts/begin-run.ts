/** Prepares a run and stores it as begun: its model, its place, the request as it is made. */
import { nanoid } from 'nanoid';
import type { AssembleRequest } from '#shared/contract/context.ts';
import type { Parsed } from '#shared/contract/index.ts';
import { type Run, RunRequest } from '#shared/domain/run.ts';
import { AppError } from '#shared/errors.ts';
import { anchorAt } from '#main/base/anchors/anchor.ts';
import { type Active, type RunsDependencies, targetOf } from './active.ts';
import { runDoor } from './attempt-run.ts';
import { atCurrentPlace } from './current-place.ts';
import { displacedItemIds } from './displaced-items.ts';
import { requirePassage } from './prepare-anew.ts';

/** Runs are for a model that is selected, about a passage that may be sent. */
const prepareRequest = async (
  dependencies: RunsDependencies,
  request: AssembleRequest,
  signal: AbortSignal,
): Promise<Pick<Active, 'skill' | 'prepared' | 'profile'>> => {
  const selected = dependencies.profiles.selected();
  if (!selected) throw new AppError('MODEL_NOT_SELECTED', 'No model is connected.');
  const skill = dependencies.findSkill(request.skillId);
  const prepared = await dependencies.engine.prepare(request, signal);
  requirePassage(skill, prepared);
  // The choice may have changed while the context was made for the former one.
  const profile = prepared.profileId ? dependencies.profiles.find(prepared.profileId) : selected;
  return { skill, prepared, profile };
};

/**
 * What is asked, and the request as it is made: one that asks an earlier one again means the same place of the chapter
 * as it is now, and holds back what that one left out.
 */
const requestOf = async (
  { store, documents, engine }: RunsDependencies,
  asked: AssembleRequest,
  rerunOf: string | undefined,
): Promise<{ asked: AssembleRequest; request: AssembleRequest }> => {
  if (rerunOf === undefined) return { asked, request: asked };
  const { projectId, documentId } = asked;
  const earlier = store.find(projectId, rerunOf);
  if (!earlier) throw new AppError('RUN_NOT_FOUND', 'There is no such run.', { runId: rerunOf });
  const place = store.placeOf(projectId, rerunOf);
  const known = place && earlier.request ? { request: earlier.request, place } : null;
  const fresh =
    known && earlier.documentId === documentId
      ? atCurrentPlace(asked, known, await documents.read(projectId, documentId))
      : asked;
  const held = displacedItemIds(engine.listItems(earlier.assemblyId).items);
  return {
    asked: fresh,
    request: { ...fresh, mute: [...new Set([...(fresh.mute ?? []), ...held])] },
  };
};

const newRun = (
  { skill, prepared, profile }: Pick<Active, 'skill' | 'prepared' | 'profile'>,
  asked: AssembleRequest,
  rerunOf: string | undefined,
  now: number,
): Run => ({
  runId: nanoid(),
  projectId: asked.projectId,
  documentId: asked.documentId,
  skillId: skill.skillId,
  profileId: profile.id,
  assemblyId: prepared.assemblyId,
  state: 'running',
  text: '',
  partial: false,
  candidateId: null,
  candidateState: null,
  usage: null,
  reconciliation: null,
  notes: [],
  findings: null,
  coverage: null,
  unjudged: null,
  firstFaults: null,
  error: null,
  request: RunRequest.parse(asked),
  rerunOf: rerunOf ?? null,
  startedAt: now,
  endedAt: null,
});

/** `stopped`: ends the run, as `signal` ends its preparing. Errors: those of `Runs.run`; nothing is kept of one that is refused. */
export const beginRun = async (
  dependencies: RunsDependencies,
  { rerunOf, isAgreed = false, agreedTo, ...input }: Parsed<'ai:run'>,
  signal: AbortSignal,
  stopped: AbortSignal,
): Promise<Active> => {
  const { engine, store, clock } = dependencies;
  const { asked, request } = await requestOf(dependencies, input, rerunOf);
  const view = engine.fenceView(request.projectId, request.documentId);
  const isStillOpen = view.openSince();
  const closed = [...view.closed()];
  const made = await prepareRequest(dependencies, request, signal);
  const run = newRun(made, asked, rerunOf, clock.now());
  const target = targetOf(made.skill, made.prepared);
  const { text, version, start, end } = made.prepared.chapter;
  const door = runDoor(dependencies, request.projectId, made.profile, {
    prepared: made.prepared,
    ...{ isAgreed, agreedTo },
  });
  door.reserve();
  try {
    store.begin(run, target, { closed, place: anchorAt(text, version, start, end) });
  } catch (error) {
    door.settle(null, '');
    throw error;
  }
  const nothingBefore = { notes: [], usageBefore: null };
  return { ...made, ...nothingBefore, run, request, target, door, signal: stopped, isStillOpen };
};
