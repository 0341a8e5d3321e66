/** Keeps near copies of a better passage out of a request. */
import { areNearCopies, createCopyKeys, type MinHashSignature } from './similarity.ts';

export type WithSignature = {
  readonly signature: MinHashSignature;
  /** Its near copies among the passages that are remembered; null where it is none of them. */
  copies: Set<WithSignature> | null;
};

const nearCopyLikeness = 0.8;

const isNearCopy = (left: WithSignature, right: WithSignature): boolean =>
  areNearCopies(left.signature, right.signature, nearCopyLikeness);

const copyKeys = createCopyKeys(nearCopyLikeness);

/** Tells the passages of a book their near copies once: every request would compare each with all that are better. */
export const createCopyRegistry = () => {
  /** By what near copies have in common. */
  const passages = new Map<number, Set<WithSignature>>();
  return {
    add(passage: WithSignature): void {
      const copies = new Set<WithSignature>();
      for (const key of copyKeys(passage.signature)) {
        const alike = passages.get(key);
        if (!alike) passages.set(key, new Set([passage]));
        else {
          for (const other of alike) {
            if (other !== passage && !copies.has(other) && isNearCopy(other, passage))
              copies.add(other);
          }
          alike.add(passage);
        }
      }
      for (const other of copies) other.copies?.add(passage);
      passage.copies = copies;
    },
    remove(passage: WithSignature): void {
      for (const key of copyKeys(passage.signature)) {
        const alike = passages.get(key);
        alike?.delete(passage);
        if (alike?.size === 0) passages.delete(key);
      }
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
