/** Fills the room of a group with items, whole or in part, one at a time; what does not fit stays out. */
import type { Reason } from '#shared/domain/assembly.ts';
import { type Selected, dropped, shortenedToFit, whole } from './choice.ts';
import type { Costed } from './price.ts';
import type { TokenCounter } from './trim-text.ts';

/** The tokens a group may take with its heading. */
export type Room = { allowed: number; heading: number; tokens: TokenCounter };

export type RoomFill = {
  /** Takes an item in this form, in place of a shorter one it was taken in; passes it over where it does not fit. */
  take(item: Costed, selected: Selected): void;
  /** The same with all of it; of most items nothing more is made than a comparison. */
  takeWhole(item: Costed): void;
  has(item: Costed): boolean;
  /** What was taken, in the order it was taken. */
  items(): Costed[];
  /** Gives an item that was cut more of itself, in what is left. */
  lengthen(item: Costed): void;
  /** A decision for each of `items`: what was not taken is dropped for `reason`. */
  decisionsFor(items: readonly Costed[], reason: Reason): Selected[];
};

const scoreOf = (item: Costed | undefined): number => item?.candidate.score ?? 0;

/** Best first; equal scores keep the order they came in, and passages come in that order anyway. */
export const byScore = (items: readonly Costed[]): readonly Costed[] => {
  const isSorted = items.every(
    (item, index) => index === 0 || scoreOf(items[index - 1]) >= scoreOf(item),
  );
  return isSorted ? items : items.toSorted((left, right) => scoreOf(right) - scoreOf(left));
};

export const createRoomFill = ({ allowed, heading, tokens }: Room): RoomFill => {
  const taken = new Map<Costed, Selected>();
  let used = heading;
  const take = (item: Costed, selected: Selected): void => {
    const more = selected.cost - (taken.get(item)?.cost ?? 0);
    if (used + more > allowed) return;
    used += more;
    taken.set(item, selected);
  };
  return {
    take,
    takeWhole(item) {
      if (used + item.cost - (taken.get(item)?.cost ?? 0) <= allowed) take(item, whole(item));
    },
    has: (item) => taken.has(item),
    items: () => [...taken.keys()],
    lengthen(item) {
      const cut = taken.get(item);
      if (cut?.decision !== 'trimmed') return;
      const longer = shortenedToFit(item, allowed - used + cut.cost, tokens);
      if (longer) take(item, longer);
    },
    decisionsFor: (items, reason) =>
      items.map(
        (item) => taken.get(item) ?? dropped(item, reason, Math.max(0, used + item.cost - allowed)),
      ),
  };
};
