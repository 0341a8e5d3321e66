/** What follows from a moved scene once both files are as they should be: one transaction. */
import { type ChapterText, followMove } from '../../text-move.ts';
import type { MovedPiece } from '#shared/domain/moved-piece.ts';
import type { DocumentsContext } from '../context.ts';
import type { OpenFolder } from '../open-folder.ts';
import { piecesOf, type Texts } from './arrangement.ts';
import { arrangementsOf, otherSide, type SceneSide, type SceneStep } from './scene-step.ts';
import { type StoredSceneStep, updateStep } from './step-store.ts';

const chaptersOn = ({ chapters }: SceneStep, side: SceneSide, texts: Texts): ChapterText[] =>
  chapters.map((chapter) => {
    const { documentId } = chapter;
    return { documentId, text: texts.get(documentId) ?? '', version: chapter[side].version };
  });

/** The step stands on `side` now, and everything that names places of the text follows it. Answers what went where. */
export const finishSceneStep = (
  { database, followers }: DocumentsContext,
  { projectId }: OpenFolder,
  stored: StoredSceneStep,
  { side, before, after }: { side: SceneSide; before: Texts; after: Texts },
): readonly MovedPiece[] => {
  const { step } = stored;
  const pieces = piecesOf(arrangementsOf(step, side));
  database.transaction(() => {
    const move = {
      projectId,
      before: chaptersOn(step, otherSide(side), before),
      after: chaptersOn(step, side, after),
      pieces,
      givesBack: side === 'before',
    };
    const cut = followMove(followers, move, step.cut);
    updateStep(database, { ...stored, side, target: null, step: { ...step, cut } });
  })();
  return pieces;
};
