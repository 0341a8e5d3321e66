/** Where a run that is asked again belongs in the chapter as it stands now. */
import type { AssembleRequest } from '#shared/contract/context.ts';
import type { RunRequest } from '#shared/domain/run.ts';
import { AppError } from '#shared/errors.ts';
import type { DocumentText } from '#main/book/documents/service.ts';
import { type Anchor, findAnchor } from '#main/base/anchors/anchor.ts';
import { minContextLength, findOnlyPlace } from '#main/base/anchors/occurrences.ts';

/**
 * A cursor stays behind what it stood behind: an answer that was taken there stands after it. A passage is where it is
 * found.
 */
const findPlace = ({ text, version }: DocumentText, place: Anchor): number | null => {
  const { original, before } = place;
  const behind =
    original === '' && before.length >= minContextLength ? findOnlyPlace(text, before) : null;
  if (behind !== null) return behind + before.length;
  return findAnchor(text, version, place)?.start ?? null;
};

const isSamePlace = (asked: RunRequest, earlier: RunRequest): boolean =>
  asked.cursorPosition === earlier.cursorPosition &&
  asked.selection?.start === earlier.selection?.start &&
  asked.selection?.end === earlier.selection?.end;

/**
 * The request with offsets into the text as it is now. One that names another place than the earlier run's means that
 * place. SELECTION_INVALID (`reason: 'changed'`) when what the run worked on is no longer there.
 */
export const atCurrentPlace = (
  asked: AssembleRequest,
  earlier: { request: RunRequest; place: Anchor },
  chapter: DocumentText,
): AssembleRequest => {
  const { place } = earlier;
  if (chapter.version === place.version || !isSamePlace(asked, earlier.request)) return asked;
  const start = findPlace(chapter, place);
  if (start === null) {
    throw new AppError('SELECTION_INVALID', 'The text this run worked on has changed since.', {
      reason: 'changed',
    });
  }
  const moved = start - place.start;
  const shift = (offset: number): number =>
    Math.min(Math.max(0, offset + moved), chapter.text.length);
  return {
    ...asked,
    cursorPosition: shift(asked.cursorPosition),
    ...(asked.selection
      ? { selection: { start: shift(asked.selection.start), end: shift(asked.selection.end) } }
      : {}),
  };
};
