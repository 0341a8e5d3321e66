import { create } from 'zustand';
import type { SkillInfo, SkillProblem } from '#shared/domain/skill.ts';
import { flushEdits } from '#renderer/app/flush.ts';
import { useSession } from '#renderer/app/session.ts';
import { inspectAs, requestChoices } from '#renderer/features/inspect/index.ts';
import { call } from '#renderer/rpc/index.ts';
import { begunRun, mergeRuns, type RunView } from './run-view.ts';

/** Runs of earlier sittings that are shown. */
const shownRuns = 20;

type WriteState = {
  projectId: string | null;
  /** Null until read. */
  skills: readonly SkillInfo[] | null;
  problems: readonly SkillProblem[];
  skillId: string;
  instruction: string;
  /** Oldest first. */
  runs: readonly RunView[];
  starting: boolean;
  /** The last run could not be started, or the lists could not be read. */
  failure: unknown;
  /** Grows when the field is to have the focus. */
  focusSerial: number;
  /** The rerun that is shown beside the run it repeats. */
  comparing: string | null;
  /** The run whose answer the model is judging for the writer. */
  judging: string | null;
};

type WriteActions = {
  load(projectId: string): Promise<void>;
  /** Skills are named in the language of the interface. */
  loadSkills(): Promise<void>;
  setSkill(skillId: string): void;
  setInstruction(instruction: string): void;
  /** Asks the model, at the cursor or for the selection. */
  run(skillId?: string): Promise<void>;
  /**
   * Asks for a run's request again, without one item when `left` names it, and shows both answers beside each
   * other (N6).
   */
  rerun(runId: string, left: string | null): Promise<void>;
  compare(runId: string | null): void;
  cancel(runId: string): Promise<void>;
  /** Asks the model what no rule could say of an answer (S3-25). */
  judge(runId: string): Promise<void>;
  change(runId: string, change: (run: RunView) => RunView): void;
};

export const useWrite = create<WriteState & WriteActions>()((set, get) => ({
  projectId: null,
  skills: null,
  problems: [],
  skillId: 'continue',
  instruction: '',
  runs: [],
  starting: false,
  failure: null,
  focusSerial: 0,
  comparing: null,
  judging: null,
  async load(projectId) {
    if (get().projectId !== projectId) set({ projectId, runs: [], failure: null, comparing: null });
    try {
      const { items } = await call('ai:runs:list', { projectId, limit: shownRuns });
      if (get().projectId === projectId) set(({ runs }) => ({ runs: mergeRuns(runs, items) }));
    } catch (failure) {
      if (get().projectId === projectId) set({ failure });
    }
  },
  async loadSkills() {
    try {
      const { items, problems } = await call('ai:skills:list', {});
      set({ skills: items, problems });
    } catch (failure) {
      set({ failure });
    }
  },
  setSkill(skillId) {
    set({ skillId });
    inspectAs(skillId, get().instruction);
  },
  setInstruction(instruction) {
    set({ instruction });
    inspectAs(get().skillId, instruction);
  },
  async run(wanted) {
    const skillId = wanted ?? get().skillId;
    const instruction = get().instruction.trim();
    if (get().starting) return;
    set({ starting: true, failure: null, skillId });
    try {
      // Offsets speak about the saved text.
      await flushEdits();
      const { project, documentId, cursor, selection } = useSession.getState();
      if (project === null || documentId === null) return;
      const { projectId } = project;
      const takesPassage = get().skills?.find((one) => one.skillId === skillId)?.passage !== 'none';
      const request = {
        cursorPosition: cursor,
        ...(takesPassage && selection.end > selection.start ? { selection } : {}),
        ...(instruction === '' ? {} : { additionalInput: instruction }),
        ...requestChoices(),
      };
      const started = await call('ai:run', { projectId, documentId, skillId, ...request });
      const run = begunRun(started, { documentId, skillId, request, rerunOf: null });
      if (get().projectId !== projectId) return;
      set(({ runs }) => ({ runs: [...runs, run], instruction: '' }));
      applyEarly(started.runId);
    } catch (failure) {
      set({ failure });
    } finally {
      set({ starting: false });
    }
  },
  async rerun(runId, left) {
    const earlier = get().runs.find((run) => run.runId === runId);
    const { projectId } = get();
    if (!earlier?.request || projectId === null || get().starting) return;
    const { documentId, skillId } = earlier;
    set({ starting: true, failure: null });
    try {
      await flushEdits();
      const mute = [...(earlier.request.mute ?? []), ...(left === null ? [] : [left])];
      const request = { ...earlier.request, mute };
      const rerunOf = earlier.runId;
      const asked = { projectId, documentId, skillId, ...request, rerunOf };
      const started = await call('ai:run', asked);
      if (get().projectId !== projectId) return;
      const run = begunRun(started, { documentId, skillId, request, rerunOf });
      set(({ runs }) => ({ runs: [...runs, run], comparing: run.runId }));
      applyEarly(run.runId);
    } catch (failure) {
      set({ failure });
    } finally {
      set({ starting: false });
    }
  },
  compare: (comparing) => set({ comparing }),
  async cancel(runId) {
    try {
      await call('ai:cancel', { runId });
    } catch (failure) {
      set({ failure });
    }
  },
  async judge(runId) {
    const { projectId, judging } = get();
    if (projectId === null || judging !== null) return;
    set({ judging: runId, failure: null });
    try {
      const { run } = await call('ai:runs:judge', { projectId, runId });
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

export const useSkills = (): readonly SkillInfo[] => useWrite((state) => state.skills ?? noSkills);

/** Starts a skill with a further word, as the field of the panel would. */
export async function runSkillWith(skillId: string, instruction: string): Promise<void> {
  const { setSkill, setInstruction, run } = useWrite.getState();
  setSkill(skillId);
  setInstruction(instruction);
  await run();
}
