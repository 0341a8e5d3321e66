/** Which line of the binder is brought into sight, and which gets the keys. */
import { type RefObject, useEffect, useRef } from 'react';
import { useFolds } from '#renderer/app/folds.ts';
import { useScenes } from '#renderer/app/scenes.ts';
import { useSession } from '#renderer/app/session.ts';
import { useBinder } from './actions.ts';
import { bringIntoSight } from './bring-into-sight.ts';
import { type BinderLine, type BinderSection, findSceneLine, sceneLineId } from './groups.ts';

/** A line, and the scenes that are shown below it. */
const shownIds = (line: BinderLine): string[] =>
  line.type === 'chapter' && line.isOpen
    ? [line.id, ...line.scenes.map(({ id }) => id)]
    : [line.id];

/** Keeps the open chapter's line in sight when it is opened from elsewhere or renamed. */
export function useLineInSight(sections: readonly BinderSection[]) {
  const tree = useRef<HTMLDivElement>(null);
  const documentId = useSession((session) => session.documentId);
  const renaming = useBinder((binder) => binder.renaming);
  const folded = useFolds((folds) => folds.binder);
  useEffect(() => {
    const wanted = renaming ?? documentId;
    const lines = sections.flatMap((section) => [
      section.id,
      ...(folded.has(section.id) ? [] : section.lines.flatMap(shownIds)),
    ]);
    if (tree.current === null || wanted === null || !lines.includes(wanted)) return undefined;
    return bringIntoSight(tree.current, lines, wanted);
  }, [sections, documentId, renaming, folded]);
  return tree;
}

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
      const row = tree.current?.querySelector(`[data-key="${CSS.escape(id)}"]`);
      if (row instanceof HTMLElement) row.focus();
    });
  }, [tree, sections, wanted]);
}
