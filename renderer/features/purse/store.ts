/** What may be spent and what was, as the window last heard. */
import { useEffect } from 'react';
import { create } from 'zustand';
import type { Input } from '#shared/contract/index.ts';
import type { PurseState } from '#shared/domain/purse.ts';
import { useConnection } from '#renderer/app/connection.ts';
import { call, on } from '#renderer/rpc/index.ts';
import { createLastAsked } from '#renderer/app/last-asked.ts';

type Purse = {
  /** Null until read. */
  purse: PurseState | null;
  failure: unknown;
  load(): Promise<void>;
  update(change: Input<'purse:update'>): Promise<void>;
};

/** Much may be spent in a moment; ms between two looks. */
const pause = 300;

export const usePurse = create<Purse>()((set) => {
  const begin = createLastAsked();
  const take = async (ask: () => Promise<PurseState>): Promise<void> => {
    const isLast = begin();
    try {
      const purse = await ask();
      if (isLast()) set({ purse, failure: null });
    } catch (failure) {
      if (isLast()) set({ failure });
    }
  };
  return {
    purse: null,
    failure: null,
    load: () => take(() => call('purse:get', {})),
    update: (change) => take(() => call('purse:update', change)),
  };
});

/** Ms until the writer's tomorrow, when another day is counted. */
const untilTomorrow = (): number => {
  const now = new Date();
  return new Date(now.getFullYear(), now.getMonth(), now.getDate() + 1).getTime() - now.getTime();
};

/** Keeps it up to date. Mounted once, by the desk. */
export function usePurseFollowing(): void {
  const returns = useConnection((state) => state.returns);
  // biome-ignore lint/correctness/useExhaustiveDependencies: after a lost connection it is read again
  useEffect(() => {
    const { load } = usePurse.getState();
    let timer: ReturnType<typeof setTimeout> | null = null;
    const look = (): void => {
      timer ??= setTimeout(() => {
        timer = null;
        void load();
      }, pause);
    };
    let midnight: ReturnType<typeof setTimeout>;
    const waitForTomorrow = (): void => {
      midnight = setTimeout(() => {
        look();
        waitForTomorrow();
      }, untilTomorrow() + 1000);
    };
    void load();
    waitForTomorrow();
    const stop = on('purse:changed', look);
    return () => {
      stop();
      clearTimeout(midnight);
      if (timer !== null) clearTimeout(timer);
    };
  }, [returns]);
}
