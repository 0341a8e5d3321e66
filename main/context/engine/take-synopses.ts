/** Which synopses go within their room: the nearest without a gap, then those that tell of what the cursor names (E3). */
import { type Selected, dropped, whole } from './choice.ts';
import { byScore } from './fill-room.ts';
import { firstThatGoes } from './fit-chapters.ts';
import type { Costed } from './price.ts';

/** Part of the room that is kept for chapters far back which the cursor speaks of. */
const namedPart = 1 / 3;

type Room = { allowed: number; heading: number };

const tells = ({ candidate }: Costed): boolean => (candidate.score ?? 0) > 0;

/**
 * `items` in the order of the book. The near ones begin with a block counted from the beginning of the book, so that which
 * they are depends on no cursor: the beginning of their list stays where it is while one writes.
 */
export const takeSynopses = (items: readonly Costed[], { allowed, heading }: Room): Selected[] => {
  const costs = items.map(({ cost }) => cost);
  const sum = costs.reduce((total, cost) => total + cost, heading);
  const near =
    sum <= allowed
      ? 0
      : firstThatGoes(costs, Math.floor((allowed - heading) * (1 - namedPart)), null);
  let left = allowed - heading - costs.slice(near).reduce((total, cost) => total + cost, 0);
  const named = new Map<Costed, Selected>();
  for (const item of byScore(items.slice(0, near)).filter(tells)) {
    if (item.cost > left) {
      named.set(item, dropped(item, 'overBudget', item.cost - left));
      continue;
    }
    left -= item.cost;
    named.set(item, { ...whole(item), reason: 'tellsOfMentioned' });
  }
  return items.map((item, index) => {
    if (index >= near) return whole(item);
    return named.get(item) ?? dropped(item, 'fartherBack', Math.max(0, item.cost - left));
  });
};
