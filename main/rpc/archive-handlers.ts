/** The channels of backups, of books as one file, of the ledger of what left the machine and of what it may cost. */
import type { ArchiveService } from '#main/archive/service.ts';
import type { EgressService } from '#main/egress/service.ts';
import type { PurseService } from '#main/purse/service.ts';
import type { Handlers } from './dispatch.ts';

export type ArchiveServices = {
  archives: ArchiveService;
  egress: Pick<EgressService, 'list' | 'forgetProject'>;
  purse: Pick<PurseService, 'get' | 'update'>;
  /** The currency of the model that is chosen; null where it has no prices. */
  chosenCurrency(): string | null;
};

type ArchiveChannel = Extract<
  keyof Handlers,
  `projects:backups:${string}` | `projects:bundle:${string}` | `purse:${string}` | 'egress:list'
>;

/** @param requireOpen throws for a project that is unknown or closed */
export const createArchiveHandlers = (
  { archives, egress, purse, chosenCurrency }: ArchiveServices,
  requireOpen: (projectId: string) => void,
): Pick<Handlers, ArchiveChannel> => ({
  'egress:list': (input) => egress.list(input),
  'purse:get': () => purse.get(),
  'purse:update': (change) => purse.update(change, chosenCurrency()),
  'projects:backups:list': ({ projectId }) => archives.list(projectId),
  'projects:backups:create': (input, { signal }) => {
    requireOpen(input.projectId);
    return archives.create(input, signal);
  },
  'projects:backups:verify': (input, { signal }) => archives.verify(input, signal),
  'projects:backups:restore': (input, { signal }) => archives.restore(input, signal),
  'projects:bundle:export': (input, { signal }) => {
    requireOpen(input.projectId);
    return archives.exportBundle(input, signal);
  },
  'projects:bundle:preview': ({ path }) => archives.previewBundle(path),
  'projects:bundle:import': (input, { signal }) => archives.importBundle(input, signal),
});
