/** A contradiction as it is found, before it is kept. */
import { createHash } from 'node:crypto';
import { anchorText } from '#main/base/anchors/anchored-text.ts';
import type { ContradictionKind, ContradictionPlace } from '#shared/domain/contradiction.ts';
import type { StoredFinding, StoredPlace } from '#main/book/findings/service.ts';

/** A stretch of a text that was read. */
export type DraftPlace = Pick<ContradictionPlace, 'source' | 'id' | 'start' | 'end'> & {
  text: string;
};

export type Draft = {
  kind: ContradictionKind;
  by: 'rule' | 'model';
  entityId: string | null;
  message: string;
  places: [DraftPlace, DraftPlace];
};

const sentenceEnd = /[。！？!?…\n]|\.(?=\s|$)/u;
const longestSide = 200;

/** The words of the sentences that hold a place: by them a finding is known again, whatever is edited elsewhere. */
const sentenceAround = ({
  text,
  start,
  end,
}: Pick<DraftPlace, 'text' | 'start' | 'end'>): string => {
  const before =
    text
      .slice(Math.max(0, start - longestSide), start)
      .split(sentenceEnd)
      .at(-1) ?? '';
  const after = text.slice(end, end + longestSide).split(sentenceEnd)[0] ?? '';
  return (before + text.slice(start, end) + after).normalize('NFC').replace(/\s+/gu, ' ').trim();
};

export const sentenceOf = ({ before, quote, after }: StoredPlace): string =>
  sentenceAround({
    ...{ text: before + quote + after, start: before.length, end: before.length + quote.length },
  });

const idLength = 24;

/** Where its chapters are says nothing: a split takes no decision away. `count`: of findings that are told alike before. */
const idOf = ({ kind, entityId, places }: Draft, count: number): string =>
  createHash('sha256')
    .update(JSON.stringify([kind, entityId, ...places.map(sentenceAround).toSorted(), count]))
    .digest('base64url')
    .slice(0, idLength);

/** The id of one that is told as others are whose ids are `taken`. */
export const freeId = (draft: Draft, taken: ReadonlySet<string>): string => {
  for (let count = 0; ; count += 1) {
    const findingId = idOf(draft, count);
    if (!taken.has(findingId)) return findingId;
  }
};

const anchor = ({ text, source, id, start, end }: DraftPlace): StoredPlace => ({
  ...{ source, id },
  ...anchorText(text, { start, end }),
});

/** Ready to be kept: with ids by which each is known again. */
export const storedFrom = (drafts: readonly Draft[], foundAt: number): StoredFinding[] => {
  const counts = new Map<string, number>();
  return drafts.map((draft) => {
    const plain = idOf(draft, 0);
    const count = counts.get(plain) ?? 0;
    counts.set(plain, count + 1);
    const { kind, by, entityId, message, places } = draft;
    return {
      ...{ findingId: count === 0 ? plain : idOf(draft, count), kind, by, entityId, message },
      places: [anchor(places[0]), anchor(places[1])],
      ...{ isDismissed: false, foundAt },
    };
  });
};
