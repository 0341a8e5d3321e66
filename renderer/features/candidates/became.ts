/** What became of an answer, as the writer knows it: what is being refused is so already. */
import type { CandidateState } from '#shared/domain/candidate.ts';

/** `undone`: it was written, and undo took it back. */
export type Became = CandidateState | 'undone' | 'unknown';

type Known = {
  items: readonly { candidateId: string }[];
  setAside: ReadonlySet<string>;
  undone: ReadonlySet<string>;
};

/** @param told what the program last said of it; null when it said nothing */
export function becameOf(
  { items, setAside, undone }: Known,
  candidateId: string,
  told: CandidateState | null,
): Became {
  if (setAside.has(candidateId)) return 'rejected';
  if (items.some((item) => item.candidateId === candidateId)) return 'waiting';
  if (undone.has(candidateId)) return 'undone';
  return told === null || told === 'waiting' ? 'unknown' : told;
}
