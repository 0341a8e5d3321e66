/** Splits and merges of chapters: one whole text on one side, its parts on the other (W1). */
import { z } from 'zod';
import { ReferenceChange } from '../../move-references.ts';
import { StoredFence } from '../../chapter-reference.ts';
import { CutMark } from '../../text-move.ts';
import { ChapterStatus } from '#shared/domain/project.ts';

/** What of a person's decisions goes with a chapter's text. */
export const CarriedDecisions = z.object({
  pointOfViewEntityId: z.string().nullable(),
  fence: StoredFence.nullable(),
  status: ChapterStatus.nullable(),
  synopsis: z.string(),
  synopsisVersion: z.string().nullable(),
  labels: z.array(z.string()),
  /** Absent in steps of earlier versions. */
  wordGoal: z.number().nullable().default(null),
});
export type CarriedDecisions = z.infer<typeof CarriedDecisions>;

const StepPart = z.object({
  documentId: z.string(),
  path: z.string(),
  /** Place in the whole text. Between two parts there may be line ends that only the whole has. */
  start: z.number().int(),
  end: z.number().int(),
  version: z.string(),
  decisions: CarriedDecisions,
  /** What the part's own text begins with and the whole has not: absent in a split, which takes nothing away. */
  frontMatter: z.string().optional(),
});
export type StepPart = z.infer<typeof StepPart>;

/** Joined: the chapter of the first part holds the whole, the others are in the trash. Parted: each has its own. */
export const Side = z.enum(['joined', 'parted']);
export type Side = z.infer<typeof Side>;

export const Step = z.object({
  kind: z.enum(['split', 'merge']),
  wholeVersion: z.string(),
  parts: z.array(StepPart).min(2),
  joinedDecisions: CarriedDecisions,
  /** What named a chapter and names another since, so that an undo gives it back. */
  references: z.array(ReferenceChange),
  /** Marks that its last move cut; absent in steps of earlier versions. */
  cut: z.array(CutMark).optional(),
});
export type Step = z.infer<typeof Step>;

/** The chapter that keeps its file on both sides, and those that come and go. */
export const partsOf = ({ parts }: Step): { first: StepPart; others: StepPart[] } => {
  const [first, ...others] = parts;
  if (first === undefined) throw new Error('a step without parts');
  return { first, others };
};

/** How much of a part's own text the whole has not. */
export const skippedOf = ({ frontMatter = '' }: StepPart): number => frontMatter.length;

/** A part's own text. */
export const partText = (part: StepPart, whole: string): string =>
  `${part.frontMatter ?? ''}${whole.slice(part.start, part.end)}`;

/** The whole text of parts whose own texts are given. */
export const joinTexts = (parts: readonly StepPart[], texts: readonly string[]): string =>
  parts
    .map((part, index) => {
      const { start } = part;
      const before = index === 0 ? start : (parts[index - 1]?.end ?? start);
      return `${'\n'.repeat(start - before)}${(texts[index] ?? '').slice(skippedOf(part))}`;
    })
    .join('');
