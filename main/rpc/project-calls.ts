/** Knows which calls about a project are under way, so that a project can go without anything of it coming after. */
import { z } from 'zod';
import { AppError } from '#shared/errors.ts';
import type { Call, Handlers } from './dispatch.ts';

/** The project a call is about, by the ids of its input; null when it is about none, or about one that is not known. */
export type ProjectOf = (input: Readonly<Record<string, unknown>>) => string | null;

export type ProjectCalls = {
  /** Handlers that count. A call about a project that is going is refused: PROJECT_CLOSED. */
  counting(handlers: Handlers): Handlers;
  /**
   * Takes no more calls about a project while `work` runs, and ends those under way. `work` is handed the wait for
   * them: some end only when what they wait for is ended too.
   */
  alone<T>(projectId: string, work: (others: () => Promise<void>) => Promise<T>): Promise<T>;
};

/** What a call may name a project by; the contract has parsed it already. */
const CallScope = z.object({
  projectId: z.string().optional(),
  conversationId: z.string().optional(),
  candidateId: z.string().optional(),
  /** A place in an import; a path where a book is to go. */
  into: z.union([z.object({ projectId: z.string().optional() }), z.string()]).optional(),
});

type Owner = { projectOf(id: string): string | null };

/** Finds the project by a conversation, a candidate, or its own id. */
export const projectOfCall =
  ({ conversations, ai }: { conversations: Owner; ai: Owner }): ProjectOf =>
  (input) => {
    const { projectId, conversationId, candidateId, into } = CallScope.parse(input);
    if (conversationId !== undefined) return conversations.projectOf(conversationId);
    if (candidateId !== undefined) return ai.projectOf(candidateId);
    if (projectId !== undefined) return projectId;
    return typeof into === 'object' ? (into.projectId ?? null) : null;
  };

type Handle = (input: unknown, call: Call) => unknown;
type Under = { leaving: AbortController; ended: Promise<unknown> };

const isObject = (input: unknown): input is Readonly<Record<string, unknown>> =>
  typeof input === 'object' && input !== null;

/** The one call that ends the others does not wait for itself. */
const ending = 'projects:forget';

export const createProjectCalls = (projectOf: ProjectOf): ProjectCalls => {
  const going = new Set<string>();
  const under = new Map<string, Set<Under>>();

  const refuseGoing = (projectId: string): void => {
    if (!going.has(projectId)) return;
    throw new AppError('PROJECT_CLOSED', 'The project is being forgotten.', { projectId });
  };

  const run = async (projectId: string, handle: Handle, input: unknown, call: Call) => {
    refuseGoing(projectId);
    const leaving = new AbortController();
    const signal = AbortSignal.any([call.signal, leaving.signal]);
    const work = (async () => handle(input, { ...call, signal }))();
    const calls = under.get(projectId) ?? new Set();
    const entry: Under = { leaving, ended: work };
    under.set(projectId, calls.add(entry));
    try {
      return await work;
    } finally {
      calls.delete(entry);
      if (calls.size === 0) under.delete(projectId);
    }
  };

  return {
    counting(handlers) {
      const counted = Object.entries(handlers).map(([channel, handler]) => {
        // One type for all channels is lost on the way through a list; each is given back what it was.
        const handle = handler as Handle;
        const counting = (input: unknown, call: Call): unknown => {
          const projectId = channel !== ending && isObject(input) ? projectOf(input) : null;
          return projectId === null ? handle(input, call) : run(projectId, handle, input, call);
        };
        return [channel, counting];
      });
      return Object.fromEntries(counted) as Handlers;
    },
    async alone(projectId, work) {
      refuseGoing(projectId);
      going.add(projectId);
      const others = [...(under.get(projectId) ?? [])];
      for (const { leaving } of others) leaving.abort();
      try {
        return await work(async () => {
          await Promise.allSettled(others.map(({ ended }) => ended));
        });
      } finally {
        going.delete(projectId);
      }
    },
  };
};
