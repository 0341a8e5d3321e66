/** What sending now would take, worked out while somebody looks at where one asks (E2). */
import { useEffect } from 'react';
import { create } from 'zustand';
import { createAlarm } from '#renderer/app/alarm.ts';
import { useAsking } from '#renderer/app/asking.ts';
import { useSession } from '#renderer/app/session.ts';
import { isElsewhere, requestToRun } from '#renderer/features/inspect/index.ts';
import { useModels } from '#renderer/features/models/index.ts';
import { failureOf } from '#renderer/i18n/failure.ts';
import { call, on } from '#renderer/rpc/index.ts';
import type { RequestForecast } from '#shared/contract/context.ts';

/** Rest after the last change before it is worked out, ms. */
const rest = 400;

export const useForecast = create<{ forecast: RequestForecast | null }>()(() => ({
  forecast: null,
}));

const tell = (forecast: RequestForecast | null): void => useForecast.setState({ forecast });

const isSaved = (): boolean => ['saved', 'readOnly'].includes(useSession.getState().saveState);

const predict = async (signal: AbortSignal): Promise<void> => {
  const request = requestToRun();
  if (request === null) {
    tell(null);
    return;
  }
  try {
    const forecast = await call('context:forecast', request, { signal });
    if (!signal.aborted) tell(forecast);
  } catch (failure) {
    // The line stays without its figures; asking will say what is wrong.
    if (failureOf(failure).code !== 'CANCELLED') tell(null);
  }
};

/** The page saves by itself, and what it saved is told: until then the figures stay those of the text before. */
function follow(): () => void {
  let running: AbortController | null = null;
  const atRest = createAlarm(() => {
    if (!isSaved()) return;
    running?.abort();
    running = new AbortController();
    void predict(running.signal);
  });
  const soon = (): void => atRest.set(rest);
  const endings = [
    useSession.subscribe((now, before) => {
      if (isElsewhere(now, before)) soon();
    }),
    useAsking.subscribe(soon),
    useModels.subscribe(soon),
    on('budget:changed', soon),
    on('constraints:changed', soon),
    on('knowledge:changed', soon),
    on('memory:changed', soon),
    on('threads:changed', soon),
    on('project:changed', soon),
  ];
  atRest.set(0);
  return () => {
    for (const end of endings) end();
    atRest.clear();
    running?.abort();
    tell(null);
  };
}

/** For as long as it is mounted. */
export const useForecasting = (): void => useEffect(follow, []);
