/** A renaming as it is filled in, with what was ticked by hand: both are there again when the dialog is opened again (W2 W4). */
import { type SetStateAction, useRef } from 'react';
import { z } from 'zod';
import { useKeptForm } from '#renderer/app/use-kept-form.ts';
import { type Found, placeKey } from './places.ts';

export type RenameDraft = {
  entityId: string;
  name: string;
  /** What single forms become, where the writer has said so. */
  wished: Readonly<Record<string, string>>;
};

const KeptRename = z.object({
  entityId: z.string(),
  name: z.string(),
  wished: z.record(z.string(), z.string()),
  flipped: z.array(z.string()),
  /** Of the places among which that was flipped. */
  seen: z.number(),
});
type KeptRename = z.infer<typeof KeptRename>;

const nothing: KeptRename = { entityId: '', name: '', wished: {}, flipped: [], seen: 0 };
const noneFlipped: ReadonlySet<string> = new Set();

/** A sum of where the places are and what they say: in a book that was written in since, another one. */
export function sumOfPlaces({ places }: Pick<Found, 'places'>): number {
  let sum = 0;
  for (const place of places) {
    const words = `${placeKey(place)} ${place.before}${place.match}${place.after}`;
    for (let at = 0; at < words.length; at += 1) {
      sum = (Math.imul(sum, 31) + words.charCodeAt(at)) | 0;
    }
  }
  return sum;
}

export function useRename() {
  const { fields, isKept, change, end } = useKeptForm<KeptRename>({
    ...{ kind: 'rename', id: null, begun: nothing },
    read: (kept) => KeptRename.safeParse(kept).data ?? null,
    isEmpty: ({ entityId, name }) => entityId === '' && name.trim() === '',
  });
  const newest = useRef(fields);
  newest.current = fields;
  const changePart = (part: Partial<KeptRename>): void => {
    newest.current = { ...newest.current, ...part };
    change(newest.current);
  };
  const { entityId, name, wished } = fields;
  const draft: RenameDraft = { entityId, name, wished };
  return {
    ...{ draft, isKept, end },
    change: ({ wished: forms, ...now }: RenameDraft): void =>
      changePart({ ...now, wished: { ...forms } }),
    /** What was flipped among other places is of no use: it would be of the wrong ones. */
    flippedIn: (found: Found): ReadonlySet<string> =>
      fields.flipped.length > 0 && fields.seen === sumOfPlaces(found)
        ? new Set(fields.flipped)
        : noneFlipped,
    flip(found: Found, action: SetStateAction<ReadonlySet<string>>): void {
      const { flipped, seen: before } = newest.current;
      const seen = sumOfPlaces(found);
      const now = before === seen ? new Set(flipped) : noneFlipped;
      const next = typeof action === 'function' ? action(now) : action;
      changePart({ flipped: [...next], seen });
    },
    clearFlipped(): void {
      if (newest.current.flipped.length > 0) changePart({ flipped: [] });
    },
    /** It is carried out; what was filled in since is another one. */
    endCarriedOut(): void {
      const now = newest.current;
      // What was ticked went with the places.
      if (now.entityId === entityId && now.name === name && now.wished === wished) end();
    },
  };
}

export type Rename = ReturnType<typeof useRename>;
