/** Keeps near copies of a better passage out of a request. */
import {
  areNearCopies,
  countDifferentRows,
  maxDifferentRows,
  type MinHashSignature,
} from './similarity.ts';

const nearCopyLikeness = 0.8;

export type NearCopies = {
  has(signature: MinHashSignature): boolean;
  add(signature: MinHashSignature): void;
  readonly size: number;
};

/** At most `limit` are added. Their rows lie side by side: every passage is compared with all that are better. */
export const createNearCopies = (limit: number): NearCopies => {
  const most = maxDifferentRows(nearCopyLikeness);
  const taken: MinHashSignature[] = [];
  const firstRows = new Int32Array(limit);
  const lastRows = new Int32Array(limit);
  return {
    has(signature) {
      const { firstRows: first, lastRows: last } = signature;
      for (let index = 0; index < taken.length; index += 1) {
        const different =
          countDifferentRows(firstRows[index] ?? 0, first) +
          countDifferentRows(lastRows[index] ?? 0, last);
        if (different > most) continue;
        const other = taken[index];
        if (other && areNearCopies(other, signature, nearCopyLikeness)) return true;
      }
      return false;
    },
    add(signature) {
      firstRows[taken.length] = signature.firstRows;
      lastRows[taken.length] = signature.lastRows;
      taken.push(signature);
    },
    get size() {
      return taken.length;
    },
  };
};
