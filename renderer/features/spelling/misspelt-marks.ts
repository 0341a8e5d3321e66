/** Underlines misspelt words in what of the page is on the screen, some time after the writer has come to rest. */

import { type ChangeSet, RangeSet, StateEffect, StateField } from '@codemirror/state';
import {
  Decoration,
  type DecorationSet,
  EditorView,
  type PluginValue,
  ViewPlugin,
  type ViewUpdate,
} from '@codemirror/view';
import { type Alarm, createAlarm } from '#renderer/app/alarm.ts';
import { usePreferences } from '#renderer/app/preferences.ts';
import { useSpelling, variantNow } from './store.ts';
import type { Variant } from '#shared/spelling/dictionary.ts';
import { type WordAt, wordsIn } from '#shared/spelling/words.ts';

/** Rest after a change before words are looked at, ms. */
const restMs = 400;
/** Characters beyond the edges of the screen that are looked at too, so that no word is cut. */
const beyondEdge = 60;
/** Words whose spelling is remembered. */
const maxRemembered = 20_000;

const mark = Decoration.mark({
  class: 'cm-misspelt',
  attributes: { 'aria-invalid': 'spelling' },
});

const showMisspelt = StateEffect.define<readonly { from: number; to: number }[]>();

/** Marks move with the text; one whose word is written on goes until the next look. */
const withoutTouched = (marks: DecorationSet, changes: ChangeSet): DecorationSet => {
  let kept = marks.map(changes);
  changes.iterChangedRanges((_fromA, _toA, from, to) => {
    kept = kept.update({
      filterFrom: from,
      filterTo: to,
      filter: (start, end) => end < from || start > to,
    });
  });
  return kept;
};

const marksField = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(marks, { changes, docChanged, effects }) {
    const shown = effects.findLast((effect) => effect.is(showMisspelt));
    if (shown?.is(showMisspelt)) {
      return RangeSet.of(shown.value.map(({ from, to }) => mark.range(from, to)));
    }
    return docChanged ? withoutTouched(marks, changes) : marks;
  },
  provide: (field) => EditorView.decorations.from(field),
});

/** Places of the words that are underlined now. */
export const misspeltPlaces = ({ state }: EditorView): { from: number; to: number }[] => {
  const places: { from: number; to: number }[] = [];
  for (const cursor = state.field(marksField).iter(); cursor.value !== null; cursor.next()) {
    places.push({ from: cursor.from, to: cursor.to });
  }
  return places;
};

/** Underlines one more place, before what is on the screen around it is looked at: a menu that is opened on it speaks of it. */
export const showAlso = (
  view: EditorView,
  { from, to }: { from: number; to: number },
): StateEffect<readonly { from: number; to: number }[]> => {
  const others = misspeltPlaces(view).filter((one) => one.to <= from || one.from >= to);
  return showMisspelt.of([...others, { from, to }].toSorted((one, other) => one.from - other.from));
};

const isSame = (
  left: readonly { from: number; to: number }[],
  right: readonly { from: number; to: number }[],
): boolean =>
  left.length === right.length &&
  left.every(({ from, to }, index) => from === right[index]?.from && to === right[index]?.to);

class SpellingWatch implements PluginValue {
  readonly view: EditorView;
  readonly endings: (() => void)[];
  /** Whether words are misspelt, as far as the worker was asked. */
  readonly misspelt = new Map<string, boolean>();
  variant: Variant | null = null;
  readonly atRest: Alarm = createAlarm(() => void this.look());
  /** The word at the caret is being written and not judged yet. */
  isTyping = false;
  isGone = false;

  constructor(view: EditorView) {
    this.view = view;
    this.endings = [
      useSpelling.subscribe((now, before) => {
        if (now.isKnown !== before.isKnown) this.lookSoon();
      }),
      usePreferences.subscribe(({ settings }, before) => {
        if (settings.editor.spelling !== before.settings.editor.spelling) this.lookSoon();
      }),
    ];
    this.lookSoon();
  }

  update({ docChanged, selectionSet, viewportChanged, focusChanged }: ViewUpdate): void {
    if (docChanged) this.isTyping = true;
    else if (selectionSet || focusChanged) this.isTyping = false;
    if (docChanged || selectionSet || viewportChanged || focusChanged) this.lookSoon();
  }

  destroy(): void {
    this.isGone = true;
    this.atRest.clear();
    for (const end of this.endings) end();
  }

  private lookSoon(): void {
    this.atRest.set(restMs);
  }

  private async look(): Promise<void> {
    const { view } = this;
    const variant = variantNow();
    if (this.variant !== variant || this.misspelt.size > maxRemembered) this.misspelt.clear();
    this.variant = variant;
    if (view.composing) {
      this.lookSoon();
      return;
    }
    const { doc } = view.state;
    const words = variant === null || view.state.readOnly ? [] : this.wordsOnScreen();
    const unasked = new Set(words.flatMap(({ word }) => (this.misspelt.has(word) ? [] : [word])));
    if (variant !== null && unasked.size > 0) {
      const found = await useSpelling.getState().worker.findMisspelt([...unasked], variant);
      if (found === null || this.isGone) return;
      for (const word of unasked) this.misspelt.set(word, found.has(word));
      // What was written meanwhile has asked for a look of its own.
      if (view.state.doc !== doc || this.variant !== variantNow()) return;
    }
    this.show(words);
  }

  private show(words: readonly WordAt[]): void {
    const { view } = this;
    const { isKnown } = useSpelling.getState();
    const { head } = view.state.selection.main;
    const places = words.flatMap(({ word, from, to }) => {
      const isBeingWritten = this.isTyping && view.hasFocus && from <= head && head <= to;
      const isMarked = this.misspelt.get(word) === true && !isBeingWritten && !isKnown(word);
      return isMarked ? [{ from, to }] : [];
    });
    if (isSame(places, misspeltPlaces(view))) return;
    view.dispatch({ effects: showMisspelt.of(places) });
  }

  private wordsOnScreen(): WordAt[] {
    const { state, visibleRanges } = this.view;
    const seen = new Set<number>();
    return visibleRanges.flatMap((range) => {
      const start = Math.max(state.doc.lineAt(range.from).from, range.from - beyondEdge);
      const end = Math.min(state.doc.lineAt(range.to).to, range.to + beyondEdge);
      return wordsIn(state.sliceDoc(start, end)).flatMap(({ word, from, to }) => {
        // A word at the very edge may be a part of one.
        const beginsWhole = from > 0 || start === state.doc.lineAt(start).from;
        const endsWhole = start + to < end || end === state.doc.lineAt(end).to;
        if (!beginsWhole || !endsWhole || seen.has(start + from)) return [];
        seen.add(start + from);
        return [{ word, from: start + from, to: start + to }];
      });
    });
  }
}

/** Goes into every chapter's state. */
export const misspeltMarks = [marksField, ViewPlugin.fromClass(SpellingWatch)];
