import type { Text } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { documentOf } from '#renderer/app/page-document.ts';
import { focusPage } from '#renderer/app/page-focus.ts';
import { useSession } from '#renderer/app/session.ts';
import { type FindingPlace, waitingFindings } from '#renderer/features/findings/index.ts';
import { foundIn } from './found-in-hunk.ts';
import { createCandidateMarks, showPending } from './marks.ts';
import { hunksInOrder, type OrderedHunk, stepFrom } from './order.ts';
import { arrange, neighbourOf } from './passages.ts';
import { type Pending, pendingOf } from './pending.ts';
import { candidateById, useCandidates } from './store.ts';

/** Undo takes what was written back, redo writes it again; any other edit ends that. */
function followWritten(doc: Text): void {
  const { written, undone, view } = useCandidates.getState();
  if (written === null || view === null || documentOf(view.state) !== written.documentId) return;
  const { candidateId, before, after } = written;
  const rest = new Set(undone);
  if (doc.eq(before)) rest.add(candidateId);
  else if (doc.eq(after)) rest.delete(candidateId);
  else {
    if (!undone.has(candidateId)) useCandidates.setState({ written: null });
    return;
  }
  useCandidates.setState({ undone: rest });
}

const marks = createCandidateMarks({
  onView: (view) => {
    if (view === null) useCandidates.setState({ view: null, pending: [], passages: [] });
    else {
      const pending = marks.shownIn(view.state);
      useCandidates.setState((was) => ({ view, pending, chaptersShown: was.chaptersShown + 1 }));
    }
  },
  onText: (doc) => {
    followWritten(doc);
    // Why something could not be written was said of the text as it was.
    if (useCandidates.getState().unwritten !== null) useCandidates.setState({ unwritten: null });
  },
  onPending: (pending) => useCandidates.setState({ pending }),
  onChoose: (current) => {
    useCandidates.setState({ current });
    focusPage();
  },
  onStep: (by) => step(by),
  onHost: (passageId, host) => {
    const hosts = new Map(useCandidates.getState().hosts);
    if (host === null) hosts.delete(passageId);
    else hosts.set(passageId, host);
    useCandidates.setState({ hosts });
  },
});

/** Goes into every chapter's state. */
export const candidateMarks = marks.extension;

/** The candidates of the chapter on the page, where they stand now. */
export function pendingNow(): readonly Pending[] {
  const { view } = useCandidates.getState();
  return view === null ? [] : marks.pendingIn(view.state);
}

/** Those of them that are shown: one for each passage. */
export function shownNow(): readonly Pending[] {
  const { view } = useCandidates.getState();
  return view === null ? [] : marks.shownIn(view.state);
}

/** Where what was found in waiting texts is underlined. */
export const findingPlaces = (): FindingPlace[] =>
  shownNow().flatMap(({ candidateId, hunks }) => {
    const { decisions } = useCandidates.getState();
    const findings = waitingFindings(candidateId);
    return hunks
      .filter(({ id }) => decisions.get(id) !== 'rejected')
      .flatMap((hunk) =>
        foundIn(hunk, findings).map(({ findingId }) => ({ findingId, from: hunk.to })),
      );
  });

/** Brings the page's marks in line with what waits; places already on the page are kept, as they have moved. */
export function drawPending(): void {
  const { view, items, setAside, decisions, current, front, ...rest } = useCandidates.getState();
  const shownBefore = [...rest.pending, ...rest.passages];
  if (view === null) return;
  const known = new Map(pendingNow().map((one) => [one.candidateId, one]));
  const documentId = documentOf(view.state);
  const pending = items
    .filter((item) => item.documentId === documentId && !setAside.has(item.candidateId))
    // Whose place went in this sitting can have it back by undo; whose went before has none in the page.
    .filter((item) => !item.stale || known.has(item.candidateId))
    .map((item) => {
      const placed = known.get(item.candidateId);
      return placed ?? pendingOf(item, view.state.doc);
    });
  if (pending.length === 0 && known.size === 0) {
    if (shownBefore.length > 0) useCandidates.setState({ pending: [], passages: [] });
    return;
  }
  const came = pending
    .map(({ candidateId }) => candidateId)
    .filter((candidateId) => !known.has(candidateId) && !front.includes(candidateId));
  const nowFront = [...front, ...came];
  const arranged = arrange(pending, nowFront);
  view.dispatch({
    effects: showPending.of({ pending, arranged, decisions, findingsOf: waitingFindings }),
  });
  const { shown, passages } = arranged;
  const hunks = hunksInOrder(shown);
  const arrived = hunks.find(({ candidateId }) => !known.has(candidateId));
  const stays = arrived === undefined && hunks.some(({ id }) => id === current);
  const first = arrived ?? hunks.find(({ id }) => !decisions.has(id));
  useCandidates.setState({
    pending: shown,
    passages,
    front: nowFront,
    current: stays ? current : (first?.id ?? null),
  });
}

function reveal(hunk: OrderedHunk): void {
  const { view } = useCandidates.getState();
  view?.dispatch({ effects: EditorView.scrollIntoView(hunk.from, { y: 'nearest', yMargin: 96 }) });
}

/** Makes the next or previous hunk the current one and shows it; false beyond the ends. */
export function step(by: 1 | -1): boolean {
  const hunk = stepFrom(hunksInOrder(shownNow()), useCandidates.getState().current, by);
  if (hunk === null) return false;
  useCandidates.setState({ current: hunk.id });
  reveal(hunk);
  return true;
}

/** Shows a hunk of the open chapter and makes it the current one. */
export function choose(hunk: OrderedHunk): void {
  useCandidates.setState({ current: hunk.id });
  reveal(hunk);
}

/** Shows this answer of its passage; the others keep what was decided of them. */
export function bringToFront(candidateId: string): void {
  const { front } = useCandidates.getState();
  useCandidates.setState({ front: [...front.filter((one) => one !== candidateId), candidateId] });
  drawPending();
  const hunk = hunksInOrder(shownNow()).find((one) => one.candidateId === candidateId);
  if (hunk !== undefined) choose(hunk);
}

/** Shows another answer of the passage the keys speak about. */
export function turnAnswer(by: 1 | -1): void {
  const { passages, current, pending } = useCandidates.getState();
  const owner = hunksInOrder(pending).find(({ id }) => id === current)?.candidateId;
  const passage = passages.find(({ shown }) => shown === owner) ?? passages[0];
  if (passage !== undefined) bringToFront(neighbourOf(passage, by));
}

/** Goes to where a candidate waits, in whichever chapter. */
export function goToCandidate(candidateId: string): void {
  const candidate = candidateById(useCandidates.getState(), candidateId);
  if (candidate === null) return;
  if (pendingNow().some((one) => one.candidateId === candidateId)) bringToFront(candidateId);
  const shown = hunksInOrder(shownNow()).find((hunk) => hunk.candidateId === candidateId);
  if (shown !== undefined) {
    choose(shown);
    focusPage();
    return;
  }
  const { start } = candidate;
  useSession.getState().openDocument(candidate.documentId, { start, end: start });
}
