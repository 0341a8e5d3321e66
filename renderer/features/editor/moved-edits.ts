/** What was typed in chapters while the program moved text in and between them, in the texts they have then (W1). Pure. */
import type { ChangeSet, Text } from '@codemirror/state';
import type { Written } from '#renderer/app/page-takeover.ts';
import type { MovedPiece } from '#shared/domain/moved-piece.ts';
import type { OriginRuns } from '#shared/domain/origins.ts';
import { joinRuns, sliceRuns } from '#shared/origin-runs.ts';

/** A chapter as it was moved, and what has been typed in it since; where all of that comes from, and the caret in it. */
export type TypedIn = {
  documentId: string;
  before: Text;
  typed: ChangeSet;
  origins: OriginRuns;
  caret: number;
};

/** A stretch of a chapter became this. */
type Edit = { from: number; to: number; text: string; origins: OriginRuns };

type Pieces = readonly MovedPiece[];
type Place = { documentId: string; at: number };
type TextFrom = Pick<Written, 'text' | 'origins'>;

const endOf = ({ from, length }: MovedPiece): number => from.start + length;

const isLineStart = (text: Text, at: number): boolean => text.lineAt(at).from === at;

/**
 * Where a place of a chapter is now. Between two pieces it goes with the one before, at the beginning of a line with the one
 * behind; in text that is gone it is at the end of what stood before it.
 */
export function placeAfter(
  pieces: Pieces,
  { documentId, before }: Pick<TypedIn, 'documentId' | 'before'>,
  at: number,
): Place {
  const own = pieces
    .filter(({ from }) => from.documentId === documentId)
    .toSorted((one, other) => one.from.start - other.from.start);
  const begun = isLineStart(before, at) ? own.find(({ from }) => from.start === at) : undefined;
  const piece = begun ?? own.findLast(({ from }) => from.start < at) ?? own[0];
  if (piece === undefined) return { documentId, at: 0 };
  const inside = Math.max(0, Math.min(at, endOf(piece)) - piece.from.start);
  return { documentId: piece.to.documentId, at: piece.to.start + inside };
}

/** What was typed, as changes of the texts that the chapters have now. */
export function movedEdits(pieces: Pieces, chapters: readonly TypedIn[]): Map<string, Edit[]> {
  const edits = new Map<string, Edit[]>();
  const add = (documentId: string, edit: Edit): void =>
    void edits.set(documentId, [...(edits.get(documentId) ?? []), edit]);
  for (const { documentId, before, typed, origins } of chapters) {
    typed.iterChanges((from, to, fromNow, toNow, inserted) => {
      for (const piece of pieces) {
        const [start, end] = [Math.max(from, piece.from.start), Math.min(to, endOf(piece))];
        if (piece.from.documentId !== documentId || start >= end) continue;
        const by = piece.to.start - piece.from.start;
        add(piece.to.documentId, { from: start + by, to: end + by, text: '', origins: [] });
      }
      if (inserted.length === 0) return;
      const place = placeAfter(pieces, { documentId, before }, from);
      add(place.documentId, {
        ...{ from: place.at, to: place.at, text: inserted.toString() },
        origins: [...sliceRuns(origins, fromNow, toNow)],
      });
    });
  }
  return edits;
}

/** A text with these changes. */
export function withEdits({ text, origins }: TextFrom, edits: readonly Edit[]): TextFrom {
  const [texts, runs]: [string[], OriginRuns[]] = [[], []];
  let told = 0;
  const tellUntil = (place: number): void => {
    texts.push(text.slice(told, place));
    runs.push([...sliceRuns(origins, told, place)]);
    told = Math.max(told, place);
  };
  for (const edit of edits.toSorted((one, other) => one.from - other.from || one.to - other.to)) {
    tellUntil(Math.max(told, edit.from));
    texts.push(edit.text);
    runs.push(edit.origins);
    told = Math.max(told, edit.to);
  }
  tellUntil(text.length);
  return { text: texts.join(''), origins: joinRuns(...runs) };
}

/** Where a place of a text is once that has these changes: behind what was put in there. */
const placeIn = (edits: readonly Edit[], at: number): number =>
  edits.reduce((place, { from, to, text }) => {
    if (from > at) return place;
    return place + text.length - (Math.min(to, at) - from);
  }, at);

/** Where the caret's words are, in the chapters as they are with what was typed. */
export function caretAfter(
  pieces: Pieces,
  chapter: TypedIn,
  edits: ReadonlyMap<string, Edit[]>,
): Place {
  const at = chapter.typed.invertedDesc.mapPos(chapter.caret, -1);
  const place = placeAfter(pieces, chapter, at);
  return { ...place, at: placeIn(edits.get(place.documentId) ?? [], place.at) };
}

/** Whether the chapters hold what was moved: not where somebody else wrote in one at the same time. */
export const areMoved = (
  pieces: Pieces,
  before: ReadonlyMap<string, Text>,
  after: ReadonlyMap<string, Text>,
): boolean =>
  pieces.every(({ from, to, length }) => {
    const old = before.get(from.documentId);
    if (old === undefined) return true;
    const now = after.get(to.documentId)?.slice(to.start, to.start + length);
    return now?.eq(old.slice(from.start, from.start + length)) === true;
  });
