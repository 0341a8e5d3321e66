import { create, type StoreApi } from 'zustand';
import type { AssembleRequest } from '#shared/contract/context.ts';
import type { Language } from '#shared/domain/identifiers.ts';
import { AgreedSum } from '#shared/domain/purse.ts';
import type { SkillInfo, SkillProblem } from '#shared/domain/skill.ts';
import { addedTo } from '#renderer/app/added-words.ts';
import { setInstruction, setSkill, useAsking } from '#renderer/app/asking.ts';
import { flushEdits } from '#renderer/app/flush.ts';
import { reportFailure } from '#renderer/app/report-failure.ts';
import { requestToRun } from '#renderer/features/inspect/index.ts';
import { failureOf } from '#renderer/i18n/failure.ts';
import { call } from '#renderer/rpc/index.ts';
import { begunRun, mergeRuns, type RunView } from './run-view.ts';

/** Runs of earlier sittings that are shown. */
const shownRuns = 20;

type WriteState = {
  projectId: string | null;
  problems: readonly SkillProblem[];
  /** Oldest first. */
  runs: readonly RunView[];
  starting: boolean;
  /** The last run could not be started, or the lists could not be read. */
  failure: unknown;
  /** Asks again for what was not sent because the writer is to be asked first (E2); null when nothing waits. */
  agree: (() => Promise<void>) | null;
  /** Grows when the field is to have the focus. */
  focusSerial: number;
  /** The rerun that is shown beside the run it repeats. */
  comparing: string | null;
  /** The run whose answer the model is judging for the writer. */
  judging: string | null;
};

/** What a run is begun with; what is left out is as the panel has it. */
type Asked = {
  skillId?: string;
  words?: WordsElsewhere;
};

/** Words that stand in another field than the panel's, which keeps its own. */
type WordsElsewhere = {
  instruction: string;
  /** They went with a run: they need not stand where they stood. */
  onTaken(): void;
};

type WriteActions = {
  load(projectId: string): Promise<void>;
  /** Skills are named in the language of the interface. */
  loadSkills(language: Language): Promise<void>;
  /** The same where nobody asked for it: what is known stays where it fails, until the next look. */
  refreshSkills(language: Language): Promise<void>;
  /** Asks the model, at the cursor or for the selection. */
  run(wanted?: Asked, agreedTo?: AgreedSum | null): Promise<void>;
  /** Lets go of a request that waits for the writer's word. */
  disagree(): void;
  /**
   * Asks for a run's request again, without one item when `left` names it, and shows both answers beside each
   * other (N6).
   */
  rerun(runId: string, left: string | null): Promise<void>;
  /** Asks for a run's request once more, for another answer. */
  again(runId: string): Promise<void>;
  compare(runId: string | null): void;
  cancel(runId: string): Promise<void>;
  /** Asks the model what no rule could say of an answer (S3-25). */
  judge(runId: string, agreedTo?: AgreedSum): Promise<void>;
  change(runId: string, change: (run: RunView) => RunView): void;
};

type Again = { runId: string; left: string | null; agreedTo?: AgreedSum | null };

/** What the writer is asked about by a refusal; null for other failures. */
const questionOf = (failure: unknown): AgreedSum | null => {
  const { code, details } = failureOf(failure);
  return code === 'PURSE_ASKS' ? (AgreedSum.safeParse(details).data ?? null) : null;
};

/** Whether it is still this that one would ask for: the word given for it holds in no other chapter, and for no other skill. */
const isSameAs = ({ documentId, skillId }: AssembleRequest): boolean => {
  const now = requestToRun();
  return now !== null && now.documentId === documentId && now.skillId === skillId;
};

const agreed = (agreedTo: AgreedSum | null) => (agreedTo ? { isAgreed: true, agreedTo } : {});

/** Starts a run's request anew, without one item when `left` names it. Null when it could not be started. */
async function askAgain(
  get: () => WriteState & WriteActions,
  set: StoreApi<WriteState & WriteActions>['setState'],
  { runId, left, agreedTo = null }: Again,
): Promise<string | null> {
  const earlier = get().runs.find((run) => run.runId === runId);
  const { projectId } = get();
  if (!earlier?.request || projectId === null || get().starting) return null;
  const { documentId, skillId } = earlier;
  set({ starting: true, failure: null, agree: null });
  try {
    await flushEdits();
    const mute = [...(earlier.request.mute ?? []), ...(left === null ? [] : [left])];
    const request = { ...earlier.request, mute };
    const rerunOf = earlier.runId;
    const asked = { projectId, documentId, skillId, ...request, rerunOf };
    const started = await call('ai:run', { ...asked, ...agreed(agreedTo) });
    if (get().projectId !== projectId) return null;
    const run = begunRun(started, { documentId, skillId, request, rerunOf });
    set(({ runs }) => ({ runs: [...runs, run] }));
    applyEarly(run.runId);
    return run.runId;
  } catch (failure) {
    const question = questionOf(failure);
    const askedFirst = async (): Promise<void> => {
      const comparing = await askAgain(get, set, { runId, left, agreedTo: question });
      if (comparing !== null && left !== null) set({ comparing });
    };
    if (get().projectId === projectId) set({ failure, agree: question ? askedFirst : null });
    else reportFailure(failure);
    return null;
  } finally {
    set({ starting: false });
  }
}

async function readSkills(language: Language): Promise<void> {
  const { items, problems } = await call('ai:skills:list', { language });
  useAsking.setState({ skills: items });
  useWrite.setState({ problems });
}

export const useWrite = create<WriteState & WriteActions>()((set, get) => ({
  projectId: null,
  problems: [],
  runs: [],
  starting: false,
  failure: null,
  agree: null,
  focusSerial: 0,
  comparing: null,
  judging: null,
  async load(projectId) {
    if (get().projectId !== projectId)
      set({ projectId, runs: [], failure: null, agree: null, comparing: null });
    try {
      const { items } = await call('ai:runs:list', { projectId, limit: shownRuns });
      if (get().projectId === projectId) set(({ runs }) => ({ runs: mergeRuns(runs, items) }));
    } catch (failure) {
      if (get().projectId === projectId) set({ failure });
    }
  },
  async loadSkills(language) {
    try {
      await readSkills(language);
    } catch (failure) {
      set({ failure });
    }
  },
  refreshSkills: (language) => readSkills(language).catch(() => undefined),
  disagree: () => set({ failure: null, agree: null }),
  async run(wanted = {}, agreedTo = null) {
    if (get().starting) return;
    set({ starting: true, failure: null, agree: null });
    const { skillId: chosen, words } = wanted;
    if (chosen !== undefined) setSkill(chosen);
    const wordsNow = (): string => words?.instruction ?? useAsking.getState().instruction;
    const instruction = wordsNow();
    const meant = requestToRun(instruction);
    if (meant === null) {
      set({ starting: false });
      return;
    }
    const { projectId } = meant;
    try {
      // Offsets speak about the saved text.
      await flushEdits();
      const now = requestToRun(wordsNow());
      // Where another chapter is open by now, of the one in which it was asked for.
      const asked = now?.documentId === meant.documentId ? now : meant;
      const said = asked === now ? wordsNow() : instruction;
      const { projectId: _book, documentId, skillId, ...request } = asked;
      const started = await call('ai:run', { ...asked, ...agreed(agreedTo) });
      const run = begunRun(started, { documentId, skillId, request, rerunOf: null });
      words?.onTaken();
      if (get().projectId !== projectId) return;
      set(({ runs }) => ({ runs: [...runs, run] }));
      // What is added meanwhile is for the next one.
      if (!words) setInstruction(addedTo(said, useAsking.getState().instruction));
      applyEarly(started.runId);
    } catch (failure) {
      const question = questionOf(failure);
      const askedFirst = () => get().run(wanted, isSameAs(meant) ? question : null);
      if (get().projectId === projectId) set({ failure, agree: question ? askedFirst : null });
      else reportFailure(failure);
    } finally {
      set({ starting: false });
    }
  },
  async rerun(runId, left) {
    const comparing = await askAgain(get, set, { runId, left });
    if (comparing !== null) set({ comparing });
  },
  async again(runId) {
    await askAgain(get, set, { runId, left: null });
  },
  compare: (comparing) => set({ comparing }),
  async cancel(runId) {
    try {
      await call('ai:cancel', { runId });
    } catch (failure) {
      set({ failure });
    }
  },
  async judge(runId, agreedTo) {
    const { projectId, judging } = get();
    if (projectId === null || judging !== null) return;
    set({ judging: runId, failure: null });
    try {
      const { run } = await call('ai:runs:judge', {
        ...{ projectId, runId },
        ...(agreedTo && { agreedTo }),
      });
      const { findings, coverage, unjudged } = run;
      get().change(runId, (known) => ({ ...known, findings, coverage, unjudged }));
    } catch (failure) {
      if (get().projectId === projectId) set({ failure });
    } finally {
      set({ judging: null });
    }
  },
  change(runId, change) {
    if (get().runs.some((run) => run.runId === runId)) {
      set(({ runs }) => ({ runs: runs.map((run) => (run.runId === runId ? change(run) : run)) }));
      return;
    }
    if (get().starting) early.set(runId, [...(early.get(runId) ?? []), change]);
  },
}));

/** The first words of a run may come before the answer that names it. */
const early = new Map<string, ((run: RunView) => RunView)[]>();

function applyEarly(runId: string): void {
  const changes = early.get(runId) ?? [];
  early.clear();
  for (const change of changes) useWrite.getState().change(runId, change);
}

export const runningRun = ({ runs }: Pick<WriteState, 'runs'>): RunView | null =>
  runs.findLast((run) => run.state === 'running') ?? null;

export const askForFocus = (): void =>
  useWrite.setState(({ focusSerial }) => ({ focusSerial: focusSerial + 1 }));

const noSkills: readonly SkillInfo[] = [];

export const useSkills = (): readonly SkillInfo[] => useAsking((state) => state.skills ?? noSkills);

/** Starts a skill with words that stand elsewhere; what stands in the field of the panel is for another run. */
export const runSkillWith = (skillId: string, words: WordsElsewhere): Promise<void> =>
  useWrite.getState().run({ skillId, words });
