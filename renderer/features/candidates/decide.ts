import { undo } from '@codemirror/commands';
import { reportFailure } from '#renderer/app/report-failure.ts';
import { notify, withdrawOffer } from '#renderer/app/notices.ts';
import { focusPage } from '#renderer/app/page-focus.ts';
import { takeOver } from '#renderer/app/page-takeover.ts';
import type { Translate } from '#renderer/i18n/index.ts';
import { call } from '#renderer/rpc/index.ts';
import type { Decision } from './marks.ts';
import { hunksInOrder, nextOpen } from './order.ts';
import { choose, drawPending, pendingNow, shownNow } from './page-marks.ts';
import { amongSeveral } from './passages.ts';
import { type Pending, startOfHunkIds } from './pending.ts';
import { candidateById, type CandidatesState, loadCandidates, useCandidates } from './store.ts';

/** Where answers are decided upon by pointer. */
const buttonsOfAnswers = '.candidate-bar, .answer-strip, .candidate-margin';

/** Refused last, while a notice offers to have them back. */
let offer: { left: Set<string>; undo(): void } | null = null;

/** What is being refused: until it is, it cannot be had back. */
const refusals = new Map<string, Promise<void>>();

const state = () => useCandidates.getState();

/** Nothing is decided of a candidate any more: it is what the program says it is. */
function forgetDecisions(candidateId: string): void {
  const { setAside: aside, decisions } = state();
  const own = startOfHunkIds(candidateId);
  useCandidates.setState({
    setAside: new Set([...aside].filter((one) => one !== candidateId)),
    decisions: new Map([...decisions].filter(([id]) => !id.startsWith(own))),
  });
}

/** Where the program could not be told, it waits in the page again. */
async function reject(candidateId: string): Promise<void> {
  try {
    await call('ai:candidates:reject', { candidateId });
    useCandidates.setState(({ items }) => ({
      items: items.filter((item) => item.candidateId !== candidateId),
    }));
  } catch (failure) {
    withoutOffer(candidateId);
    reportFailure(failure);
  } finally {
    refusals.delete(candidateId);
    forgetDecisions(candidateId);
    drawPending();
  }
}

/** Refuses a candidate; a notice offers to have it back. */
export const setAside = (t: Translate, candidateId: string): Promise<void> =>
  setAsideTogether(t, [candidateId]);

/** Refuses candidates, which leave the page at once; one notice offers to have all of them back. */
async function setAsideTogether(t: Translate, candidateIds: readonly string[]): Promise<void> {
  if (candidateIds.length === 0) return;
  useCandidates.setState({ setAside: new Set([...state().setAside, ...candidateIds]) });
  const asked = candidateIds.map((candidateId) => {
    const refusal = reject(candidateId);
    refusals.set(candidateId, refusal);
    return refusal;
  });
  drawPending();
  const left = new Set(candidateIds);
  const undo = () => {
    for (const candidateId of left) void restoreCandidate(candidateId);
  };
  offer = { left, undo };
  notify({ place: 'dock', text: t('candidates:setAside'), undo });
  await Promise.all(asked);
}

/** The notice goes with the last of those it offers. */
function withoutOffer(candidateId: string): void {
  offer?.left.delete(candidateId);
  if (offer?.left.size !== 0) return;
  withdrawOffer(offer.undo);
  offer = null;
}

/** Lets a text that was refused or set aside wait in the page again; the page hears of it by itself. */
export async function restoreCandidate(candidateId: string): Promise<void> {
  await refusals.get(candidateId);
  // Another window, or the refusal that could not be told, has let it wait already.
  if (candidateById(state(), candidateId) !== null) return withoutOffer(candidateId);
  try {
    await call('ai:candidates:restore', { candidateId });
    withoutOffer(candidateId);
    // One that was set aside may have been decided in part.
    forgetDecisions(candidateId);
    drawPending();
  } catch (failure) {
    reportFailure(failure);
  }
}

/** Puts the caret behind what was written, unless the writer went on elsewhere. */
function caretBehind(end: number, length: number): void {
  const { view } = state();
  if (view === null || view.state.doc.length !== length) return;
  view.dispatch({ selection: { anchor: Math.min(end, length) }, scrollIntoView: true });
}

/** The button that was pressed goes with its answer: keys, undo first of all, are for the text again. */
function focusText(): void {
  const { activeElement } = document;
  const isElsewhere = activeElement !== null && activeElement !== document.body;
  if (!isElsewhere || activeElement.closest(buttonsOfAnswers) !== null) focusPage();
}

/** Writes the accepted hunks into the chapter, as one step of its undo history. */
async function write(pending: Pending, accepted: readonly number[], all: boolean): Promise<void> {
  const { candidateId, documentId } = pending;
  const { projectId } = state();
  if (projectId === null) return;
  const before = state().view?.state.doc ?? null;
  useCandidates.setState({ writing: candidateId, unwritten: null, written: null });
  try {
    let end = 0;
    let length = 0;
    let others: ReadonlySet<string> = new Set();
    await takeOver(documentId, async () => {
      const hunks = all ? {} : { hunks: [...accepted] };
      const done = await call('ai:candidates:accept', { candidateId, ...hunks });
      const written = await call('documents:read', { projectId, documentId });
      end = done.end;
      others = new Set(done.setAside);
      length = written.text.length;
      return { ...written, accepted: done.words };
    });
    const after = state().view?.state.doc ?? null;
    const known = before !== null && after !== null && after.length === length;
    const written = known ? { candidateId, documentId, before, after } : null;
    useCandidates.setState(({ items }) => ({
      written,
      items: items.filter(
        (item) => item.candidateId !== candidateId && !others.has(item.candidateId),
      ),
    }));
    drawPending();
    caretBehind(end, length);
    focusText();
  } catch (failure) {
    // Another book may be open by now.
    if (state().projectId !== projectId) {
      reportFailure(failure);
      return;
    }
    forgetDecisions(candidateId);
    useCandidates.setState({ unwritten: { candidateId, failure } });
    await loadCandidates(projectId);
    drawPending();
  } finally {
    useCandidates.setState({ writing: null });
  }
}

/** When every hunk of a candidate is decided, it is written or set aside. */
async function carryOut(t: Translate, candidateId: string): Promise<void> {
  const pending = pendingNow().find((one) => one.candidateId === candidateId);
  const { decisions } = state();
  if (pending === undefined || !pending.hunks.every(({ id }) => decisions.has(id))) return;
  const taken = pending.hunks.filter(({ id }) => decisions.get(id) === 'accepted');
  if (taken.length === 0) {
    await setAside(t, candidateId);
    return;
  }
  const accepted = taken.flatMap(({ indexes }) => indexes);
  await write(pending, accepted, taken.length === pending.hunks.length);
}

/** Takes back what was written last, as one step of the undo history. */
export function undoWritten(): void {
  const { view, written } = state();
  if (view === null || written === null || !view.state.doc.eq(written.after)) return;
  undo(view);
  view.focus();
}

/** Decides one hunk, or takes its decision back. Nothing is written before the last one of a candidate. */
export async function decide(t: Translate, hunkId: string, decision: Decision): Promise<void> {
  const hunks = hunksInOrder(shownNow());
  const hunk = hunks.find(({ id }) => id === hunkId);
  if (hunk === undefined || state().writing !== null) return;
  const decisions = new Map(state().decisions);
  const isTakenBack = decisions.get(hunkId) === decision;
  if (isTakenBack) decisions.delete(hunkId);
  else decisions.set(hunkId, decision);
  useCandidates.setState({ decisions });
  drawPending();
  if (isTakenBack) return;
  const next = nextOpen(hunks, hunkId, (id) => decisions.has(id));
  if (next !== null) choose(next);
  await carryOut(t, hunk.candidateId);
}

/** Refuses all that is open in the chapter, the answers behind the shown ones, too. */
async function rejectRest(t: Translate): Promise<void> {
  const { decisions, passages } = state();
  const pending = pendingNow();
  const ofSeveral = amongSeveral(passages);
  // What was accepted in one of several answers would be written for a passage all answers of which are refused.
  const isWritten = ({ candidateId, hunks }: Pending): boolean =>
    !ofSeveral.has(candidateId) && hunks.some(({ id }) => decisions.get(id) === 'accepted');
  const refused = pending.filter((one) => !isWritten(one));
  await setAsideTogether(
    t,
    refused.map(({ candidateId }) => candidateId),
  );
  await carryOutRest(t, pending.filter(isWritten), 'rejected');
}

/** Decides what is open in candidates alike and carries that out, one candidate after the other. */
async function carryOutRest(
  t: Translate,
  pending: readonly Pending[],
  decision: Decision,
): Promise<void> {
  const decisions = new Map(state().decisions);
  const open = pending.flatMap(({ hunks }) => hunks.filter(({ id }) => !decisions.has(id)));
  for (const { id } of open) decisions.set(id, decision);
  useCandidates.setState({ decisions });
  let unwritten: CandidatesState['unwritten'] = null;
  for (const { candidateId } of pending) {
    await carryOut(t, candidateId);
    unwritten = state().unwritten ?? unwritten;
  }
  // Where another chapter came onto the page meanwhile, what waits in this one is as undecided as before.
  const waiting = pending.filter(({ candidateId }) => candidateById(state(), candidateId) !== null);
  const left = new Set(waiting.flatMap(({ hunks }) => hunks.map(({ id }) => id)));
  const undecided = new Set(open.flatMap(({ id }) => (left.has(id) ? [id] : [])));
  useCandidates.setState({
    unwritten,
    decisions: new Map([...state().decisions].filter(([id]) => !undecided.has(id))),
  });
  drawPending();
}

/**
 * Decides all that is still open in the chapter alike; refused are the answers behind the shown ones, too. What lost its
 * place cannot be accepted and waits on.
 */
export async function decideRest(t: Translate, decision: Decision): Promise<void> {
  if (state().writing !== null) return;
  if (decision === 'rejected') await rejectRest(t);
  else
    await carryOutRest(
      t,
      shownNow().filter(({ changed }) => !changed),
      decision,
    );
}
