/** Which passages go within Retrieved's room, and how much of each. */
import { asShortForm, type Selected } from './choice.ts';
import { byScore, createRoomFill, type Room } from './fill-room.ts';
import type { Costed } from './price.ts';

/**
 * The best that fit, one at a time; one that is too big is passed over and smaller ones after it still get in (S3-09, F3).
 * Where not even the very best fits whole, as in a small window, its telling sentence goes first, and more of it in what
 * the others leave (E7).
 */
export const takePassages = (items: readonly Costed[], room: Room): Selected[] => {
  const { allowed, heading, tokens } = room;
  const fill = createRoomFill(room);
  const ordered = byScore(items);
  const best = ordered[0];
  if (best) fill.takeWhole(best);
  const short = best && !fill.has(best) ? best.candidate.shorten?.shortest() : undefined;
  if (best && short) {
    const part = asShortForm(best, short, tokens);
    // A sentence without end would push out what fits.
    if (part.cost <= (allowed - heading) / 2) fill.take(best, part);
  }
  for (const item of ordered) if (item !== best) fill.takeWhole(item);
  if (best) fill.lengthen(best);
  return fill.decisionsFor(items, 'overBudget');
};
