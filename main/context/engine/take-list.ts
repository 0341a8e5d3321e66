/** Which items of a list go within its room. */
import type { Reason } from '#shared/domain/assembly.ts';
import type { GroupName } from './candidate.ts';
import { type Selected, dropped, whole } from './choice.ts';
import { byScore } from './fill-room.ts';
import type { Costed } from './price.ts';

/** Why something of a list stays out: Rules have a line of their own, the others share what there is. */
const reasonWhenFull = (group: GroupName): Reason =>
  group === 'constraints' || group === 'entities' ? 'layerLimit' : 'overBudget';

const isWriters = ({ candidate }: Costed): boolean => candidate.reason === 'writerConstraint';

/**
 * The best that fit, one at a time; one that is too big is passed over and smaller ones after it still get in
 * (S3-09, F3). Of habits nothing less certain gets in once a more certain one had to stay out (S3-10), unless
 * that one was too big for the whole place anyway.
 */
export const takeList = (
  group: GroupName,
  items: readonly Costed[],
  allowed: number,
  heading: number,
): Selected[] => {
  const inStrictOrder = group === 'preferences';
  const selected = new Map<Costed, Selected>();
  const out: Costed[] = [];
  let used = heading;
  let closed = false;
  for (const item of [...items.filter(isWriters), ...byScore(items)]) {
    if (selected.has(item)) continue;
    const fits: boolean = isWriters(item) || (!closed && used + item.cost <= allowed);
    closed ||= inStrictOrder && !fits && heading + item.cost <= allowed;
    if (fits) {
      used += item.cost;
      selected.set(item, whole(item));
    } else {
      out.push(item);
    }
  }
  for (const item of out) {
    const missing = Math.max(0, used + item.cost - allowed);
    selected.set(item, dropped(item, reasonWhenFull(group), missing));
  }
  return items.flatMap((item) => selected.get(item) ?? []);
};
