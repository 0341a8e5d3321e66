/** How rows that are marked in the text go with it, where it is split, merged or moved (W1). */
import type { LocateMarked } from './locate-marked.ts';
import type { Marked, Reanchored } from './marked-places.ts';
import { moveMarked } from './move-marked.ts';
import type { RecordRows } from './record-rows.ts';
import { type FollowText, touchedBy } from './text-move.ts';

type FollowMarkedParts<S> = {
  /** Its table. */
  keeper: string;
  rows: Pick<RecordRows<S, unknown>, 'store' | 'cached'> & {
    move(projectId: string, changes: readonly Reanchored[]): void;
  };
  book: Pick<LocateMarked, 'forget'>;
  asMarked(row: S): Marked;
  tell(projectId: string): void;
};

export const createFollowMarked =
  <S>({ keeper, rows, book, asMarked, tell }: FollowMarkedParts<S>): FollowText =>
  (move, memory) => {
    const { projectId } = move;
    // Deleted ones too: they may be restored.
    const items = rows.store.listAll(projectId);
    book.forget(touchedBy(move));
    if (items.length === 0) return;
    rows.move(projectId, moveMarked(items.map(asMarked), move, { keeper, memory }));
    rows.cached.drop(projectId);
    tell(projectId);
  };
