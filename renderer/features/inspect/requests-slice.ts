import type { Output } from '#shared/contract/index.ts';
import type { LookUp } from '#shared/domain/look-up.ts';
import type { AssemblyChange, AssemblySummary, KeptItem } from '#shared/domain/assembly.ts';
import { isOpenProject, useSession } from '#renderer/app/session.ts';
import { call } from '#renderer/rpc/index.ts';
import { withChoice } from './choice.ts';
import { createLastAsked } from '#renderer/app/last-asked.ts';

const shownRequests = 60;

export type Replay = Output<'context:history:replay'> & {
  assemblyId: string;
  items: readonly KeptItem[];
  lookUp?: LookUp;
};

export type RequestsState = {
  /** Newest first; null until asked for. */
  requests: readonly AssemblySummary[] | null;
  requestsFailure: unknown;
  /** A and B of a comparison; the third choice takes the place of B. */
  chosen: readonly string[];
  comparing: boolean;
  /** From `chosen[0]` to `chosen[1]`; null while it is read. */
  changes: readonly AssemblyChange[] | null;
  replay: Replay | null;
};

export type RequestsActions = {
  loadRequests(): Promise<void>;
  choose(assemblyId: string): void;
  compare(): Promise<void>;
  swap(): Promise<void>;
  stopComparing(): void;
  showReplay(assemblyId: string): Promise<void>;
  hideReplay(): void;
};

export const noRequests: RequestsState = {
  requests: null,
  requestsFailure: null,
  chosen: [],
  comparing: false,
  changes: null,
  replay: null,
};

type Set = (change: Partial<RequestsState>) => void;

/** The part of the store that looks back: the list of requests, two of them compared, one replayed. */
export const createRequests = (set: Set, get: () => RequestsState): RequestsActions => {
  const attempt = async (read: () => Promise<Partial<RequestsState>>): Promise<void> => {
    try {
      set({ ...(await read()), requestsFailure: null });
    } catch (requestsFailure) {
      set({ requestsFailure });
    }
  };
  const compare = async (): Promise<void> => {
    const [from, to] = get().chosen;
    if (from === undefined || to === undefined) return;
    set({ comparing: true, changes: null });
    await attempt(async () => {
      const { changes } = await call('context:history:compare', { from, to });
      const same = get().chosen[0] === from && get().chosen[1] === to;
      return same ? { changes } : {};
    });
  };
  /** Texts of requests that were asked for: only the last is shown. */
  const ask = createLastAsked();
  return {
    async loadRequests() {
      const { project } = useSession.getState();
      if (project === null) return;
      const { projectId } = project;
      await attempt(async () => {
        const { items } = await call('context:history:list', { projectId, limit: shownRequests });
        if (!isOpenProject(projectId)) return {};
        const kept = new Set(items.map(({ assemblyId }) => assemblyId));
        return { requests: items, chosen: get().chosen.filter((id) => kept.has(id)) };
      });
    },
    choose(assemblyId) {
      set({ chosen: withChoice(get().chosen, assemblyId), changes: null });
      if (get().comparing) void compare();
    },
    compare,
    async swap() {
      set({ chosen: get().chosen.toReversed() });
      await compare();
    },
    stopComparing: () => set({ comparing: false }),
    showReplay: (assemblyId) => {
      const isLast = ask();
      return attempt(async () => {
        const [replay, { items, lookUp }] = await Promise.all([
          call('context:history:replay', { assemblyId }),
          call('context:history:items', { assemblyId }),
        ]);
        if (!isLast()) return {};
        return { replay: { assemblyId, ...replay, items, ...(lookUp && { lookUp }) } };
      });
    },
    hideReplay: () => set({ replay: null }),
  };
};
