/** Text of chapters on the page that the program moved: each stretch takes along what has been typed in it meanwhile (W1). */
import type { TransactionSpec } from '@codemirror/state';
import type { Written } from '#renderer/app/page-takeover.ts';
import { originRuns } from '#renderer/features/origins/index.ts';
import type { MovedPiece } from '#shared/domain/moved-piece.ts';
import { type Draft, outsideChange } from './draft.ts';
import { areMoved, caretAfter, movedEdits, type TypedIn, withEdits } from './moved-edits.ts';

type Moved = {
  pieces: readonly MovedPiece[];
  /** Those that were on the page when it was moved, as {@link TypedIn}. */
  chapters: readonly (Pick<TypedIn, 'documentId' | 'before' | 'typed'> & { draft: Draft })[];
  /** All that it touched and that are still there, with their texts as they are on disk. */
  made: ReadonlyMap<string, { draft: Draft; written: Written }>;
};

/** A chapter in which somebody was typing, and the one that has the words at the caret now. */
type TypingAt = { from: Draft; to: Draft };

type Done = {
  typing: TypingAt[];
  /** Those in which there is now what was typed elsewhere, or here. */
  edited: Draft[];
  /** Chapters that are no more, with those that have their words now. */
  gone: { from: string; to: string }[];
};

/**
 * @param apply brings a change to a chapter, which may be on the page
 * @returns null where that could not be done: somebody else wrote in a chapter at the same time, which the next save finds
 */
export function moveDrafts(
  { pieces, chapters, made }: Moved,
  apply: (draft: Draft, change: TransactionSpec) => void,
): Done | null {
  const before = new Map(chapters.map((one) => [one.documentId, one.before]));
  const after = new Map(
    [...made].map(([id, { draft, written }]) => [id, draft.state.toText(written.text)]),
  );
  if (!areMoved(pieces, before, after)) return null;
  const taken = new Map(pieces.map(({ from, to }) => [from.documentId, to.documentId]));
  const touched = chapters.filter(
    ({ documentId }) => made.has(documentId) || taken.has(documentId),
  );
  const typedIn = touched.map(({ draft, ...one }) => ({
    ...one,
    origins: originRuns(draft.state),
    caret: draft.state.selection.main.head,
  }));
  const edits = movedEdits(pieces, typedIn);
  const carets = typedIn.map((one) => caretAfter(pieces, one, edits));
  const edited: Draft[] = [];
  for (const [documentId, { draft, written }] of made) {
    const own = edits.get(documentId) ?? [];
    const wasHere = before.has(documentId);
    if (!wasHere && own.length === 0) continue;
    const change = outsideChange(draft.state, withEdits(written, own), 'byStep');
    if (change !== null) apply(draft, change);
    draft.version = written.version;
    draft.saved = draft.state.toText(written.text);
    draft.unsaved = null;
    if (own.length > 0) edited.push(draft);
    // Words that were typed in it and went to another one were counted in it, and are told with its save.
    const wasTyped = chapters.some((one) => one.draft === draft && !one.typed.empty);
    if (own.length > 0 || wasTyped) draft.saver.changed();
    else draft.saver.settled();
  }
  const typing: TypingAt[] = [];
  for (const [at, chapter] of touched.entries()) {
    const caret = carets[at];
    const to = made.get(caret?.documentId ?? '')?.draft;
    if (caret === undefined || to === undefined) continue;
    const isTyping = !chapter.typed.empty;
    if (isTyping) typing.push({ from: chapter.draft, to });
    const isCaret = chapter.draft.state.selection.main.empty;
    if (isTyping || (isCaret && to === chapter.draft)) {
      apply(to, { selection: { anchor: caret.at } });
    }
  }
  const gone = touched.flatMap(({ documentId, draft }) => {
    const to = made.has(documentId) ? undefined : taken.get(documentId);
    if (to === undefined) return [];
    draft.saver.settled();
    return [{ from: documentId, to }];
  });
  return { typing, edited, gone };
}
