/** Which codex entries go within Rules' room, and how much of each. */
import { asShortForm, type Selected, whole } from './choice.ts';
import { byScore, createRoomFill, type Room } from './fill-room.ts';
import type { Costed } from './price.ts';
import type { TokenCounter } from './trim-text.ts';

/** The cheaper of an entry whole and its first sentence. */
const atLeast = (item: Costed, tokens: TokenCounter): Selected => {
  const { shorten } = item.candidate;
  const short = shorten ? asShortForm(item, shorten.shortest(), tokens) : whole(item);
  return short.cost < item.cost ? short : whole(item);
};

/**
 * Every entry named at the cursor at least by its first sentence (E7), then whole ones by their order (S3-13), then more of
 * those that were cut.
 */
export const takeEntries = (items: readonly Costed[], room: Room): Selected[] => {
  const total = items.reduce((sum, { cost }) => sum + cost, room.heading);
  if (total <= room.allowed) return items.map(whole);
  const fill = createRoomFill(room);
  const ordered = byScore(items);
  for (const item of ordered) if (item.candidate.named) fill.take(item, atLeast(item, room.tokens));
  for (const item of ordered) fill.takeWhole(item);
  for (const item of fill.items()) fill.lengthen(item);
  return fill.decisionsFor(items, 'layerLimit');
};
