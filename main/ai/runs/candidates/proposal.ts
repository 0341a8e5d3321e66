/** Makes candidates of changes that the assistant proposes. */
import { nanoid } from 'nanoid';
import { AppError } from '#shared/errors.ts';
import type { DocumentText } from '#main/book/documents/service.ts';
import type { Proposal } from '../service.ts';
import { anchorAt } from '#main/base/anchors/anchor.ts';
import type { StoredCandidate } from './candidate-store.ts';

type Change = Extract<Proposal, { documentId: string }>;
type NewChapter = Extract<Proposal, { newPath: string }>;
type Made = { now: number };

/**
 * The lines in which two texts differ: `[start, end)` of the old one become `text`. Null when they are the same.
 * UTF-16 code units.
 */
export const findChangedStretch = (
  old: string,
  text: string,
): { start: number; end: number; text: string } | null => {
  if (old === text) return null;
  const shorter = Math.min(old.length, text.length);
  let head = 0;
  while (head < shorter && old[head] === text[head]) head += 1;
  const start = old.lastIndexOf('\n', head - 1) + 1;
  const from = head === 0 ? 0 : start;
  let tail = 0;
  while (tail < shorter - from && old.at(-1 - tail) === text.at(-1 - tail)) tail += 1;
  // Outwards to a line end that both have; a stretch that ends behind one in both is whole already.
  const isWhole = (): boolean => {
    const [oldEnd, newEnd] = [old.length - tail, text.length - tail];
    const behindLine = (of: string, end: number) => end === from || of[end - 1] === '\n';
    const beforeLine = tail === 0 || old[oldEnd] === '\n';
    return beforeLine || (behindLine(old, oldEnd) && behindLine(text, newEnd));
  };
  while (!isWhole()) tail -= 1;
  return { start: from, end: old.length - tail, text: text.slice(from, text.length - tail) };
};

const common = ({ projectId, turnId, program }: Proposal, { now }: Made) => ({
  candidateId: nanoid(),
  origin: 'assistant' as const,
  runId: turnId,
  program,
  projectId,
  skillId: null,
  assemblyId: null,
  partial: false,
  createdAt: now,
});

/** The lines a proposal changes, as a candidate at their place. DOCUMENT_CONFLICT, CANDIDATE_INVALID. */
export const changeCandidate = (
  proposal: Change,
  current: DocumentText,
  made: Made,
): StoredCandidate => {
  const { documentId, version } = proposal;
  if (current.version !== version) {
    throw new AppError('DOCUMENT_CONFLICT', 'The chapter has changed meanwhile. Read it again.', {
      documentId,
    });
  }
  const stretch = findChangedStretch(current.text, proposal.text);
  if (!stretch) throw new AppError('CANDIDATE_INVALID', 'The new text is the one that is there.');
  const anchor = anchorAt(current.text, version, stretch.start, stretch.end);
  return {
    ...common(proposal, made),
    documentId,
    newPath: null,
    baseVersion: version,
    start: anchor.start,
    end: anchor.end,
    original: anchor.original,
    beforeContext: anchor.before,
    afterContext: anchor.after,
    text: stretch.text,
  };
};

/** A chapter to be made; it has its id from the beginning. */
export const newChapterCandidate = (proposal: NewChapter, made: Made): StoredCandidate => ({
  ...common(proposal, made),
  documentId: nanoid(),
  newPath: proposal.newPath,
  baseVersion: '',
  start: 0,
  end: 0,
  original: '',
  beforeContext: '',
  afterContext: '',
  text: proposal.text,
});
