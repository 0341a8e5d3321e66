/** Keeps whoever can only read a book from deciding about it: what is decided stands in its folder, which one program writes (F17). */
import type { Channel } from '#shared/contract/index.ts';
import type { Call, Handlers } from './dispatch.ts';

/** Of the folder's records; a chapter's own are refused where its file is. What is kept on this machine alone goes on. */
export const decidingChannels = [
  'projects:rename',
  'projects:update',
  'projects:outside:settle',
  'constraints:create',
  'constraints:update',
  'constraints:delete',
  'constraints:restore',
  'constraints:reorder',
  'knowledge:entities:create',
  'knowledge:entities:update',
  'knowledge:entities:delete',
  'knowledge:entities:restore',
  'knowledge:relations:create',
  'knowledge:relations:delete',
  'knowledge:newNames:dismiss',
  'knowledge:newNames:restore',
  'memory:rules:create',
  'memory:rules:confirm',
  'memory:rules:update',
  'memory:rules:delete',
  'memory:rules:restore',
  'expectations:create',
  'expectations:update',
  'expectations:delete',
  'expectations:restore',
  'threads:create',
  'threads:update',
  'threads:delete',
  'threads:restore',
  'threads:mark',
  'threads:unmark',
  'notes:create',
  'notes:update',
  'notes:delete',
  'notes:restore',
  'manuscript:scenes:update',
  'goals:update',
  'spelling:words:add',
  'spelling:words:remove',
  'reports:watched:change',
] as const satisfies readonly Channel[];

type Handle = (input: { projectId: string }, call: Call) => unknown;

/** @param requireWriter throws where another program writes in the book */
export const refusingElsewhere = (
  handlers: Handlers,
  requireWriter: (projectId: string) => void,
): Handlers => {
  const refusing = decidingChannels.map((channel) => {
    // Every one of these names its project; each is given back as what it was.
    const handle = handlers[channel] as Handle;
    return [
      channel,
      async (input: { projectId: string }, call: Call) => {
        requireWriter(input.projectId);
        return handle(input, call);
      },
    ];
  });
  return { ...handlers, ...(Object.fromEntries(refusing) as Partial<Handlers>) };
};
