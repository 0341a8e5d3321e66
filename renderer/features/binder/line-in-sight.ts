/** Which line of the binder is brought into sight, and which gets the keys. */
import { type RefObject, useEffect, useMemo, useRef } from 'react';
import { useFolds } from '#renderer/app/folds.ts';
import { useScenes } from '#renderer/app/scenes.ts';
import { useSession } from '#renderer/app/session.ts';
import { besideGone } from '#renderer/ui/beside-gone.ts';
import { useBinder } from './actions.ts';
import { bringIntoSight } from './bring-into-sight.ts';
import { type BinderLine, type BinderSection, findSceneLine, sceneLineId } from './groups.ts';

/** A line, and the scenes that are shown below it. */
const shownIds = (line: BinderLine): string[] =>
  line.type === 'chapter' && line.isOpen
    ? [line.id, ...line.scenes.map(({ id }) => id)]
    : [line.id];

/** All lines that are not folded away, from the top. */
const linesOf = (sections: readonly BinderSection[], folded: ReadonlySet<string>): string[] =>
  sections.flatMap((section) => [
    section.id,
    ...(folded.has(section.id) ? [] : section.lines.flatMap(shownIds)),
  ]);

/** Keeps the open chapter's line in sight when it is opened from elsewhere or renamed. */
export function useLineInSight(sections: readonly BinderSection[]) {
  const tree = useRef<HTMLDivElement>(null);
  const documentId = useSession((session) => session.documentId);
  const renaming = useBinder((binder) => binder.renaming);
  const folded = useFolds((folds) => folds.binder);
  useEffect(() => {
    const wanted = renaming ?? documentId;
    const lines = linesOf(sections, folded);
    if (tree.current === null || wanted === null || !lines.includes(wanted)) return undefined;
    return bringIntoSight(tree.current, lines, wanted);
  }, [sections, documentId, renaming, folded]);
  return tree;
}

const keyOf = (element: Element | null): string | null =>
  element?.closest('[role="row"]')?.getAttribute('data-key') ?? null;

/** The line that had the keys and is gone, a chapter's that was deleted for one, leaves them to the line behind it. */
export function useFocusBesideGone(
  tree: RefObject<HTMLDivElement | null>,
  sections: readonly BinderSection[],
): void {
  const folded = useFolds((folds) => folds.binder);
  const lines = useMemo(() => linesOf(sections, folded), [sections, folded]);
  const before = useRef(lines);
  const last = useRef<string | null>(null);
  useEffect(() => {
    const list = tree.current;
    const note = ({ target }: FocusEvent) => {
      last.current = target instanceof Element ? (keyOf(target) ?? last.current) : null;
    };
    list?.addEventListener('focusin', note);
    return () => list?.removeEventListener('focusin', note);
  }, [tree]);
  useEffect(() => {
    const [were, had] = [before.current, last.current];
    before.current = lines;
    if (had === null || lines.includes(had)) return;
    const beside = besideGone(were, lines, had);
    last.current = beside;
    // Menu and palette give the keys back first, and the list itself takes those of a line that goes.
    requestAnimationFrame(() => {
      const { activeElement } = document;
      if (activeElement !== tree.current && activeElement !== document.body) return;
      if (beside !== null) rowIn(tree.current, beside)?.focus();
    });
  }, [tree, lines]);
}

const rowIn = (tree: HTMLElement | null, id: string): HTMLElement | null =>
  tree?.querySelector<HTMLElement>(`[data-key="${CSS.escape(id)}"]`) ?? null;

/** A scene that was moved takes the keys where it is now, its chapter where it is the only one there. */
export function useWantedScene(
  tree: RefObject<HTMLDivElement | null>,
  sections: readonly BinderSection[],
): void {
  const wanted = useScenes((shown) => shown.wanted);
  useEffect(() => {
    if (wanted === null) return;
    useScenes.setState({ wanted: null });
    const line = findSceneLine(sections, sceneLineId(wanted));
    const id = line === undefined ? wanted.documentId : line.id;
    // A line that comes into sight now is drawn by then.
    requestAnimationFrame(() => {
      rowIn(tree.current, id)?.focus();
    });
  }, [tree, sections, wanted]);
}
