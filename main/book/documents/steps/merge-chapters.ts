/** Neighbouring chapters become one (W1). */
import { nanoid } from 'nanoid';
import { findFrontMatter } from '#shared/front-matter.ts';
import { AppError } from '#shared/errors.ts';
import type { Parsed } from '#shared/contract/index.ts';
import type { MovedPiece } from '#shared/domain/moved-piece.ts';
import { acceptText } from '../accept-text.ts';
import type { DocumentsContext } from '../context.ts';
import { requireKnownFences } from '../fences/sync.ts';
import { explainReadFailure } from '../file-errors.ts';
import { binderOrder, type OpenFolder } from '../open-folder.ts';
import { readNow } from '../read-now.ts';
import type { DocumentRecord } from '../record.ts';
import { versionOf } from '../version.ts';
import { minHash, synopsisMark } from '../synopsis-mark.ts';
import { decisionsOf, joinDecisions } from './carry.ts';
import { joinChapters } from './join-chapters.ts';
import { requireSettled, requireVersion } from './require-version.ts';
import { joinTexts, skippedOf, type Step, type StepPart } from './step.ts';
import { insertStep, listSplitsOf, removeStep, type StoredStep } from './step-store.ts';

/** DOCUMENT_NOT_FOUND, INVALID_INPUT for chapters that do not follow one another. */
const requireNeighbours = (
  folder: OpenFolder,
  documentIds: readonly string[],
): DocumentRecord[] => {
  const order = binderOrder(folder);
  const from = order.indexOf(documentIds[0] ?? '');
  const records = documentIds.map((documentId) => {
    const record = folder.present.get(documentId);
    if (record) return record;
    throw new AppError('DOCUMENT_NOT_FOUND', 'There is no such chapter in this project.', {
      documentId,
    });
  });
  if (documentIds.every((id, index) => order[from + index] === id)) return records;
  throw new AppError('INVALID_INPUT', 'The chapters do not follow one another.', {
    issues: [{ path: 'documentIds', message: 'not neighbours in order' }],
  });
};

const lineEnds = (text: string, at: RegExp): number => at.exec(text)?.[0].length ?? 0;

/**
 * Line ends that keep a text from running into the last paragraph of the one before, or making it a heading by its `---`;
 * none where a split had cut the line.
 */
const gapBetween = (before: string, after: string, wasSplit: boolean): number => {
  if (wasSplit || before === '' || after === '') return 0;
  if (before.endsWith('\n') && /^#{1,6} /.test(after)) return 0;
  return Math.max(0, 2 - lineEnds(before, /\n*$/) - lineEnds(after, /^\n*/));
};

type Read = { record: DocumentRecord; text: string };

/** Whether a split parted these two, and both are as it left them: in another text a cut line is no line any more. */
const wasCutBetween = (
  { database }: DocumentsContext,
  { projectId }: OpenFolder,
  before: Read,
  after: Read,
): boolean => {
  const isAsParted = (part: StepPart | undefined, { record, text }: Read): boolean =>
    part?.documentId === record.documentId && part.version === versionOf(text);
  return listSplitsOf(database, projectId, after.record.documentId).some(
    ({ side, step: { parts } }) =>
      side === 'parted' && isAsParted(parts[0], before) && isAsParted(parts[1], after),
  );
};

/** What stays out of the whole: it says something about its chapter, and is no text of the book. The first is the whole's. */
const frontMatterLeftOut = (before: Read | undefined, text: string, wasCut: boolean): string =>
  before === undefined || wasCut ? '' : (findFrontMatter(text)?.whole ?? '');

const planMerge = (context: DocumentsContext, folder: OpenFolder, read: readonly Read[]): Step => {
  let end = 0;
  const parts = read.map(({ record, text }, index): StepPart => {
    const before = read[index - 1];
    const { documentId, path } = record;
    const wasCut = before !== undefined && wasCutBetween(context, folder, before, { record, text });
    const frontMatter = frontMatterLeftOut(before, text, wasCut);
    const prose = text.slice(frontMatter.length);
    const start = end + (before === undefined ? 0 : gapBetween(before.text, prose, wasCut));
    end = start + prose.length;
    return {
      documentId,
      path,
      start,
      end,
      version: versionOf(text),
      decisions: decisionsOf(record),
      ...(frontMatter === '' ? {} : { frontMatter }),
    };
  });
  const whole = acceptText(
    joinTexts(
      parts,
      read.map(({ text }) => text),
    ),
  );
  const wholeVersion = versionOf(whole);
  const records = read.map(({ record }) => record);
  return {
    kind: 'merge',
    wholeVersion,
    parts,
    joinedDecisions: joinDecisions(
      records,
      synopsisMark({ version: wholeVersion, minHash: minHash(whole) }),
    ),
    references: [],
  };
};

export type Merged = {
  undoId: string;
  pieces: readonly MovedPiece[];
  /** Chapters whose front matter the whole has not. */
  frontMatterLeftOut: readonly string[];
};

/** The caller holds the folder's mutex. Answers what went where. Errors: those of the service. */
export const mergeChapters = async (
  context: DocumentsContext,
  folder: OpenFolder,
  { documentIds, expectedVersions }: Parsed<'documents:merge'>,
): Promise<Merged> => {
  requireKnownFences(folder);
  const read: Read[] = [];
  for (const [index, record] of requireNeighbours(folder, documentIds).entries()) {
    const current = await readNow(context, folder, record);
    if (current === null) throw await explainReadFailure(folder.root, record.path, 'ENOENT');
    requireVersion(record, current, expectedVersions?.[index] ?? current.version);
    requireSettled(folder, record, current);
    const latest = folder.present.get(record.documentId) ?? record;
    read.push({ record: latest, text: current.text });
  }
  const step = planMerge(context, folder, read);
  const leftOut = step.parts.filter((part) => skippedOf(part) > 0).map((part) => part.documentId);
  const stepId = nanoid();
  const { database, clock } = context;
  insertStep(database, folder.projectId, { stepId, side: 'parted', step }, clock.now());
  try {
    const stored: StoredStep = { stepId, side: 'parted', target: null, step };
    const pieces = await joinChapters(context, folder, stored);
    return { undoId: stepId, pieces, frontMatterLeftOut: leftOut };
  } catch (error) {
    removeStep(database, stepId);
    throw error;
  }
};
