/** Origins go with their text when chapters are split or merged (W1, N14). */
import type { OriginRuns } from '#shared/domain/origins.ts';
import { joinRuns, lengthOfRuns, runsOf, sliceRuns } from '#shared/origin-runs.ts';
import type { TextMove } from '../documents/service.ts';

type Side = { documentId: string; text: string; version: string };
export type MovedRuns = { side: Side; runs: OriginRuns };

/** An empty line that parts merged chapters is there by the writer's word. */
const joined = ({ whole, parts }: TextMove, find: (side: Side) => OriginRuns | null): MovedRuns => {
  let runs: OriginRuns = [];
  for (const part of parts) {
    const gap = runsOf(part.start - lengthOfRuns(runs), 'typed');
    runs = joinRuns(runs, gap, find(part) ?? runsOf(part.text.length, 'unknown'));
  }
  const rest = runsOf(Math.max(0, whole.text.length - lengthOfRuns(runs)), 'unknown');
  return { side: whole, runs: sliceRuns(joinRuns(runs, rest), 0, whole.text.length) };
};

/** @param find what is noted of a side before the move; null where nothing is */
export const followMove = (
  move: TextMove,
  find: (side: Side) => OriginRuns | null,
): MovedRuns[] => {
  if (move.side === 'joined') return [joined(move, find)];
  const whole = find(move.whole);
  if (whole === null) return [];
  return move.parts.map((part) => ({
    side: part,
    runs: sliceRuns(whole, part.start, part.start + part.text.length),
  }));
};
