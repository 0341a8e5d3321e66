/** The channels of the whole book as one text: its scenes (W1), finding and replacing (W2), reports (W7). */
import type { ReplaceService } from '#main/book/replace/service.ts';
import type { ReportsService } from '#main/book/reports/service.ts';
import type { SceneFactsService } from '#main/book/scene-facts/service.ts';
import type { ScenesService } from '#main/book/scenes/service.ts';
import type { Handlers } from './dispatch.ts';
import { createWithinProject } from './within-project.ts';

export type ManuscriptServices = {
  replace: ReplaceService;
  reports: ReportsService;
  scenes: ScenesService;
  sceneFacts: SceneFactsService;
};

type ManuscriptChannel = Extract<keyof Handlers, `manuscript:${string}` | `reports:${string}`>;

/**
 * @param requireOpen throws for a project that is unknown or closed
 * @param requireEntity throws for an entry the project does not have
 */
export const createManuscriptHandlers = (
  { replace, reports, scenes, sceneFacts }: ManuscriptServices,
  requireOpen: (projectId: string) => void,
  requireEntity: (projectId: string, entityId: string | null | undefined) => void,
): Pick<Handlers, ManuscriptChannel> => {
  const within = createWithinProject(requireOpen);
  return {
    'manuscript:search': within((input, { signal }) => replace.search(input, signal)),
    'manuscript:replace': within((input) => replace.replace(input)),
    'manuscript:undo': within((input) => replace.undo(input)),
    'manuscript:latest': within(({ projectId }) => replace.latest(projectId)),
    'manuscript:cancel': within(({ projectId }) => {
      replace.cancel(projectId);
      return {};
    }),
    'manuscript:scenes': within((input) => scenes.list(input)),
    'manuscript:scenes:update': within((input) => {
      requireEntity(input.projectId, input.pointOfViewEntityId);
      return sceneFacts.update(input);
    }),
    'manuscript:rename:preview': within((input, { signal }) =>
      replace.previewRename(input, signal),
    ),
    'reports:make': within((input, { signal }) => reports.make(input, signal)),
    'reports:latest': within((input, { signal }) => reports.latest(input, signal)),
    'reports:places': within((input) => reports.listPlaces(input)),
    'reports:locate': within((input) => reports.locate(input)),
    'reports:watched:list': within(({ projectId }) => ({ words: reports.listWatched(projectId) })),
    'reports:watched:change': within((input) => ({ words: reports.changeWatched(input) })),
  };
};
