/** The channels by which a book comes in and goes out as files: of other kinds, and as records of its folder. */
import type { ExportService } from '#main/book/export/service.ts';
import type { ImportService } from '#main/book/import/service.ts';
import type { PortraitsService } from '#main/book/portraits/service.ts';
import type { RecordsService } from '#main/book/records/service.ts';
import type { Handlers } from './dispatch.ts';

export type ExchangeServices = {
  exports: ExportService;
  imports: ImportService;
  records: RecordsService;
  portraits: PortraitsService;
};

type ExchangeChannel = Extract<
  keyof Handlers,
  | 'documents:export'
  | `documents:export:${string}`
  | `import:${string}`
  | 'projects:sync'
  | `projects:outside:${string}`
>;

/** @param requireOpen throws for a project that is unknown or closed */
export const createExchangeHandlers = (
  { exports, imports, records, portraits }: ExchangeServices,
  requireOpen: (projectId: string) => void,
): Pick<Handlers, ExchangeChannel> => ({
  'projects:sync': ({ projectId }) => {
    requireOpen(projectId);
    return records.sync(projectId);
  },
  'projects:outside:list': ({ projectId }) => {
    requireOpen(projectId);
    return records.listOutside(projectId);
  },
  'projects:outside:seen': ({ projectId, changeIds }) => {
    requireOpen(projectId);
    records.markOutsideSeen(projectId, changeIds);
    return records.listOutside(projectId);
  },
  'projects:outside:settle': async ({ projectId, changeId, choice }) => {
    requireOpen(projectId);
    await records.settleOutside({ projectId, changeId, choice }, (joining) =>
      portraits.join(projectId, joining),
    );
    return records.listOutside(projectId);
  },
  'documents:export': (input, { signal }) => exports.toFile(input, signal),
  'documents:export:download': (input, { signal }) => exports.download(input, signal),
  'documents:export:print': (input, { signal }) => exports.print(input, signal),
  'documents:export:preview': (input, { signal }) => exports.preview(input, signal),
  'documents:export:choices:get': ({ projectId }) => {
    requireOpen(projectId);
    return exports.getChoices(projectId);
  },
  'documents:export:choices:update': (input) => {
    requireOpen(input.projectId);
    return exports.updateChoices(input);
  },
  'documents:export:reveal': ({ projectId }) => {
    requireOpen(projectId);
    exports.reveal(projectId);
    return {};
  },
  'import:preview': (input, { signal }) => imports.preview(input, signal),
  'import:commit': (input, { signal }) => imports.commit(input, signal),
  'import:undo': (input) => {
    requireOpen(input.projectId);
    return imports.undo(input);
  },
  'import:upload': (input) => imports.upload(input),
  'import:discard': async ({ uploadId }) => {
    await imports.discard(uploadId);
    return {};
  },
});
