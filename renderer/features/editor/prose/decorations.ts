import {
  type EditorState,
  type Range,
  RangeSet,
  StateEffect,
  type Transaction,
} from '@codemirror/state';
import {
  Decoration,
  type DecorationSet,
  EditorView,
  ViewPlugin,
  type ViewUpdate,
  WidgetType,
} from '@codemirror/view';
import { gapsBetween, roleOfLine } from './paragraphs.ts';
import { emphases } from '#shared/emphases.ts';
import { lineKind } from './scan-line.ts';
import { styleOf } from './style-field.ts';

class Ornament extends WidgetType {
  override eq(): boolean {
    return true;
  }
  override toDOM(): HTMLElement {
    const element = document.createElement('span');
    element.className = 'cm-ornament-mark';
    element.textContent = '＊　＊　＊';
    return element;
  }
}

const hidden = Decoration.replace({});
const quiet = Decoration.mark({ class: 'cm-mark' });
const label = Decoration.mark({ class: 'cm-chapter-label' });
const emphasis = Decoration.mark({ class: 'cm-emphasis' });
const strong = Decoration.mark({ class: 'cm-strong' });
const ornament = Decoration.replace({ widget: new Ornament() });
const lineClass = (name: string) => Decoration.line({ class: name });
const lines = {
  gap: lineClass('cm-gap'),
  prose: lineClass('cm-prose'),
  first: lineClass('cm-prose cm-first'),
  own: lineClass('cm-prose cm-own-indent'),
  list: lineClass('cm-list'),
  quote: lineClass('cm-quote'),
  ornament: lineClass('cm-ornament'),
};
const headings = [1, 2, 3, 4, 5, 6].map((level) => lineClass(`cm-heading cm-heading-${level}`));

type Line = { from: number; to: number; number: number; text: string };

function decorateHeading(line: Line, active: boolean, out: Range<Decoration>[]): void {
  const kind = lineKind(line.text);
  if (kind.kind !== 'heading') return;
  const words = line.from + kind.textFrom;
  const title = line.from + kind.titleFrom;
  const heading = headings[kind.level - 1];
  if (heading !== undefined) out.push(heading.range(line.from));
  const hasLabel = kind.labelTo > kind.textFrom;
  if (active) {
    if (hasLabel) out.push(label.range(line.from, title));
    out.push(quiet.range(line.from, words));
    return;
  }
  out.push(hidden.range(line.from, words));
  if (!hasLabel) return;
  out.push(label.range(words, line.from + kind.labelTo));
  if (title > line.from + kind.labelTo) out.push(hidden.range(line.from + kind.labelTo, title));
}

function decorateInline(line: Line, active: boolean, out: Range<Decoration>[]): void {
  for (const { from, to, mark } of emphases(line.text)) {
    const [begin, end] = [line.from + from, line.from + to];
    const side = active ? quiet : hidden;
    out.push((mark === 1 ? emphasis : strong).range(begin, end));
    if (mark === 3) out.push(emphasis.range(begin, end));
    out.push(side.range(begin, begin + mark), side.range(end - mark, end));
  }
}

/** A paragraph after a heading or an ornament begins without an indent in Latin typography. */
function opensSection(state: EditorState, number: number): boolean {
  for (let above = number - 1; above >= 1; above -= 1) {
    const { text } = state.doc.line(above);
    if (/\S/.test(text)) {
      const { kind } = lineKind(text);
      return kind === 'heading' || kind === 'ornament';
    }
  }
  return true;
}

function decorateLine(state: EditorState, line: Line, active: boolean, out: Range<Decoration>[]) {
  if (roleOfLine(state.doc, line.number, styleOf(state)) === 'gap') {
    out.push(lines.gap.range(line.from));
    return;
  }
  const kind = lineKind(line.text);
  if (kind.kind === 'heading') {
    decorateHeading(line, active, out);
    return;
  }
  if (kind.kind === 'ornament') {
    out.push(lines.ornament.range(line.from));
    if (!active) out.push(ornament.range(line.from, line.to));
    return;
  }
  if (kind.kind === 'list') out.push(lines.list.range(line.from));
  else if (kind.kind === 'quote') {
    out.push(lines.quote.range(line.from));
    out.push((active ? quiet : hidden).range(line.from, line.from + kind.textFrom));
  } else if (/^[\s　]+\S/.test(line.text)) out.push(lines.own.range(line.from));
  else out.push((opensSection(state, line.number) ? lines.first : lines.prose).range(line.from));
  decorateInline(line, active, out);
}

const atomic = Decoration.mark({});

export type Decorated = { decorations: DecorationSet; gaps: DecorationSet };

/** What the lines of these ranges look like; the line with the caret shows its marks. */
export function decorate(
  state: EditorState,
  ranges: readonly { from: number; to: number }[],
  activeLine: number,
): Decorated {
  const decorations: Range<Decoration>[] = [];
  const gaps: Range<Decoration>[] = [];
  for (const { from, to } of ranges) {
    for (const gap of gapsBetween(state.doc, from, to, styleOf(state))) {
      gaps.push(atomic.range(gap.from, gap.to));
    }
    const last = state.doc.lineAt(to).number;
    for (let number = state.doc.lineAt(from).number; number <= last; number += 1) {
      const line = state.doc.line(number);
      decorateLine(state, line, number === activeLine, decorations);
    }
  }
  return { decorations: Decoration.set(decorations, true), gaps: RangeSet.of(gaps, true) };
}

type Change = Pick<Transaction, 'changes' | 'startState' | 'state'>;

/**
 * The line in which all of a change lies and stays a line of words; null where lines came, went or changed what they are,
 * for then their neighbours may look different too.
 */
function lineOfChange({ changes, startState, state }: Change): Line | null {
  let [from, to, fromBefore, toBefore] = [Infinity, -1, Infinity, -1];
  changes.iterChangedRanges((startA, endA, startB, endB) => {
    [fromBefore, toBefore] = [Math.min(fromBefore, startA), Math.max(toBefore, endA)];
    [from, to] = [Math.min(from, startB), Math.max(to, endB)];
  });
  if (to < 0) return null;
  const [before, line] = [startState.doc.lineAt(fromBefore), state.doc.lineAt(from)];
  const isOneLine = before.to >= toBefore && line.to >= to;
  const isWords = ({ text }: Line) => /\S/.test(text) && lineKind(text).kind === 'prose';
  return isOneLine && isWords(before) && isWords(line) ? line : null;
}

/** After a key in a paragraph: it is decorated anew, what stands around it moves along. Null where more may have changed. */
export function decorateChange(
  { decorations, gaps }: Decorated,
  change: Change,
  activeLine: number,
): Decorated | null {
  const line = lineOfChange(change);
  if (line === null) return null;
  const add: Range<Decoration>[] = [];
  decorateLine(change.state, line, line.number === activeLine, add);
  const others = decorations.map(change.changes);
  return {
    gaps: gaps.map(change.changes),
    decorations: others.update({
      filterFrom: line.from,
      filterTo: line.to,
      filter: (from, to) => to < line.from || from > line.to,
      add,
      sort: true,
    }),
  };
}

const refresh = StateEffect.define<null>();

const activeLineOf = ({ state, hasFocus }: EditorView): number =>
  hasFocus ? state.doc.lineAt(state.selection.main.head).number : -1;

class Prose {
  decorated: Decorated;
  activeLine: number;

  constructor(view: EditorView) {
    this.activeLine = activeLineOf(view);
    // Only what is on the screen is looked at.
    this.decorated = decorate(view.state, view.visibleRanges, this.activeLine);
  }

  update(update: ViewUpdate): void {
    const { view, state, changes, docChanged, viewportMoved } = update;
    // Under a composition nothing is made anew: the browser owns that text until it is finished.
    if (view.composing && docChanged && !viewportMoved) {
      const { decorations, gaps } = this.decorated;
      this.decorated = { decorations: decorations.map(changes), gaps: gaps.map(changes) };
      return;
    }
    const activeLine = activeLineOf(view);
    const refreshed = update.transactions.some((one) => one.effects.some((e) => e.is(refresh)));
    const moved = activeLine !== this.activeLine;
    this.activeLine = activeLine;
    // Every key changes the viewport by its own length; only where that shows other lines has it moved.
    const isElsewhere = moved || refreshed || viewportMoved || update.focusChanged;
    if (!docChanged && !isElsewhere) return;
    this.decorated =
      (isElsewhere ? null : decorateChange(this.decorated, update, activeLine)) ??
      decorate(state, view.visibleRanges, activeLine);
  }
}

const prosePlugin = ViewPlugin.fromClass(Prose, {
  decorations: (plugin) => plugin.decorated.decorations,
});

/** After a composition the browser needs a moment before the document may be redrawn. */
const settleMs = 60;

const refreshAfterComposition = EditorView.domEventObservers({
  compositionend: (_event, view) => {
    setTimeout(() => {
      if (!view.composing && view.dom.isConnected) view.dispatch({ effects: refresh.of(null) });
    }, settleMs);
  },
});

const unreachableGaps = EditorView.atomicRanges.of(
  (view) => view.plugin(prosePlugin)?.decorated.gaps ?? RangeSet.empty,
);

/** Book typography over plain Markdown: nothing here changes a byte of the text. */
export const proseDecorations = [prosePlugin, unreachableGaps, refreshAfterComposition];
