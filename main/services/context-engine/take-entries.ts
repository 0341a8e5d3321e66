/** Which codex entries go within Rules' room, and how much of each. */
import { asShortForm, type Chosen, dropped, shortenedToFit, whole } from './choice.ts';
import type { Priced } from './price.ts';
import type { TokenCounter } from './trim-text.ts';

/** The tokens a group may take with its heading. */
export type Room = { allowed: number; heading: number; tokens: TokenCounter };

const byScore = (items: readonly Priced[]): Priced[] =>
  items.toSorted((left, right) => (right.candidate.score ?? 0) - (left.candidate.score ?? 0));

/** The cheaper of an entry whole and its first sentence. */
const atLeast = (item: Priced, tokens: TokenCounter): Chosen => {
  const { shorten } = item.candidate;
  const short = shorten ? asShortForm(item, shorten.shortest(), tokens) : whole(item);
  return short.cost < item.cost ? short : whole(item);
};

/**
 * Every entry named at the cursor at least by its first sentence (E7), then whole ones by their order (S3-13), then more of
 * those that were cut.
 */
export const takeEntries = (
  items: readonly Priced[],
  { allowed, heading, tokens }: Room,
): Chosen[] => {
  const total = items.reduce((sum, { cost }) => sum + cost, heading);
  if (total <= allowed) return items.map(whole);
  const taken = new Map<Priced, Chosen>();
  let used = heading;
  const take = (item: Priced, chosen: Chosen): void => {
    const more = chosen.cost - (taken.get(item)?.cost ?? 0);
    if (used + more > allowed) return;
    used += more;
    taken.set(item, chosen);
  };
  const ordered = byScore(items);
  for (const item of ordered) if (item.candidate.named) take(item, atLeast(item, tokens));
  for (const item of ordered) take(item, whole(item));
  for (const [item, { decision, cost }] of taken) {
    if (decision !== 'trimmed') continue;
    const longer = shortenedToFit(item, allowed - used + cost, tokens);
    if (longer) take(item, longer);
  }
  return items.map(
    (item) =>
      taken.get(item) ?? dropped(item, 'layerLimit', Math.max(0, used + item.cost - allowed)),
  );
};
