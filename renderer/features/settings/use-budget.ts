import { useCallback, useEffect, useRef, useState } from 'react';
import { failureOf } from '#renderer/i18n/failure.ts';
import { call } from '#renderer/rpc/index.ts';
import type { Output } from '#shared/contract/index.ts';
import { defaultBudget } from '#shared/domain/budget.ts';
import { type BudgetDraft, draftOf, readBudget, systemTokens } from './budget-form.ts';

type BudgetView = Output<'context:budget:get'>;

/** The budget of a project as a form: read, edited, saved against the version it was read with. */
export function useBudget(projectId: string) {
  const [view, setView] = useState<BudgetView | null>(null);
  const [draft, setDraft] = useState<BudgetDraft | null>(null);
  const [failure, setFailure] = useState<unknown>(null);
  const [saved, setSaved] = useState(false);
  const latest = useRef(draft);
  latest.current = draft;
  const take = useCallback((next: BudgetView) => {
    setView(next);
    setDraft(draftOf(next));
  }, []);
  const load = useCallback(() => {
    call('context:budget:get', { projectId }).then(take).catch(setFailure);
  }, [projectId, take]);
  useEffect(load, [load]);
  const reading = view === null || draft === null ? null : readBudget(draft, systemTokens(view));
  const save = () => {
    if (view === null || reading === null || !reading.ok) return;
    setFailure(null);
    call('context:budget:update', { projectId, expectedVersion: view.version, ...reading.budget })
      .then((next) => {
        // What was typed meanwhile stands in the form still.
        if (latest.current !== draft) setView(next);
        else {
          take(next);
          setSaved(true);
        }
      })
      .catch((error: unknown) => {
        setFailure(error);
        // Someone else was first: their numbers are shown, and the message says so.
        if (failureOf(error).code === 'CONTEXT_BUDGET_CONFLICT') load();
      });
  };
  /** Holds at once, whatever is being typed into the form. */
  const setSwitch = (change: Partial<Pick<BudgetView, 'wholeBook' | 'storySoFar' | 'lookUp'>>) => {
    if (view === null) return;
    setFailure(null);
    call('context:budget:update', { projectId, expectedVersion: view.version, ...change })
      .then(setView)
      .catch((error: unknown) => {
        setFailure(error);
        if (failureOf(error).code === 'CONTEXT_BUDGET_CONFLICT') load();
      });
  };
  return {
    view,
    setSwitch,
    draft,
    reading,
    failure,
    saved,
    load,
    save,
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
