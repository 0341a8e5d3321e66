/** Ctrl I and Ctrl B: puts Markdown's marks around what is selected, or takes them away (F22). */
import {
  type ChangeSpec,
  EditorSelection,
  type EditorState,
  type SelectionRange,
  type StateCommand,
} from '@codemirror/state';
import { emphases } from '#shared/emphases.ts';
import { lineKind } from './scan-line.ts';

/** Characters of a mark: one for italic, two for bold. */
export type MarkLength = 1 | 2;

/** A stretch of one line, in the document. */
type Stretch = { from: number; to: number };

/** Emphasised text with its marks; `mark` says how many characters stand at each end. */
type Marked = Stretch & { mark: number };

/** Where the words of a line begin: marks of headings, quotes and lists are none of them. */
function wordsFrom(text: string): number {
  const kind = lineKind(text);
  if (kind.kind === 'heading' || kind.kind === 'quote') return kind.textFrom;
  return /^\s*(?:(?:[-*+]|\d{1,3}[.)])[ \t]+)?/.exec(text)?.[0].length ?? 0;
}

/** What of a selection carries marks: each line's words, without the space around them. */
function stretchesOf(state: EditorState, { from, to }: SelectionRange): Stretch[] {
  const stretches: Stretch[] = [];
  for (let at = from; at <= to; ) {
    const line = state.doc.lineAt(at);
    const first = Math.max(from, line.from + wordsFrom(line.text));
    const words = state.sliceDoc(first, Math.max(first, Math.min(to, line.to)));
    const start = first + (words.length - words.trimStart().length);
    const end = first + words.trimEnd().length;
    // Marks alone would become another mark: an ornament, an empty pair.
    if (/[^-*_＊\s]/u.test(state.sliceDoc(start, end))) stretches.push({ from: start, to: end });
    at = line.to + 1;
  }
  return stretches;
}

const markedIn = (state: EditorState, at: number): Marked[] => {
  const line = state.doc.lineAt(at);
  return emphases(line.text).map(({ from, to, mark }) => ({
    from: line.from + from,
    to: line.from + to,
    mark,
  }));
};

const has = (mark: number, length: MarkLength): boolean => mark === length || mark === 3;

/** The emphasised text of that kind that a stretch lies in, its marks selected along or not. */
const around = (state: EditorState, { from, to }: Stretch, length: MarkLength): Marked | null =>
  markedIn(state, from).find(
    (one) => has(one.mark, length) && one.from <= from && one.to >= to && from <= one.to,
  ) ?? null;

const unmark = ({ from, to, mark }: Marked, length: MarkLength): ChangeSpec[] => [
  { from: from + mark - length, to: from + mark },
  { from: to - mark, to: to - mark + length },
];

/** Marks of that kind inside a stretch: around it they say all there is to say. */
const inside = (state: EditorState, { from, to }: Stretch, length: MarkLength): Marked[] =>
  markedIn(state, from).filter((one) => has(one.mark, length) && one.from >= from && one.to <= to);

/** With nothing selected: an empty pair around the caret, and the same key takes it away again. */
function togglePair(state: EditorState, at: number, marks: string) {
  const length = marks.length;
  const isEmptyPair =
    state.sliceDoc(at - length, at) === marks &&
    state.sliceDoc(at, at + length) === marks &&
    state.sliceDoc(at - length - 1, at - length) !== '*' &&
    state.sliceDoc(at + length, at + length + 1) !== '*';
  return isEmptyPair
    ? {
        changes: { from: at - length, to: at + length },
        range: EditorSelection.cursor(at - length),
      }
    : { changes: { from: at, insert: marks + marks }, range: EditorSelection.cursor(at + length) };
}

/** Without a selection it is the emphasised text at the caret that loses its marks. */
function changeAtCaret(state: EditorState, at: number, length: MarkLength) {
  const marks = '*'.repeat(length);
  const here = around(state, { from: at, to: at }, length);
  if (here === null) return togglePair(state, at, marks);
  const changes = state.changes(unmark(here, length));
  return { changes, range: EditorSelection.cursor(changes.mapPos(at)) };
}

function changeSelection(state: EditorState, range: SelectionRange, length: MarkLength) {
  const marks = '*'.repeat(length);
  const stretches = stretchesOf(state, range);
  const marked = stretches.map((one) => around(state, one, length));
  const isOn = marked.length > 0 && marked.every((one) => one !== null);
  const specs = isOn
    ? marked.flatMap((one) => (one === null ? [] : unmark(one, length)))
    : stretches.flatMap((one) => {
        if (around(state, one, length) !== null) return [];
        return [
          ...inside(state, one, length).flatMap((each) => unmark(each, length)),
          { from: one.from, insert: marks },
          { from: one.to, insert: marks },
        ];
      });
  const changes = state.changes(specs);
  const from = changes.mapPos(stretches[0]?.from ?? range.from, 1);
  const to = changes.mapPos(stretches.at(-1)?.to ?? range.to, -1);
  const isForward = range.head > range.anchor;
  return { changes, range: EditorSelection.range(isForward ? from : to, isForward ? to : from) };
}

/** One step of the undo history; nothing in a chapter that can only be read. */
export const toggleEmphasis =
  (length: MarkLength): StateCommand =>
  ({ state, dispatch }) => {
    if (state.readOnly) return false;
    const change = state.changeByRange((range) =>
      range.empty
        ? changeAtCaret(state, range.head, length)
        : changeSelection(state, range, length),
    );
    dispatch(state.update(change, { scrollIntoView: true, userEvent: 'input.format' }));
    return true;
  };
