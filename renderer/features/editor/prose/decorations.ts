import { type EditorState, type Range, RangeSet, StateEffect } from '@codemirror/state';
import {
  Decoration,
  type DecorationSet,
  EditorView,
  ViewPlugin,
  type ViewUpdate,
  WidgetType,
} from '@codemirror/view';
import { gapsBetween, roleOfLine } from './paragraphs.ts';
import { emphases, lineKind } from './scan-line.ts';
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

/** Only what is on the screen is looked at. */
function build(view: EditorView): { decorations: DecorationSet; gaps: DecorationSet } {
  const { state } = view;
  const activeLine = view.hasFocus ? state.doc.lineAt(state.selection.main.head).number : -1;
  const decorations: Range<Decoration>[] = [];
  const gaps: Range<Decoration>[] = [];
  for (const { from, to } of view.visibleRanges) {
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

const refresh = StateEffect.define<null>();

class Prose {
  decorations: DecorationSet;
  gaps: DecorationSet;
  activeLine: number;

  constructor(view: EditorView) {
    const built = build(view);
    this.decorations = built.decorations;
    this.gaps = built.gaps;
    this.activeLine = view.state.doc.lineAt(view.state.selection.main.head).number;
  }

  update(update: ViewUpdate): void {
    const { view } = update;
    // Under a composition nothing is made anew: the browser owns that text until it is finished.
    if (view.composing && update.docChanged && !update.viewportChanged) {
      this.decorations = this.decorations.map(update.changes);
      this.gaps = this.gaps.map(update.changes);
      return;
    }
    const activeLine = view.state.doc.lineAt(view.state.selection.main.head).number;
    const refreshed = update.transactions.some((one) => one.effects.some((e) => e.is(refresh)));
    const moved = update.selectionSet && activeLine !== this.activeLine;
    this.activeLine = activeLine;
    const changed = update.docChanged || update.viewportChanged || update.focusChanged;
    if (!changed && !moved && !refreshed) return;
    const built = build(view);
    this.decorations = built.decorations;
    this.gaps = built.gaps;
  }
}

const prosePlugin = ViewPlugin.fromClass(Prose, { decorations: (plugin) => plugin.decorations });

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
  (view) => view.plugin(prosePlugin)?.gaps ?? RangeSet.empty,
);

/** Book typography over plain Markdown: nothing here changes a byte of the text. */
export const proseDecorations = [prosePlugin, unreachableGaps, refreshAfterComposition];
