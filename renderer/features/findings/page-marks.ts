import { EditorView } from '@codemirror/view';
import { documentOf } from '#renderer/app/page-document.ts';
import { createFindingMarks, showFindings } from './marks.ts';
import { type Placed, placeFindings } from './place.ts';
import { type FindingPlace, openFindings, useFindings } from './store.ts';

const take = (placed: readonly Placed[]): void =>
  useFindings.setState({ shown: new Set(placed.map(({ findingId }) => findingId)) });

const marks = createFindingMarks({
  onView: (view) => {
    useFindings.setState({ view });
    take(view === null ? [] : marks.placedIn(view.state));
  },
  onPlaced: take,
  onEdited: (state) => useFindings.getState().markEdited(documentOf(state)),
});

/** Goes into every chapter's state. */
export const findingMarks = marks.extension;

const placedNow = (): readonly Placed[] => {
  const { view } = useFindings.getState();
  return view === null ? [] : marks.placedIn(view.state);
};

/** Says where findings of waiting texts are shown. */
export const setWaitingPlaces = (waitingPlaces: () => readonly FindingPlace[]): void =>
  useFindings.setState({ waitingPlaces });

const waitingNow = (): readonly FindingPlace[] => useFindings.getState().waitingPlaces();

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
  const place = placed ?? waitingNow().find((one) => one.findingId === findingId);
  if (view === null || place === undefined) return false;
  const effects = EditorView.scrollIntoView(place.from, { y: 'center' });
  // Words that are not in the text cannot be selected; the caret goes before them.
  const selection = { anchor: place.from, head: placed?.to ?? place.from };
  view.dispatch({ selection, effects });
  useFindings.setState({ open: findingId, last: findingId });
  return true;
}

/** The first finding behind the caret, else the first of the chapter. */
export function showNextFinding(): void {
  const { view } = useFindings.getState();
  const places = [...placedNow(), ...waitingNow()].toSorted((a, b) => a.from - b.from);
  const caret = view?.state.selection.main.from ?? 0;
  const last = places.findIndex((one) => one.findingId === useFindings.getState().last);
  // Several can stand at one place: from the one shown last it goes on in order.
  const after = places[last]?.from === caret ? places[last + 1] : undefined;
  const next = after ?? places.find(({ from }) => from > caret) ?? places[0];
  if (next !== undefined) showFinding(next.findingId);
}
