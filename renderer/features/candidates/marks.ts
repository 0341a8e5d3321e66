import {
  type EditorState,
  type Extension,
  Prec,
  type Range,
  StateEffect,
  StateField,
} from '@codemirror/state';
import { Decoration, type DecorationSet, EditorView, keymap, ViewPlugin } from '@codemirror/view';
import type { Finding } from '#shared/domain/finding.ts';
import { foundIn } from './found-in-hunk.ts';
import { InsertedText, RefusedPlace } from './inserted-text.ts';
import { mapPending, type Pending, type PendingHunk } from './pending.ts';

export type Decision = 'accepted' | 'rejected';
export type Decisions = ReadonlyMap<string, Decision>;

type Shown = { pending: readonly Pending[]; decisions: Decisions; decorations: DecorationSet };

/** What waits in this chapter, and what has been decided of it so far. */
export const showPending = StateEffect.define<{
  pending: readonly Pending[];
  decisions: Decisions;
  /** What was found in their texts. */
  findingsOf: (candidateId: string) => readonly Finding[];
}>();

/** What the marks tell the feature around them. */
export type MarkEvents = {
  onView: (view: EditorView | null) => void;
  onPending: (pending: readonly Pending[]) => void;
  onChoose: (hunkId: string) => void;
  /** Whether there was a place to go to. */
  onStep: (by: 1 | -1) => boolean;
};

const removed = (id: string) =>
  Decoration.mark({ tagName: 'del', class: 'cm-removed', attributes: { 'data-margin-id': id } });
const kept = (id: string) => Decoration.mark({ attributes: { 'data-margin-id': id } });

/** New paragraphs stand below the line they follow; where text goes on after them, they stand inside it. */
function formOf(state: EditorState, { from, removed: old, inserted }: PendingHunk, before: string) {
  const line = state.doc.lineAt(from);
  const opens = inserted.startsWith('\n') || before.endsWith('\n') || line.length === 0;
  if (!opens) return 'inline' as const;
  return old === '' && from === line.to ? ('paragraphs' as const) : ('opening' as const);
}

function decorateHunk(
  state: EditorState,
  hunk: PendingHunk,
  before: string,
  decision: Decision | undefined,
  findings: readonly Finding[],
  onChoose: (id: string) => void,
): Range<Decoration>[] {
  const { id, from, to, inserted } = hunk;
  const side = 1 + hunk.index;
  if (decision === 'rejected') {
    return from === to
      ? [Decoration.widget({ widget: new RefusedPlace(id), side }).range(from)]
      : [kept(id).range(from, to)];
  }
  const taken = decision === 'accepted';
  const form = formOf(state, hunk, before);
  const found = foundIn(hunk, findings);
  const widget = new InsertedText({ id, text: inserted, form, taken, found }, onChoose);
  const shown =
    inserted === ''
      ? []
      : [Decoration.widget({ widget, side, block: form === 'paragraphs' }).range(to)];
  if (from === to) return shown;
  if (taken) return [Decoration.replace({}).range(from, to), ...shown];
  return [removed(id).range(from, to), ...shown];
}

function decorate(
  state: EditorState,
  pending: readonly Pending[],
  decisions: Decisions,
  findingsOf: (candidateId: string) => readonly Finding[],
  onChoose: (id: string) => void,
): DecorationSet {
  const ranges = pending.flatMap(({ candidateId, hunks }) => {
    const findings = findingsOf(candidateId);
    return hunks.flatMap((hunk, index) => {
      const last = hunks[index - 1];
      const before = last?.from === hunk.from ? last.inserted : '';
      const decision = decisions.get(hunk.id);
      return decorateHunk(state, hunk, before, decision, findings, onChoose);
    });
  });
  return Decoration.set(ranges, true);
}

const flags = (pending: readonly Pending[]) =>
  pending.map(({ candidateId, changed }) => `${candidateId}${changed}`).join();

/** Candidates in the page. The text itself stays as it is until one is accepted. */
export function createCandidateMarks(events: MarkEvents) {
  const field = StateField.define<Shown>({
    create: () => ({ pending: [], decisions: new Map(), decorations: Decoration.none }),
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
        const { pending, decisions, findingsOf } = effect.value;
        const { state } = transaction;
        const decorations = decorate(state, pending, decisions, findingsOf, events.onChoose);
        next = { pending, decisions, decorations };
      }
      return next;
    },
    provide: (self) => EditorView.decorations.from(self, ({ decorations }) => decorations),
  });

  const reporter = ViewPlugin.define((view) => {
    events.onView(view);
    return {
      update(update) {
        const before = update.startState.field(field).pending;
        const now = update.state.field(field).pending;
        if (before !== now && flags(before) !== flags(now)) events.onPending(now);
      },
      destroy: () => events.onView(null),
    };
  });

  const keys = Prec.high(
    keymap.of([{ key: 'Tab', run: () => events.onStep(1), shift: () => events.onStep(-1) }]),
  );

  const extension: Extension = [field, reporter, keys];
  return { extension, pendingIn: (state: EditorState) => state.field(field).pending };
}
