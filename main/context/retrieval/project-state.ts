import type { PurseExcess } from '#shared/domain/purse.ts';
import { AppError } from '#shared/errors.ts';
import { purseRefusalOf } from '#shared/purse-refusal.ts';
import { createProjectIndex, type ProjectIndex } from './project-index.ts';

/** What the main process knows of one project's index. */
export type ProjectState = {
  readonly projectId: string;
  readonly index: ProjectIndex;
  /** What is indexed is loaded; null before the first time. */
  loading: Promise<void> | null;
  loaded: boolean;
  /** The indexed version of each document. */
  versions: Map<string, string>;
  /** Look at every document, whatever is known of it. */
  checkAll: boolean;
  /** A chapter may have come or gone since the list of them was last looked at. */
  relisted: boolean;
  /** Documents known to have changed since they were indexed. */
  changed: Set<string>;
  /** Chapters still to be looked at in the run under way. */
  pending: number;
  running: Promise<void> | null;
  /** The reading of sentences under way. */
  reading: Promise<void> | null;
  cancelled: boolean;
  /** The writer's own model reads no further until the writer says so, also after a restart: the list of work knows. */
  modelHeld: boolean;
  /** It is to read next: sentences, which take minutes, make way for it. */
  modelAsked: boolean;
  /** Loaded for another embedder than the settings now name. */
  stale: boolean;
  failure: string | null;
  timer: NodeJS.Timeout | null;
  /** Until sentences are read. */
  quiet: NodeJS.Timeout | null;
  /** Until the parts are joined. */
  joining: NodeJS.Timeout | null;
  /** Counted while an endpoint's vectors are being made; null when the index itself knows. */
  embedded: number | null;
  /** Chunks the endpoint is not shown, by their number in the index. */
  withheld: readonly number[];
  /** Why the endpoint's vectors are not to be had; words and the built-in embedder go on. */
  embedderFailure: string | null;
  /** The figures of that, where a cap refused them. */
  embedderRefusal: PurseExcess | null;
  /** Aborts a request to the endpoint. */
  abort: AbortController;
};

/** Whether chapters are to be looked at. */
export const hasWork = ({ checkAll, relisted, changed }: ProjectState): boolean =>
  checkAll || relisted || changed.size > 0;

export const createProjectState = (
  projectId: string,
  { modelHeld }: Pick<ProjectState, 'modelHeld'>,
): ProjectState => ({
  projectId,
  index: createProjectIndex(),
  loading: null,
  loaded: false,
  versions: new Map(),
  checkAll: true,
  relisted: false,
  changed: new Set(),
  pending: 0,
  running: null,
  reading: null,
  cancelled: false,
  modelHeld,
  modelAsked: false,
  stale: false,
  failure: null,
  timer: null,
  quiet: null,
  joining: null,
  embedded: null,
  withheld: [],
  embedderFailure: null,
  embedderRefusal: null,
  abort: new AbortController(),
});

/** Tells why the chosen embedder does not answer; null: it does. */
export const noteEmbedderFailure = (
  state: Pick<ProjectState, 'embedderFailure' | 'embedderRefusal'>,
  error: unknown,
): void => {
  const code = error instanceof AppError ? error.code : 'RETRIEVAL_UNAVAILABLE';
  state.embedderFailure = error === null ? null : code;
  state.embedderRefusal = purseRefusalOf(error) ?? null;
};
