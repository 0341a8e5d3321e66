/** The channels of what stands in forms and is not saved (W4, W10). */
import type { FormDraftsService } from '#main/book/form-drafts/service.ts';
import type { Handlers } from './dispatch.ts';
import { createWithinProject } from './within-project.ts';

export type FormServices = { formDrafts: FormDraftsService };

type FormChannel = Extract<keyof Handlers, `forms:${string}`>;

/** @param requireKnown throws for a project that is unknown: a form may be told of when its book is closed already */
export const createFormHandlers = (
  { formDrafts }: FormServices,
  requireKnown: (projectId: string) => void,
): Pick<Handlers, FormChannel> => {
  const within = createWithinProject(requireKnown);
  return {
    'forms:keep': within((input) => formDrafts.keep(input)),
    'forms:list': within(({ projectId }) => formDrafts.list(projectId)),
    'forms:drop': within((input) => {
      formDrafts.drop(input);
      return {};
    }),
  };
};
