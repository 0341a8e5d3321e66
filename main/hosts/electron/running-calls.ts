/** The calls of all windows that have no answer yet, so that they can be stopped. */
export type RunningCalls = {
  /** @param callId the page's name for the call, if it wants to be able to cancel it */
  begin(page: number, callId: string | null): { signal: AbortSignal; end(): void };
  cancel(page: number, callId: string): void;
  /** The page has gone: nobody waits for its calls. */
  cancelAll(page: number): void;
};

export const createRunningCalls = (): RunningCalls => {
  const pages = new Map<number, Map<string | symbol, AbortController>>();
  return {
    begin(page, callId) {
      const calls = pages.get(page) ?? new Map<string | symbol, AbortController>();
      pages.set(page, calls);
      const key = callId ?? Symbol('unnamed call');
      const controller = new AbortController();
      calls.set(key, controller);
      return {
        signal: controller.signal,
        end: () => {
          // A page that was loaded again may by now use the same name for another call.
          if (calls.get(key) === controller) calls.delete(key);
          if (calls.size === 0 && pages.get(page) === calls) pages.delete(page);
        },
      };
    },
    cancel(page, callId) {
      pages.get(page)?.get(callId)?.abort();
    },
    cancelAll(page) {
      const calls = pages.get(page);
      pages.delete(page);
      for (const controller of calls?.values() ?? []) controller.abort();
    },
  };
};
