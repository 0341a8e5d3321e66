import type { EditorView } from '@codemirror/view';
import { create } from 'zustand';
import { bookRuleIds } from '#shared/domain/book-settings.ts';
import type { Finding, JudgeMode } from '#shared/domain/finding.ts';
import type { AgreedSum } from '#shared/domain/purse.ts';
import type { Output } from '#shared/contract/index.ts';
import { flushEdits } from '#renderer/app/flush.ts';
import { reportFailure } from '#renderer/app/report-failure.ts';
import { useSession } from '#renderer/app/session.ts';
import { failureOf } from '#renderer/i18n/failure.ts';
import { call } from '#renderer/rpc/index.ts';

export type Checked = Output<'judge:check'> & {
  /** The chapter was edited after it. */
  edited: boolean;
};

/** Where a finding of a waiting text is shown. */
export type FindingPlace = { findingId: string; from: number };

/** What findings rest on, as the writer knows it. */
export type Basis =
  | { kind: 'constraint'; number: number; text: string }
  | { kind: 'entity'; name: string }
  | { kind: 'book'; setting: keyof typeof bookRuleIds };

type FindingsState = {
  projectId: string | null;
  /** By chapter, as last checked. */
  checked: ReadonlyMap<string, Checked>;
  /** The chapter being checked. */
  checking: string | null;
  failure: unknown;
  bases: ReadonlyMap<string, Basis>;
  /** Findings of the texts that wait in the page, by candidate; their places are those in its text. */
  waiting: ReadonlyMap<string, readonly Finding[]>;
  /** What the writer let pass in this sitting, or no longer does, by finding. */
  decided: ReadonlyMap<string, boolean>;
  /** Where those of waiting texts are shown; the feature that shows them says so. */
  waitingPlaces: () => readonly FindingPlace[];
  /** Ids of the findings that stand in the page now. */
  shown: ReadonlySet<string>;
  /** The finding whose words are open beside the text. */
  open: string | null;
  /** The finding gone to last. */
  last: string | null;
  mode: JudgeMode | null;
  view: EditorView | null;
};

type FindingsActions = {
  begin(projectId: string): void;
  /** Brings back what was found in earlier sittings and still holds. */
  loadChecks(projectId: string): Promise<void>;
  /** Folds the result of a chapter away for good. */
  close(documentId: string): Promise<void>;
  /** Checks the open chapter as it is now. `agreedTo`: what the writer agreed to that asking the model takes. */
  check(agreedTo?: AgreedSum): Promise<void>;
  stop(): void;
  /** The text of a chapter is no longer the one that was checked. */
  markEdited(documentId: string): void;
  /** Brings what was checked in line with the constraints of today. */
  reviewCoverage(projectId: string): Promise<void>;
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
  waiting: new Map(),
  decided: new Map(),
  shown: new Set<string>(),
  open: null,
  last: null,
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
    waitingPlaces: () => [],
    ...fresh,
    begin(projectId) {
      if (get().projectId !== projectId) set({ ...fresh, projectId });
    },
    async loadChecks(projectId) {
      try {
        const { items } = await call('judge:checks:list', { projectId });
        if (get().projectId !== projectId || items.length === 0) return;
        await get().loadBases(projectId);
        const kept = items.map(({ documentId, ...one }): [string, Checked] => [documentId, one]);
        // What was checked meanwhile is newer.
        set(({ checked }) => ({ checked: new Map([...kept, ...checked]) }));
      } catch (failure) {
        if (get().projectId === projectId) set({ failure });
      }
    },
    async close(documentId) {
      get().stop();
      const rest = new Map(get().checked);
      rest.delete(documentId);
      set({ checked: rest, failure: null });
      const { projectId } = get();
      if (projectId === null) return;
      try {
        await call('judge:checks:remove', { projectId, documentId });
      } catch (failure) {
        set({ failure });
      }
    },
    async check(agreedTo) {
      running?.abort();
      const own = new AbortController();
      running = own;
      set({ failure: null });
      // The chapter in which it was asked for, whichever is open once it is saved.
      const { project, documentId } = useSession.getState();
      if (project === null || documentId === null) return;
      const { projectId } = project;
      try {
        await flushEdits();
        set({ checking: documentId });
        const [result] = await Promise.all([
          call(
            'judge:check',
            { projectId, documentId, ...(agreedTo && { agreedTo }) },
            { signal: own.signal },
          ),
          get().loadBases(projectId),
        ]);
        if (running !== own || get().projectId !== projectId) return;
        const current = { ...result, edited: false };
        set(({ checked }) => ({ checked: new Map(checked).set(documentId, current), open: null }));
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
    markEdited(documentId) {
      const known = get().checked.get(documentId);
      if (known === undefined || known.edited) return;
      const edited = { ...known, edited: true };
      set(({ checked }) => ({ checked: new Map(checked).set(documentId, edited) }));
    },
    async reviewCoverage(projectId) {
      const { items } = await call('judge:checks:list', { projectId });
      if (get().projectId !== projectId) return;
      const today = new Map(items.map((item) => [item.documentId, item]));
      set(({ checked }) => ({
        checked: new Map(
          [...checked].map(([documentId, one]) => {
            const { checked: seen, unchecked, refusal, question } = today.get(documentId) ?? one;
            return [documentId, { ...one, checked: seen, unchecked, refusal, question }];
          }),
        ),
      }));
    },
    async loadBases(projectId) {
      const [constraints, entities] = await Promise.all([
        call('constraints:list', { projectId }),
        call('knowledge:entities:list', { projectId }),
      ]);
      const bases = new Map<string, Basis>(
        constraints.items.map(({ constraintId, text }, index) => [
          constraintId,
          { kind: 'constraint', number: index + 1, text },
        ]),
      );
      for (const { entityId, name } of entities.items) {
        bases.set(entityId, { kind: 'entity', name });
      }
      for (const setting of ['narrativePerson', 'tense'] as const) {
        bases.set(bookRuleIds[setting], { kind: 'book', setting });
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
        set(({ decided }) => ({ decided: new Map(decided).set(findingId, true) }));
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
        set(({ decided }) => ({ decided: new Map(decided).set(findingId, false) }));
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
        if (get().projectId === projectId) set({ mode, failure: null });
      } catch (failure) {
        if (get().projectId === projectId) set({ failure });
        else reportFailure(failure);
      }
    },
  };
});

/** What the last check of a chapter found, without what was waived. */
export const openFindings = (checked: Checked | undefined): Finding[] =>
  checked?.findings.filter(({ waived }) => !waived) ?? [];

/** Whether a finding is still to be looked at, after what was decided in this sitting. */
export const isOpen = (
  { findingId, waived }: Pick<Finding, 'findingId' | 'waived'>,
  decided: ReadonlyMap<string, boolean>,
): boolean => !(decided.get(findingId) ?? waived);
