import {
  closeSearchPanel,
  findNext,
  findPrevious,
  openSearchPanel,
  replaceAll,
  replaceNext,
  SearchQuery,
  setSearchQuery,
} from '@codemirror/search';
import type { EditorView } from '@codemirror/view';
import { useEffect, useMemo, useState } from 'react';
import { useSession } from '#renderer/app/session.ts';
import type { PageController } from '../page-controller.ts';
import { useEditor } from '../store.ts';

type Query = { search: string; replace: string; caseSensitive: boolean };

/** `current` is from 1, 0 when the selection is no match. */
type Matches = { total: number; current: number; capped: boolean };

const maxCounted = 1000;
/** Rest before matches are counted anew, ms. */
const restMs = 200;

/**
 * CodeMirror takes characters of one compatible form for the same: `…` for `...`, `，` for `,`. Whoever looks for stray
 * half-width marks, or replaces them, means those alone.
 */
export const toSearchQuery = ({ search, replace, caseSensitive }: Query) => {
  const fold = (text: string): string => {
    const composed = text.normalize('NFC');
    return caseSensitive ? composed : composed.toLowerCase();
  };
  const wanted = fold(search);
  const test = (match: string): boolean => fold(match) === wanted;
  return new SearchQuery({ search, replace, caseSensitive, literal: true, test });
};

export function countMatches(
  { state }: Pick<EditorView, 'state'>,
  query: SearchQuery,
  limit = maxCounted,
): Matches {
  const { from, to } = state.selection.main;
  const matches = { total: 0, current: 0, capped: false };
  if (!query.valid) return matches;
  const cursor = query.getCursor(state);
  for (let next = cursor.next(); !next.done; next = cursor.next()) {
    matches.total += 1;
    if (next.value.from === from && next.value.to === to) matches.current = matches.total;
    if (matches.total >= limit) return { ...matches, capped: true };
  }
  return matches;
}

const initialQuery = (view: EditorView | null): Query => {
  const { from, to } = view?.state.selection.main ?? { from: 0, to: 0 };
  const selected = view === null || to - from > 200 ? '' : view.state.sliceDoc(from, to);
  return { search: selected.includes('\n') ? '' : selected, replace: '', caseSensitive: false };
};

/** The find bar's state and its work on the page. */
export function useFind(controller: PageController) {
  const [query, change] = useState(() => initialQuery(controller.view()));
  const [matches, setMatches] = useState<Matches | null>(null);
  const [replaced, setReplaced] = useState<number | null>(null);
  const documentId = useSession((session) => session.documentId);
  const savedVersion = useSession((session) => session.savedVersion);
  const selection = useSession((session) => session.selection);
  const searchQuery = useMemo(() => toSearchQuery(query), [query]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another chapter is another state without a panel
  useEffect(() => {
    const view = controller.view();
    if (view === null) return undefined;
    openSearchPanel(view);
    return () => {
      closeSearchPanel(view);
    };
  }, [controller, documentId]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: edits and selections change what there is to count
  useEffect(() => {
    const view = controller.view();
    if (view === null) return undefined;
    view.dispatch({ effects: setSearchQuery.of(searchQuery) });
    const timer = setTimeout(() => setMatches(countMatches(view, searchQuery)), restMs);
    return () => clearTimeout(timer);
  }, [controller, searchQuery, documentId, savedVersion, selection]);

  const on = (command: (view: EditorView) => boolean) => () => {
    const view = controller.view();
    if (view !== null) command(view);
  };
  return {
    query,
    matches,
    replaced,
    setQuery: (patch: Partial<Query>) => {
      setReplaced(null);
      change((before) => ({ ...before, ...patch }));
    },
    next: on(findNext),
    previous: on(findPrevious),
    replaceOne: on(replaceNext),
    replaceEvery: on((view) => {
      const { state } = view;
      const isReplaced = replaceAll(view);
      // A page that is only read, or only goes forward, takes nothing.
      const isWritten = view.state.doc !== state.doc;
      setReplaced(isWritten ? countMatches({ state }, searchQuery, Infinity).total : 0);
      return isReplaced;
    }),
    close: () => {
      useEditor.setState({ findOpen: 'closed' });
      controller.view()?.focus();
    },
  };
}
export type Find = ReturnType<typeof useFind>;
