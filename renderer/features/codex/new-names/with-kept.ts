/** The list of names as it was read again (W6). Pure. */
import { isSame } from '#renderer/app/merge-drafts.ts';

type Listed = { items: readonly { name: string }[] };

/** What `now` says, with the objects of `before` for what is the same: a row of one is not drawn again. */
export const withKept = <Found extends Listed>(before: Found | null, now: Found): Found => {
  if (before === null) return now;
  if (isSame(before, now)) return before;
  const known = new Map(before.items.map((item) => [item.name, item]));
  const items = now.items.map((item) => {
    const old = known.get(item.name);
    return old !== undefined && isSame(old, item) ? old : item;
  });
  return { ...now, items };
};
