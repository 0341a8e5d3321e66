import { EditorView } from '@codemirror/view';
import { documentOf } from '#renderer/app/page-document.ts';
import { createFindingMarks, showFindings } from './marks.ts';
import { type Placed, placeFindings } from './place.ts';
import { openFindings, useFindings } from './store.ts';

const take = (placed: readonly Placed[]): void =>
  useFindings.setState({ shown: new Set(placed.map(({ findingId }) => findingId)) });

const marks = createFindingMarks({
  onView: (view) => {
    useFindings.setState({ view });
    take(view === null ? [] : marks.placedIn(view.state));
  },
  onPlaced: take,
});

/** Goes into every chapter's state. */
export const findingMarks = marks.extension;

const placedNow = (): readonly Placed[] => {
  const { view } = useFindings.getState();
  return view === null ? [] : marks.placedIn(view.state);
};

/** Brings the underlines in line with what was found; sentences already underlined keep their moved places. */
export function drawFindings(): void {
  const { view, checked } = useFindings.getState();
  if (view === null) return;
  const known = new Map(placedNow().map((one) => [one.findingId, one]));
  const findings = openFindings(checked.get(documentOf(view.state)));
  const placed = [
    ...findings.flatMap(({ findingId }) => known.get(findingId) ?? []),
    ...placeFindings(
      findings.filter(({ findingId }) => !known.has(findingId)),
      view.state.doc,
    ),
  ];
  if (placed.length === 0 && known.size === 0) return;
  view.dispatch({ effects: showFindings.of(placed) });
  take(placed);
}

/** Shows a finding's sentence in the page and opens its words; false when it is not there. */
export function showFinding(findingId: string): boolean {
  const { view } = useFindings.getState();
  const placed = placedNow().find((one) => one.findingId === findingId);
  if (view === null || placed === undefined) return false;
  const effects = EditorView.scrollIntoView(placed.from, { y: 'center' });
  view.dispatch({ selection: { anchor: placed.from, head: placed.to }, effects });
  useFindings.setState({ open: findingId });
  return true;
}

/** The first finding behind the caret, else the first of the chapter. */
export function showNextFinding(): void {
  const { view } = useFindings.getState();
  const placed = placedNow().toSorted((a, b) => a.from - b.from);
  const caret = view?.state.selection.main.from ?? 0;
  const next = placed.find(({ from }) => from > caret) ?? placed[0];
  if (next !== undefined) showFinding(next.findingId);
}
