import { create } from 'zustand';
import type { InspectResult } from '#shared/contract/context.ts';
import { updateSettings, usePreferences } from '#renderer/app/preferences.ts';
import { setRibbon } from '#renderer/app/ribbon.ts';
import { useSession } from '#renderer/app/session.ts';
import { failureOf } from '#renderer/i18n/failure.ts';
import { call } from '#renderer/rpc/index.ts';
import { fetchNames } from './fetch-names.ts';
import { mayNameFenced, type Names } from './names.ts';
import {
  createRequests,
  noRequests,
  type RequestsActions,
  type RequestsState,
} from './requests-slice.ts';
import type { BuiltinSkill } from '#shared/domain/skill.ts';

/** Rest after the last change before the request is worked out again, ms. */
const pause = 400;

export type View = 'items' | 'prompt' | 'requests';

/** `waiting`: the chapter has edits that are not saved; the saved text is what would be sent. */
export type Phase = 'idle' | 'waiting' | 'running';

type InspectState = {
  phase: Phase;
  /** What would be sent from `documentId`; stays on the screen while the next one is worked out. */
  result: InspectResult | null;
  documentId: string | null;
  failure: unknown;
  skillId: BuiltinSkill;
  instruction: string;
  /** Dropped items the writer lets in, and items left out; until another chapter is opened. */
  admit: readonly string[];
  mute: readonly string[];
  /** Names of fenced entries, from the writer's own lists; null until they are needed. */
  names: Names | null;
  view: View;
  /** Id of the item whose text is open. */
  openItem: string | null;
};

type InspectActions = {
  /** Works it out again after a short rest; of several calls the last counts. */
  refreshSoon(): void;
  refresh(): Promise<void>;
  toggleAdmit(itemId: string): void;
  toggleMute(itemId: string): void;
  setSkill(skillId: BuiltinSkill): void;
  setInstruction(instruction: string): void;
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

export const useInspect = create<Store>()((set, get) => {
  let running: AbortController | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const stop = (): void => {
    clearTimeout(timer);
    running?.abort();
    running = null;
  };

  const requestNow = () => {
    const { project, documentId, cursor } = useSession.getState();
    if (project === null || documentId === null) return null;
    const { skillId, instruction, admit, mute } = get();
    return {
      projectId: project.projectId,
      documentId,
      cursorPosition: cursor,
      skillId,
      ...(instruction.trim() === '' ? {} : { additionalInput: instruction }),
      ...(admit.length === 0 ? {} : { admit: [...admit] }),
      ...(mute.length === 0 ? {} : { mute: [...mute] }),
    };
  };

  /** What must be sent is told by id; without the names the failure still stands there. */
  const learnNames = async (projectId: string): Promise<void> => {
    try {
      set({ names: get().names ?? (await fetchNames(projectId)) });
    } catch (error) {
      if (failureOf(error).code === 'INTERNAL') throw error;
    }
  };

  const inspect = async (request: NonNullable<ReturnType<typeof requestNow>>): Promise<void> => {
    const own = new AbortController();
    running = own;
    set({ phase: 'running' });
    try {
      const result = await call('context:inspect', request, { signal: own.signal });
      const names =
        get().names ?? (mayNameFenced(result) ? await fetchNames(request.projectId) : null);
      if (running !== own) return;
      set({ phase: 'idle', result, documentId: request.documentId, failure: null, names });
      showInStatusBar(result);
      if (get().view === 'requests') await get().loadRequests();
    } catch (failure) {
      const { code } = failureOf(failure);
      if (running !== own || code === 'CANCELLED') return;
      set({ phase: 'idle', failure });
      if (code === 'CONTEXT_INPUT_TOO_LARGE') await learnNames(request.projectId);
    }
  };

  return {
    ...nothing,
    ...noRequests,
    ...createRequests(set, get),
    skillId: 'continue',
    instruction: '',
    view: 'items',
    refreshSoon() {
      clearTimeout(timer);
      timer = setTimeout(() => void get().refresh(), pause);
    },
    async refresh() {
      stop();
      const { saveState } = useSession.getState();
      const request = requestNow();
      if (request === null || !usePreferences.getState().settings.debugMode) {
        set({ phase: 'idle', result: null, documentId: null, failure: null });
        setRibbon(null);
        return;
      }
      if (saveState === 'unsaved' || saveState === 'saving') set({ phase: 'waiting' });
      else await inspect(request);
    },
    toggleAdmit(itemId) {
      set(({ admit }) => ({ admit: toggled(admit, itemId) }));
      void get().refresh();
    },
    toggleMute(itemId) {
      set(({ mute }) => ({ mute: toggled(mute, itemId) }));
      void get().refresh();
    },
    setSkill(skillId) {
      set({ skillId });
      void get().refresh();
    },
    setInstruction(instruction) {
      set({ instruction });
      get().refreshSoon();
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
      const request = requestNow();
      if (request === null) return;
      try {
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
