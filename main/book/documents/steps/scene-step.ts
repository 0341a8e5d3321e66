/** A scene that was moved: what becomes of one or two chapters, and what they were (W1). */
import { z } from 'zod';
import { StoredFence } from '../../chapter-reference.ts';
import { CutMark } from '../../text-move.ts';
import { Arrangement, type Arrangements } from './arrangement.ts';

/** Before: where the scene was; after: where it was put. */
export const SceneSide = z.enum(['before', 'after']);
export type SceneSide = z.infer<typeof SceneSide>;

const ChapterSide = z.object({
  version: z.string(),
  /** Of the texts of the other side. */
  made: Arrangement,
  fence: StoredFence.nullable(),
});

const SceneChapter = z.object({
  documentId: z.string(),
  before: ChapterSide,
  after: ChapterSide,
});
export type SceneChapter = z.infer<typeof SceneChapter>;

export const SceneStep = z.object({
  kind: z.literal('scene'),
  /** The one that had the scene, then the one that got it, where that is another. */
  chapters: z.array(SceneChapter).min(1).max(2),
  /** Marks that its last move cut; absent in steps of earlier versions. */
  cut: z.array(CutMark).optional(),
});
export type SceneStep = z.infer<typeof SceneStep>;

export const otherSide = (side: SceneSide): SceneSide => (side === 'before' ? 'after' : 'before');

/** In the order of writing: the chapter that gets the scene, then the one that gives it, so that it is never nowhere. */
export const writtenBy = (
  { chapters }: SceneStep,
  side: SceneSide,
): { receiver: SceneChapter; giver: SceneChapter | null } => {
  const [receiver, giver] = side === 'before' ? chapters : chapters.toReversed();
  if (receiver === undefined) throw new Error('a step without chapters');
  return { receiver, giver: giver ?? null };
};

export const arrangementsOf = ({ chapters }: SceneStep, side: SceneSide): Arrangements =>
  new Map(chapters.map((chapter) => [chapter.documentId, chapter[side].made]));
