/** Keeps near copies of a better passage out of a request. */
import { areNearCopies, type MinHashSignature } from './similarity.ts';

export type WithSignature = {
  readonly signature: MinHashSignature;
  /** Its near copies among the passages that are remembered; null where it is none of them. */
  copies: Set<WithSignature> | null;
};

const nearCopyLikeness = 0.8;

const isNearCopy = (left: WithSignature, right: WithSignature): boolean =>
  areNearCopies(left.signature, right.signature, nearCopyLikeness);

/** Tells the passages of a book their near copies once: every request would compare each with all that are better. */
export const createCopyRegistry = () => {
  const passages = new Set<WithSignature>();
  return {
    add(passage: WithSignature): void {
      const copies = new Set<WithSignature>();
      for (const other of passages) {
        if (!isNearCopy(other, passage)) continue;
        copies.add(other);
        other.copies?.add(passage);
      }
      passage.copies = copies;
      passages.add(passage);
    },
    remove(passage: WithSignature): void {
      passages.delete(passage);
      for (const other of passage.copies ?? []) other.copies?.delete(passage);
      passage.copies = null;
    },
  };
};

export type NearCopies = {
  /** Whether one of those that were added is a near copy of it. */
  has(passage: WithSignature): boolean;
  add(passage: WithSignature): void;
  readonly size: number;
};

export const createNearCopies = (): NearCopies => {
  const taken: WithSignature[] = [];
  /** Parts of passages, which no registry knows: a request has one or two. */
  const parts: WithSignature[] = [];
  return {
    has(passage) {
      const { copies } = passage;
      if (copies === null) return taken.some((other) => isNearCopy(other, passage));
      if (copies.size > 0 && taken.some((other) => copies.has(other))) return true;
      return parts.some((other) => isNearCopy(other, passage));
    },
    add(passage) {
      taken.push(passage);
      if (passage.copies === null) parts.push(passage);
    },
    get size() {
      return taken.length;
    },
  };
};
