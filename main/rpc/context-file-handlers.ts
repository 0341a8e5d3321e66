/** The channels of the files that belong to conversations. */
import type { ContextFilesService } from '#main/assistant/files/service.ts';
import type { Handlers } from './dispatch.ts';

type ContextFileChannel = Extract<keyof Handlers, `context-files:${string}`>;

export const createContextFileHandlers = (
  files: ContextFilesService,
): Pick<Handlers, ContextFileChannel> => ({
  'context-files:list': (input) => files.list(input),
  'context-files:read': (input) => files.read(input),
  'context-files:tail': (input) => files.tail(input),
  'context-files:grep': (input, call) => files.grep(input, call.signal),
  'context-files:export': (input) => files.exportTo(input),
  'context-files:import': (input) => files.importFrom(input),
  'context-files:conversations': () => files.conversations(),
  'context-files:pin': (input) => files.pin(input),
  'context-files:delete': (input) => files.remove(input),
  'context-files:usage': () => files.usage(),
  'context-files:clean': () => files.clean(),
});
