import type { EditorView } from '@codemirror/view';
import { create } from 'zustand';
import type { Finding, JudgeMode } from '#shared/domain/finding.ts';
import type { Output } from '#shared/contract/index.ts';
import { flushEdits } from '#renderer/app/flush.ts';
import { useSession } from '#renderer/app/session.ts';
import { failureOf } from '#renderer/i18n/failure.ts';
import { call } from '#renderer/rpc/index.ts';

export type Checked = Output<'judge:check'>;

/** What findings rest on, as the writer knows it. */
export type Basis = { kind: 'constraint'; number: number } | { kind: 'entity'; name: string };

type FindingsState = {
  projectId: string | null;
  /** By chapter, as last checked in this sitting. */
  checked: ReadonlyMap<string, Checked>;
  /** The chapter being checked. */
  checking: string | null;
  failure: unknown;
  bases: ReadonlyMap<string, Basis>;
  /** Ids of the findings that stand in the page now. */
  shown: ReadonlySet<string>;
  /** The finding whose words are open beside the text. */
  open: string | null;
  mode: JudgeMode | null;
  view: EditorView | null;
};

type FindingsActions = {
  begin(projectId: string): void;
  /** Checks the open chapter as it is now. */
  check(): Promise<void>;
  stop(): void;
  loadBases(projectId: string): Promise<void>;
  waive(finding: Finding, reason: string): Promise<boolean>;
  unwaive(findingId: string): Promise<void>;
  loadMode(projectId: string): Promise<void>;
  setMode(mode: JudgeMode): Promise<void>;
};

const fresh = {
  checked: new Map(),
  checking: null,
  failure: null,
  bases: new Map(),
  shown: new Set<string>(),
  open: null,
  mode: null,
} satisfies Partial<FindingsState>;

export const useFindings = create<FindingsState & FindingsActions>()((set, get) => {
  let running: AbortController | null = null;

  const change = (findingId: string, patch: (finding: Finding) => Finding): void =>
    set(({ checked }) => ({
      checked: new Map(
        [...checked].map(([documentId, one]) => [
          documentId,
          {
            ...one,
            findings: one.findings.map((each) =>
              each.findingId === findingId ? patch(each) : each,
            ),
          },
        ]),
      ),
    }));

  return {
    projectId: null,
    view: null,
    ...fresh,
    begin(projectId) {
      if (get().projectId !== projectId) set({ ...fresh, projectId });
    },
    async check() {
      running?.abort();
      const own = new AbortController();
      running = own;
      set({ failure: null });
      try {
        await flushEdits();
        const { project, documentId } = useSession.getState();
        if (project === null || documentId === null) return;
        const { projectId } = project;
        set({ checking: documentId });
        const [result] = await Promise.all([
          call('judge:check', { projectId, documentId }, { signal: own.signal }),
          get().loadBases(projectId),
        ]);
        if (running !== own || get().projectId !== projectId) return;
        set(({ checked }) => ({ checked: new Map(checked).set(documentId, result), open: null }));
      } catch (failure) {
        if (running === own && failureOf(failure).code !== 'CANCELLED') set({ failure });
      } finally {
        if (running === own) set({ checking: null });
      }
    },
    stop() {
      running?.abort();
      running = null;
      set({ checking: null });
    },
    async loadBases(projectId) {
      const [constraints, entities] = await Promise.all([
        call('constraints:list', { projectId }),
        call('knowledge:entities:list', { projectId }),
      ]);
      const bases = new Map<string, Basis>(
        constraints.items.map(({ constraintId }, index) => [
          constraintId,
          { kind: 'constraint', number: index + 1 },
        ]),
      );
      for (const { entityId, name } of entities.items) {
        bases.set(entityId, { kind: 'entity', name });
      }
      if (get().projectId === projectId) set({ bases });
    },
    async waive({ findingId, constraintId, entityId, quote }, reason) {
      const { projectId } = get();
      if (projectId === null) return false;
      const basis =
        constraintId === undefined
          ? { ...(entityId === undefined ? {} : { entityId }) }
          : { constraintId };
      try {
        await call('judge:waive', { projectId, findingId, ...basis, quote, reason });
        change(findingId, (finding) => ({ ...finding, waived: true, reason }));
        set({ open: null, failure: null });
        return true;
      } catch (failure) {
        set({ failure });
        return false;
      }
    },
    async unwaive(findingId) {
      const { projectId } = get();
      if (projectId === null) return;
      try {
        await call('judge:unwaive', { projectId, findingId });
        change(findingId, ({ reason: _reason, ...finding }) => ({ ...finding, waived: false }));
      } catch (failure) {
        set({ failure });
      }
    },
    async loadMode(projectId) {
      try {
        const { mode } = await call('judge:settings:get', { projectId });
        if (get().projectId === projectId) set({ mode });
      } catch (failure) {
        set({ failure });
      }
    },
    async setMode(wanted) {
      const { projectId } = get();
      if (projectId === null) return;
      try {
        const { mode } = await call('judge:settings:update', { projectId, mode: wanted });
        set({ mode, failure: null });
      } catch (failure) {
        set({ failure });
      }
    },
  };
});

/** What the last check of a chapter found, without what was waived. */
export const openFindings = (checked: Checked | undefined): Finding[] =>
  checked?.findings.filter(({ waived }) => !waived) ?? [];
