import {
  type EditorState,
  type Extension,
  Prec,
  type Range,
  StateEffect,
  StateField,
  type Text,
} from '@codemirror/state';
import { Decoration, type DecorationSet, EditorView, keymap, ViewPlugin } from '@codemirror/view';
import type { Finding } from '#shared/domain/finding.ts';
import { contributionsOf } from '#shared/candidate-text.ts';
import { type Found, foundIn } from './found-in-hunk.ts';
import { type InsertedForm, InsertedText, RefusedPlace } from './inserted-text.ts';
import { answerPlaces } from './answer-place.ts';
import type { Arranged } from './passages.ts';
import { mapPending, type Pending, type PendingHunk } from './pending.ts';

export type Decision = 'accepted' | 'rejected';
export type Decisions = ReadonlyMap<string, Decision>;

type Shown = {
  /** All that wait, those behind the shown answers too: their places move with the text. */
  pending: readonly Pending[];
  hidden: ReadonlySet<string>;
  decisions: Decisions;
  decorations: DecorationSet;
};

type PendingShown = {
  pending: readonly Pending[];
  arranged: Arranged;
  decisions: Decisions;
  /** What was found in their texts. */
  findingsOf: (candidateId: string) => readonly Finding[];
};

/** What waits in this chapter, and what has been decided of it so far. */
export const showPending = StateEffect.define<PendingShown>();

/** What the marks tell the feature around them. */
export type MarkEvents = {
  onView: (view: EditorView | null) => void;
  onPending: (shown: readonly Pending[]) => void;
  /** A place for the switch between the answers of a passage came or went. */
  onHost: (passageId: string, host: HTMLElement | null) => void;
  onChoose: (hunkId: string) => void;
  onText: (doc: Text) => void;
  /** Whether there was a place to go to. */
  onStep: (by: 1 | -1) => boolean;
};

const removed = (id: string) =>
  Decoration.mark({ tagName: 'del', class: 'cm-removed', attributes: { 'data-margin-id': id } });
const kept = (id: string) => Decoration.mark({ attributes: { 'data-margin-id': id } });

/** New paragraphs stand below the line they follow; where text goes on after them, they stand inside it. */
function formOf(
  state: EditorState,
  { from, removed: old }: PendingHunk,
  text: string,
  before: InsertedForm | null,
): InsertedForm {
  const line = state.doc.lineAt(from);
  const opens = /^[^\S\n]*\n/u.test(text);
  const isBelow = old === '' && from === line.to;
  if (isBelow && (opens || line.length === 0 || before === 'paragraphs')) return 'paragraphs';
  return opens ? 'opening' : 'inline';
}

/** Whether a text ends its paragraph and the page goes on in the same line. */
const closesAt = (state: EditorState, text: string, to: number): boolean =>
  /\n[^\S\n]*$/u.test(text) && to < state.doc.lineAt(to).to;

type HunkContext = {
  state: EditorState;
  decision: Decision | undefined;
  findings: readonly Finding[];
  onChoose: (id: string) => void;
};

/** A hunk as it would be written: its removed words struck out, or gone once it is accepted. */
function decorateHunk(
  { hunk, text, form }: DrawnHunk,
  { state, decision, findings, onChoose }: HunkContext,
): Range<Decoration>[] {
  const { id, from, to } = hunk;
  const side = 1 + hunk.index;
  if (decision === 'rejected') {
    return from === to
      ? [Decoration.widget({ widget: new RefusedPlace(id), side }).range(from)]
      : [kept(id).range(from, to)];
  }
  const taken = decision === 'accepted';
  const widgetAt = (place: number, words: string, shape: InsertedForm, found: readonly Found[]) => {
    const closes = closesAt(state, words, place);
    const shown = { id, text: words, form: shape, closes, taken, found };
    const widget = new InsertedText(shown, onChoose);
    return Decoration.widget({ widget, side, block: shape === 'paragraphs' }).range(place);
  };
  const shown =
    text === '' ? [] : [widgetAt(to, text, form, foundIn({ ...hunk, inserted: text }, findings))];
  const breaks = hunk.breaks.map((one) => widgetAt(one.from, one.inserted, 'inline', []));
  if (from === to) return [...shown, ...breaks];
  const old = taken ? Decoration.replace({}) : removed(id);
  return [old.range(from, to), ...shown, ...breaks];
}

type DrawnHunk = { hunk: PendingHunk; text: string; form: InsertedForm };

/** What each hunk would write while those that are refused stay away, and how that is shown. */
function drawnHunks(
  state: EditorState,
  { start, hunks }: Pending,
  decisions: Decisions,
): DrawnHunk[] {
  const isOpen = ({ id }: PendingHunk) => decisions.get(id) !== 'rejected';
  const before = state.doc.sliceString(Math.max(0, start - 1), start);
  const contributions = new Map(
    contributionsOf(
      hunks.map(({ from, to, ...hunk }) => ({ ...hunk, start: from, end: to })),
      new Set(hunks.filter(isOpen).map(({ index }) => index)),
      { before },
    ).map((one) => [one.index, one]),
  );
  let last: { from: number; form: InsertedForm } | null = null;
  return hunks.map((hunk) => {
    const { text = '', skipped = 0 } = contributions.get(hunk.index) ?? {};
    const form = formOf(state, hunk, text, last?.from === hunk.from ? last.form : null);
    if (isOpen(hunk)) last = { from: hunk.from, form };
    return { hunk: { ...hunk, at: hunk.at + skipped }, text, form };
  });
}

function decorate(
  state: EditorState,
  { arranged, decisions, findingsOf }: PendingShown,
  { onChoose, onHost }: Pick<MarkEvents, 'onChoose' | 'onHost'>,
): DecorationSet {
  const ranges = arranged.shown.flatMap((one) => {
    const findings = findingsOf(one.candidateId);
    return drawnHunks(state, one, decisions).flatMap((drawn) => {
      const decision = decisions.get(drawn.hunk.id);
      return decorateHunk(drawn, { state, decision, findings, onChoose });
    });
  });
  return Decoration.set([...ranges, ...answerPlaces(state, arranged.passages, onHost)], true);
}

const flags = (pending: readonly Pending[]) =>
  pending.map(({ candidateId, changed }) => `${candidateId}${changed}`).join();

/** Candidates in the page. The text itself stays as it is until one is accepted. */
export function createCandidateMarks(events: MarkEvents) {
  const field = StateField.define<Shown>({
    create: () => ({
      pending: [],
      hidden: new Set(),
      decisions: new Map(),
      decorations: Decoration.none,
    }),
    update(shown, transaction) {
      let next = shown;
      if (transaction.docChanged && shown.pending.length > 0) {
        const { newDoc, changes } = transaction;
        const pending = shown.pending.map((one) => mapPending(one, changes, newDoc));
        // Mapped, not made anew: what an input method composes in must not be redrawn.
        next = { ...shown, pending, decorations: shown.decorations.map(changes) };
      }
      for (const effect of transaction.effects) {
        if (!effect.is(showPending)) continue;
        const { pending, arranged, decisions } = effect.value;
        const seen = new Set(arranged.shown.map(({ candidateId }) => candidateId));
        const hidden = pending.map(({ candidateId }) => candidateId).filter((id) => !seen.has(id));
        const decorations = decorate(transaction.state, effect.value, events);
        next = { pending, hidden: new Set(hidden), decisions, decorations };
      }
      return next;
    },
    provide: (self) => EditorView.decorations.from(self, ({ decorations }) => decorations),
  });

  const pendingIn = (state: EditorState) => state.field(field).pending;
  const shownIn = (state: EditorState) => {
    const { pending, hidden } = state.field(field);
    return pending.filter(({ candidateId }) => !hidden.has(candidateId));
  };
  const reporter = ViewPlugin.define((view) => {
    events.onView(view);
    return {
      update(update) {
        if (update.docChanged) events.onText(update.state.doc);
        const before = update.startState.field(field).pending;
        const now = update.state.field(field).pending;
        if (before !== now && flags(before) !== flags(now)) events.onPending(shownIn(update.state));
      },
      destroy: () => events.onView(null),
    };
  });

  const keys = Prec.high(
    keymap.of([{ key: 'Tab', run: () => events.onStep(1), shift: () => events.onStep(-1) }]),
  );

  const extension: Extension = [field, reporter, keys];
  return { extension, pendingIn, shownIn };
}
