import { useCallback, useEffect, useRef, useState } from 'react';
import { followEntry, isSame } from '#renderer/app/merge-drafts.ts';
import { failureOf } from '#renderer/i18n/failure.ts';
import { call } from '#renderer/rpc/index.ts';
import type { Input, Output } from '#shared/contract/index.ts';
import { defaultBudget } from '#shared/domain/budget.ts';
import { type BudgetDraft, draftOf, readBudget, systemTokens } from './budget-form.ts';

type BudgetView = Output<'context:budget:get'>;
type Change = Omit<Input<'context:budget:update'>, 'projectId' | 'expectedVersion'>;
type Switches = Partial<Pick<BudgetView, 'wholeBook' | 'storySoFar' | 'lookUp'>>;

const isConflict = (error: unknown): boolean => failureOf(error).code === 'CONTEXT_BUDGET_CONFLICT';

/** The budget as it was answered last, and the form over it: what is typed stays, the rest follows each answer. */
function useAnswered(projectId: string) {
  const newest = useRef<BudgetView | null>(null);
  const reads = useRef(0);
  const [view, setView] = useState<BudgetView | null>(null);
  const [draft, setDraft] = useState<BudgetDraft | null>(null);
  /** `begun`: the form as it was asked with, where what stood in it is what is answered. */
  const show = useCallback((next: BudgetView, begun?: BudgetDraft) => {
    const before = begun ?? (newest.current && draftOf(newest.current));
    newest.current = next;
    setView(next);
    setDraft((now) =>
      now === null || before === null
        ? draftOf(next)
        : followEntry(before, now, draftOf(next)).draft,
    );
  }, []);
  const read = useCallback(async () => {
    show(await call('context:budget:get', { projectId }));
    reads.current += 1;
  }, [projectId, show]);
  return {
    ...{ view, draft, setDraft, show, read },
    /** How often what others made of it was read. */
    readSoFar: () => reads.current,
    update: (change: Change, expectedVersion = newest.current?.version ?? 0) =>
      call('context:budget:update', { projectId, expectedVersion, ...change }),
  };
}

/** The budget of a project as a form: read, edited, saved against the version it was read with. Changes are made one after the other. */
export function useBudget(projectId: string) {
  const { view, draft, setDraft, show, read, readSoFar, update } = useAnswered(projectId);
  const [failure, setFailure] = useState<unknown>(null);
  const [saved, setSaved] = useState(false);
  const latest = useRef(draft);
  latest.current = draft;
  /** What is being saved; pressed again, only what was typed since is saved behind it. */
  const asked = useRef<BudgetDraft | null>(null);
  const turn = useRef(Promise.resolve());
  const load = useCallback(() => void read().catch(setFailure), [read]);
  useEffect(load, [load]);
  const reading = view === null || draft === null ? null : readBudget(draft, systemTokens(view));
  const inTurn = (work: () => Promise<void>): Promise<void> => {
    setFailure(null);
    turn.current = turn.current.then(work).catch((error: unknown) => setFailure(error));
    return turn.current;
  };
  const save = () => {
    if (view === null || draft === null || reading?.ok !== true) return;
    if (isSame(asked.current, draft)) return;
    asked.current = draft;
    const seen = readSoFar();
    void inTurn(async () => {
      try {
        // Numbers of another window that came since are not the ones this was pressed over.
        const version = readSoFar() === seen ? undefined : view.version;
        show(await update(reading.budget, version), draft);
        setSaved(isSame(latest.current, draft));
      } catch (error) {
        // Someone else was first: their numbers are shown, and the message says so.
        if (isConflict(error)) await read();
        throw error;
      }
    }).finally(() => {
      if (asked.current === draft) asked.current = null;
    });
  };
  /** Switches that were pressed and are not answered yet: pressed again, each is what it is shown to be no more. */
  const [pressed, setPressed] = useState<readonly Switches[]>([]);
  /** Holds at once, whatever is being typed into the form, and whatever another window changed of it. */
  const setSwitch = (change: Switches) => {
    setPressed((before) => [...before, change]);
    void inTurn(async () => {
      const changed = await update(change).catch(async (error: unknown) => {
        if (!isConflict(error)) throw error;
        await read();
        return update(change);
      });
      show(changed);
    }).finally(() => setPressed((before) => before.filter((one) => one !== change)));
  };
  return {
    view: view && (Object.assign({}, view, ...pressed) as BudgetView),
    ...{ setSwitch, draft, reading, failure, saved, load, save },
    edit: (next: BudgetDraft) => {
      setSaved(false);
      setDraft(next);
    },
    reset: () => {
      setSaved(false);
      setDraft(draftOf(defaultBudget));
    },
  };
}
