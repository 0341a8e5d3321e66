/** Origins go with their text when chapters are split or merged, and when a scene is moved (W1, N14). */
import type { OriginRuns } from '#shared/domain/origins.ts';
import { joinRuns, lengthOfRuns, runsOf, sliceRuns } from '#shared/origin-runs.ts';
import type { ChapterText, TextMove } from '../text-move.ts';

export type MovedRuns = { side: ChapterText; runs: OriginRuns };

type Find = (side: ChapterText) => OriginRuns | null;

/**
 * What comes from no piece, as an empty line that parts merged chapters, is there by the writer's word, however alike it is to
 * what stood there. The break that a scene lost, and an undo gives back, is what it was: where that is not known, unknown.
 */
const runsOfSide = (
  side: ChapterText,
  { before, pieces, givesBack }: TextMove,
  find: Find,
): OriginRuns => {
  let runs: OriginRuns = [];
  const { length: end } = side.text;
  const made = givesBack ? (find(side) ?? runsOf(end, 'unknown')) : runsOf(end, 'typed');
  const own = pieces.filter(({ to }) => to.documentId === side.documentId);
  for (const { from, to, length } of own.toSorted((one, two) => one.to.start - two.to.start)) {
    const source = before.find(({ documentId }) => documentId === from.documentId);
    const known = source ? find(source) : null;
    const gap = sliceRuns(made, lengthOfRuns(runs), to.start);
    const piece = known
      ? sliceRuns(known, from.start, from.start + length)
      : runsOf(length, 'unknown');
    runs = joinRuns(runs, gap, piece);
  }
  return joinRuns(runs, sliceRuns(made, lengthOfRuns(runs), end));
};

/** @param find what is noted of a side before the move; null where nothing is */
export const followMove = (move: TextMove, find: Find): MovedRuns[] => {
  const isKnown = move.before.some((side) => find(side) !== null);
  return isKnown ? move.after.map((side) => ({ side, runs: runsOfSide(side, move, find) })) : [];
};
