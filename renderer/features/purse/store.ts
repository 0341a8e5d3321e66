/** What may be spent and what was, as the window last heard. */
import { useEffect } from 'react';
import { useConnection } from '#renderer/app/connection.ts';
import { call, on } from '#renderer/rpc/index.ts';
import { createPurse } from './create-purse.ts';

/** Much may be spent in a moment; ms between two looks. */
const pause = 300;

export const usePurse = createPurse({
  get: () => call('purse:get', {}),
  update: (change) => call('purse:update', change),
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
