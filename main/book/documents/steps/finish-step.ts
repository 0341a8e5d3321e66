/** What follows from a split or merge once its files are as they should be: one transaction. */
import { moveFence, moveReferences, revertReferences } from '../../move-references.ts';
import type { MovedPiece } from '#shared/domain/moved-piece.ts';
import type { DocumentsContext } from '../context.ts';
import { type OpenFolder, setPresent } from '../open-folder.ts';
import type { DocumentRecord } from '../record.ts';
import { followMove, joinMove, reverseMove, type TextMove } from '../../text-move.ts';
import { saveDocument } from '../store.ts';
import { carryDecisions } from './carry.ts';
import { partsOf, partText, type Side, skippedOf, type Step, type StepPart } from './step.ts';
import { type StoredStep, updateStep } from './step-store.ts';

/** The chapters' records are as decided on the other side, by document id. */
export type Decided = ReadonlyMap<string, StepPart['decisions']>;

const moveOf = (step: Step, side: Side) => {
  const { first, others } = partsOf(step);
  const ids = others.map(({ documentId }) => documentId);
  return side === 'joined'
    ? { from: ids, to: first.documentId, areGone: true }
    : { from: [first.documentId], to: ids.at(-1) ?? first.documentId, areGone: false };
};

/** References of other tables; an undone merge gives back what it had changed. */
const changeReferences = (
  { database }: DocumentsContext,
  projectId: string,
  { step, side }: { step: Step; side: Side },
): Step['references'] => {
  if (step.kind === 'merge' && side === 'parted') {
    revertReferences(database, step.references);
    return [];
  }
  return moveReferences(database, projectId, moveOf(step, side));
};

/** Chapters whose own fence counts from the end of one of these. */
const refence = (folder: OpenFolder, step: Step, side: Side): DocumentRecord[] => {
  if (step.kind === 'merge' && side === 'parted') return [];
  const move = moveOf(step, side);
  return [...folder.present.values()].flatMap((record) => {
    if (!record.fence) return [];
    const fence = moveFence(record.fence, move);
    const isSame = JSON.stringify(fence) === JSON.stringify(record.fence);
    return isSame ? [] : [{ ...record, fence, fenceRevision: record.fenceRevision + 1 }];
  });
};

/** The step stands on `side` now: records, references and everything that follows the text. Answers what went where. */
export const finishStep = (
  context: DocumentsContext,
  folder: OpenFolder,
  stored: StoredStep,
  outcome: { side: Side; decided: Decided; wholeText: string },
): readonly MovedPiece[] => {
  const { step } = stored;
  const { side, decided, wholeText } = outcome;
  const { projectId } = folder;
  const changed = new Map(refence(folder, step, side).map((record) => [record.documentId, record]));
  for (const [documentId, decisions] of decided) {
    const record = changed.get(documentId) ?? folder.present.get(documentId);
    if (record) changed.set(documentId, carryDecisions(record, decisions));
  }
  const move = describeMove(projectId, step, side, wholeText);
  context.database.transaction(() => {
    for (const record of changed.values()) {
      saveDocument(context.database, projectId, record, 'present');
    }
    const references = changeReferences(context, projectId, { step, side });
    const cut = followMove(context.followers, move, step.cut);
    const turned = { ...step, references, cut };
    updateStep(context.database, { ...stored, side, target: null, step: turned });
  })();
  for (const record of changed.values()) setPresent(folder, record);
  return move.pieces;
};

const describeMove = (projectId: string, step: Step, side: Side, wholeText: string): TextMove => {
  const { documentId } = partsOf(step).first;
  const whole = { documentId, text: wholeText, version: step.wholeVersion };
  const parts = step.parts.map((part) => ({
    ...part,
    text: partText(part, wholeText),
    skipped: skippedOf(part),
  }));
  const join = joinMove(projectId, whole, parts);
  return side === 'joined' ? join : reverseMove(join);
};
