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
  /** Documents known to have changed since they were indexed. */
  changed: Set<string>;
  /** Chapters still to be looked at in the run under way. */
  pending: number;
  running: Promise<void> | null;
  cancelled: boolean;
  failure: string | null;
  timer: NodeJS.Timeout | null;
  embedded: number;
};

export const createProjectState = (projectId: string): ProjectState => ({
  projectId,
  index: createProjectIndex(),
  loading: null,
  loaded: false,
  versions: new Map(),
  checkAll: true,
  changed: new Set(),
  pending: 0,
  running: null,
  cancelled: false,
  failure: null,
  timer: null,
  embedded: 0,
});
