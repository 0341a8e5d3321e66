import { create } from 'zustand';
import type { AssembleRequest, InspectResult } from '#shared/contract/context.ts';
import { createAlarm } from '#renderer/app/alarm.ts';
import { flushEdits } from '#renderer/app/flush.ts';
import { updateSettings, usePreferences } from '#renderer/app/preferences.ts';
import { setRibbon } from '#renderer/app/ribbon.ts';
import { useSession } from '#renderer/app/session.ts';
import { failureOf } from '#renderer/i18n/failure.ts';
import { call } from '#renderer/rpc/index.ts';
import { fetchNames } from './fetch-names.ts';
import { mayNameFenced, type Names } from './names.ts';
import { type Choices, requestNow } from './request-now.ts';
import {
  createRequests,
  noRequests,
  type RequestsActions,
  type RequestsState,
} from './requests-slice.ts';

/** Rest after the last change before the request is worked out again, ms. */
const pause = 400;

export type View = 'items' | 'prompt' | 'requests';

/** `waiting`: the chapter has edits that are being saved; what would be sent is worked out after that. */
export type Phase = 'idle' | 'waiting' | 'running';

type InspectState = Choices & {
  phase: Phase;
  /** What would be sent from `documentId`; stays on the screen while the next one is worked out. */
  result: InspectResult | null;
  documentId: string | null;
  failure: unknown;
  /** What was typed could not be saved: nothing can be sent, and what was saved before is not shown as if it could. */
  unsaved: boolean;
  /** Names of fenced entries, from the writer's own lists; null until they are needed. */
  names: Names | null;
  view: View;
  /** Id of the item whose text is open. */
  openItem: string | null;
};

type InspectActions = {
  /**
   * Works it out again after a short rest; of several calls the last counts. Leaves it to the page to save first:
   * under a composition nothing may be written.
   */
  refreshSoon(): void;
  /** Saves what was typed, as a run does, and works it out; for what the writer does outside the page. */
  refresh(): Promise<void>;
  toggleAdmit(itemId: string): void;
  toggleMute(itemId: string): void;
  setView(view: View): void;
  toggleItem(itemId: string): void;
  /** What was let in, left out or opened belongs to one chapter. */
  forgetChoices(): void;
  forgetNames(): void;
  turnOnDebugMode(): Promise<void>;
  /** Keeps the present request for comparing; nothing is sent. */
  keepRequest(): Promise<void>;
  /** Forgets everything; for a project that is closed. */
  clear(): void;
};

type Store = InspectState & InspectActions & RequestsState & RequestsActions;

const nothing = {
  phase: 'idle',
  result: null,
  documentId: null,
  failure: null,
  unsaved: false,
  admit: [],
  mute: [],
  names: null,
  openItem: null,
} as const satisfies Partial<InspectState>;

const toggled = (ids: readonly string[], id: string): string[] =>
  ids.includes(id) ? ids.filter((other) => other !== id) : [...ids, id];

const showInStatusBar = ({ layers, tokenCount, budget }: InspectResult): void =>
  setRibbon({
    tokens: {
      rules: layers.rules.tokens,
      settings: layers.settings.tokens,
      retrieved: layers.retrieved.tokens,
      immediate: layers.immediate.tokens,
    },
    used: tokenCount,
    limit: budget,
  });

const isSaved = (): boolean => ['saved', 'readOnly'].includes(useSession.getState().saveState);

export const useInspect = create<Store>()((set, get) => {
  let running: AbortController | null = null;
  /** The one that waits for the page's saving. */
  let flushing: AbortController | null = null;
  const atRest = createAlarm(() => void follow());

  const stop = (): void => {
    atRest.clear();
    running?.abort();
    running = null;
  };

  /** What must be sent is told by id; without the names the failure still stands there. */
  const learnNames = async (projectId: string): Promise<void> => {
    try {
      set({ names: get().names ?? (await fetchNames(projectId)) });
    } catch (error) {
      if (failureOf(error).code === 'INTERNAL') throw error;
    }
  };

  const inspect = async (request: AssembleRequest, own: AbortController): Promise<void> => {
    set({ phase: 'running' });
    try {
      const result = await call('context:inspect', request, { signal: own.signal });
      const names =
        get().names ?? (mayNameFenced(result) ? await fetchNames(request.projectId) : null);
      if (running !== own) return;
      const { documentId } = request;
      set({ phase: 'idle', result, documentId, failure: null, unsaved: false, names });
      showInStatusBar(result);
      if (get().view === 'requests') await get().loadRequests();
    } catch (failure) {
      const { code } = failureOf(failure);
      if (running !== own || code === 'CANCELLED') return;
      set({ phase: 'idle', failure, unsaved: false });
      if (code === 'CONTEXT_INPUT_TOO_LARGE') await learnNames(request.projectId);
    }
  };

  const tellUnsaved = (failure: unknown): void => {
    set({ phase: 'idle', result: null, documentId: null, failure, unsaved: true });
    setRibbon(null);
  };

  const isWanted = (): boolean =>
    requestNow(get()) !== null && usePreferences.getState().settings.debugMode;

  /** After the page has saved by itself; its saving, late or failed, calls this again. */
  const follow = async (): Promise<void> => {
    if (!isWanted() || isSaved()) {
      await get().refresh();
      return;
    }
    const { saveState } = useSession.getState();
    const { unsaved, failure } = get();
    const isRefused = saveState === 'failed' || saveState === 'conflict';
    // It tells itself what became of the saving that it asked for.
    if (!isRefused && flushing !== null && flushing === running) return;
    stop();
    if (isRefused) tellUnsaved(unsaved ? failure : null);
    else set({ phase: 'waiting' });
  };

  return {
    ...nothing,
    ...noRequests,
    ...createRequests(set, get),
    view: 'items',
    refreshSoon: () => atRest.set(pause),
    async refresh() {
      stop();
      if (!isWanted()) {
        set({ phase: 'idle', result: null, documentId: null, failure: null, unsaved: false });
        setRibbon(null);
        return;
      }
      const own = new AbortController();
      running = own;
      flushing = own;
      if (!isSaved()) set({ phase: 'waiting' });
      try {
        await flushEdits();
      } catch (failure) {
        if (running === own) tellUnsaved(failure);
        return;
      } finally {
        if (flushing === own) flushing = null;
        // The page told of its saving; what follows knows of it.
        if (running === own) atRest.clear();
      }
      if (running !== own) return;
      const request = requestNow(get());
      if (request === null) await get().refresh();
      else await inspect(request, own);
    },
    toggleAdmit(itemId) {
      set(({ admit }) => ({ admit: toggled(admit, itemId) }));
      void get().refresh();
    },
    toggleMute(itemId) {
      set(({ mute }) => ({ mute: toggled(mute, itemId) }));
      void get().refresh();
    },
    setView: (view) => set({ view }),
    toggleItem: (itemId) =>
      set(({ openItem }) => ({ openItem: openItem === itemId ? null : itemId })),
    forgetChoices: () => set({ admit: [], mute: [], openItem: null }),
    forgetNames: () => set({ names: null }),
    async turnOnDebugMode() {
      try {
        await updateSettings({ debugMode: true });
        await get().refresh();
      } catch (failure) {
        set({ failure });
      }
    },
    async keepRequest() {
      try {
        await flushEdits();
        const request = requestNow(get());
        if (request === null) return;
        await call('context:assemble', request);
        await get().loadRequests();
      } catch (requestsFailure) {
        set({ requestsFailure });
      }
    },
    clear() {
      stop();
      set({ ...nothing, ...noRequests });
      setRibbon(null);
    },
  };
});
