/** What of the ledger of sent requests is shown; its page and Inspect share it. */
import { create } from 'zustand';
import type { Output, Parsed } from '#shared/contract/index.ts';
import { call } from '#renderer/rpc/index.ts';
import { openSettings } from './dialogs.ts';
import { createLastAsked } from './last-asked.ts';

export const periods = ['day', 'week', 'month', 'all'] as const;
export type Period = (typeof periods)[number];

const day = 86_400_000;
const lengths: Readonly<Record<Period, number | null>> = {
  day,
  week: 7 * day,
  month: 30 * day,
  all: null,
};

/** Rows on the screen; a file has all of them. */
const shownRows = 200;
const allRows = 20_000;

type Filter = {
  /** Null for all books, and what belongs to none. */
  projectId: string | null;
  period: Period;
  /** Of one request of Inspect alone; null for any. */
  assemblyId: string | null;
};

type EgressState = Filter & {
  list: Output<'egress:list'> | null;
  failure: unknown;
  load(): Promise<void>;
  choose(change: Partial<Filter>): Promise<void>;
};

const inputOf = ({
  projectId,
  period,
  assemblyId,
}: Filter): Omit<Parsed<'egress:list'>, 'limit'> => {
  const length = lengths[period];
  return {
    ...(projectId === null ? {} : { projectId }),
    ...(assemblyId === null ? {} : { assemblyId }),
    ...(length === null ? {} : { since: Math.max(0, Date.now() - length) }),
  };
};

export const useEgress = create<EgressState>()((set, get) => {
  const ask = createLastAsked();
  return {
    projectId: null,
    period: 'week',
    assemblyId: null,
    list: null,
    failure: null,
    async load() {
      const isLast = ask();
      try {
        const list = await call('egress:list', { ...inputOf(get()), limit: shownRows });
        if (isLast()) set({ list, failure: null });
      } catch (failure) {
        if (isLast()) set({ failure });
      }
    },
    async choose(change) {
      set(change);
      await get().load();
    },
  };
});

/** All that fits the filter, for a file. */
export const readAllEgress = async (): Promise<Output<'egress:list'>['items']> =>
  (await call('egress:list', { ...inputOf(useEgress.getState()), limit: allRows })).items;

/** Opens the ledger on what was sent of one request. */
export const showEgressOf = (assemblyId: string): void => {
  useEgress.setState({ assemblyId, projectId: null, period: 'all', list: null });
  openSettings('egress');
};
