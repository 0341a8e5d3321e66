/** The channels of backups, of books as one file, and of the ledger of what left the machine. */
import type { ArchiveService } from '#main/archive/service.ts';
import type { EgressService } from '#main/egress/service.ts';
import type { Handlers } from './dispatch.ts';

export type ArchiveServices = {
  archives: ArchiveService;
  egress: Pick<EgressService, 'list' | 'forgetProject'>;
};

type ArchiveChannel = Extract<
  keyof Handlers,
  `projects:backups:${string}` | `projects:bundle:${string}` | 'egress:list'
>;

/** @param requireOpen throws for a project that is unknown or closed */
export const createArchiveHandlers = (
  { archives, egress }: ArchiveServices,
  requireOpen: (projectId: string) => void,
): Pick<Handlers, ArchiveChannel> => ({
  'egress:list': (input) => egress.list(input),
  'projects:backups:list': ({ projectId }) => archives.list(projectId),
  'projects:backups:create': ({ projectId }, { signal }) => {
    requireOpen(projectId);
    return archives.create(projectId, signal);
  },
  'projects:backups:verify': (input, { signal }) => archives.verify(input, signal),
  'projects:backups:restore': (input, { signal }) => archives.restore(input, signal),
  'projects:bundle:export': (input, { signal }) => {
    requireOpen(input.projectId);
    return archives.exportBundle(input, signal);
  },
  'projects:bundle:import': (input, { signal }) => archives.importBundle(input, signal),
});
