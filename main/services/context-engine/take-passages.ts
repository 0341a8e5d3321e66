/** Which passages go within Retrieved's room, and how much of each. */
import { asShortForm, type Chosen, dropped, shortenedToFit, whole } from './choice.ts';
import type { Priced } from './price.ts';
import type { Room } from './take-entries.ts';

const byScore = (items: readonly Priced[]): Priced[] =>
  items.toSorted((left, right) => (right.candidate.score ?? 0) - (left.candidate.score ?? 0));

/**
 * The best that fit, one at a time; one that is too big is passed over and smaller ones after it still get in (S3-09, F3).
 * Where not even the very best fits whole, as in a small window, its telling sentence goes first, and more of it in what
 * the others leave (E7).
 */
export const takePassages = (
  items: readonly Priced[],
  { allowed, heading, tokens }: Room,
): Chosen[] => {
  const taken = new Map<Priced, Chosen>();
  let used = heading;
  const take = (item: Priced, chosen: Chosen): void => {
    const more = chosen.cost - (taken.get(item)?.cost ?? 0);
    if (used + more > allowed) return;
    used += more;
    taken.set(item, chosen);
  };
  const [best, ...rest] = byScore(items);
  if (best) take(best, whole(best));
  const short = best && !taken.has(best) ? best.candidate.shorten?.shortest() : undefined;
  if (best && short) {
    const part = asShortForm(best, short, tokens);
    // A sentence without end would push out what fits.
    if (part.cost <= (allowed - heading) / 2) take(best, part);
  }
  for (const item of rest) take(item, whole(item));
  if (best && taken.get(best)?.decision === 'trimmed') {
    const room = allowed - used + (taken.get(best)?.cost ?? 0);
    const longer = shortenedToFit(best, room, tokens);
    if (longer) take(best, longer);
  }
  return items.map(
    (item) =>
      taken.get(item) ?? dropped(item, 'overBudget', Math.max(0, used + item.cost - allowed)),
  );
};
