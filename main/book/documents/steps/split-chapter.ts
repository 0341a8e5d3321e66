/** The rest of a chapter becomes a chapter of its own (W1). */
import { basename, dirname, extname } from 'node:path';
import { nanoid } from 'nanoid';
import { countText } from '#shared/count-text.ts';
import { fileNameFor } from '#shared/domain/file-name.ts';
import { AppError } from '#shared/errors.ts';
import type { Parsed } from '#shared/contract/index.ts';
import { acceptText } from '../accept-text.ts';
import { inFolder, stemFor } from '../chapter-path.ts';
import type { DocumentsContext } from '../context.ts';
import { placeAfter } from '../create-chapter.ts';
import { requireKnownFences } from '../fences/sync.ts';
import { explainReadFailure } from '../file-errors.ts';
import { findFreePath } from '../move-file.ts';
import type { OpenFolder } from '../open-folder.ts';
import type { ChapterFile } from '../read-file.ts';
import { readNow } from '../read-now.ts';
import type { DocumentRecord } from '../record.ts';
import { firstHeading } from '../title.ts';
import { versionOf } from '../version.ts';
import { decisionsOf, decisionsOfHalf } from './carry.ts';
import { partChapter } from './part-chapter.ts';
import { requireSettled, requireVersion } from './require-version.ts';
import type { Step } from './step.ts';
import { insertStep, removeStep } from './step-store.ts';
import { shareGoal } from '#main/book/word-goals.ts';

/** INVALID_INPUT where one side would be empty, or could not be stored alone. */
const requirePlace = (text: string, at: number): void => {
  const [before, after] = [text.slice(0, at), text.slice(at)];
  const isPlace = before !== '' && after !== '' && before.isWellFormed() && after.isWellFormed();
  if (isPlace && acceptText(after) === after) return;
  throw new AppError('INVALID_INPUT', 'The chapter cannot be split there.', {
    issues: [{ path: 'at', message: 'parts nothing' }],
  });
};

/** `name (2)`: a name, and its number among those that were told apart so. */
const numbered = /^(.+?) \((\d+)\)$/u;

/** The old title with the next number: the file's name is the title of a text without a heading. */
const continuedName = ({ title }: DocumentRecord): { name: string; number: number } => {
  const [, name = title, number = '1'] = numbered.exec(title) ?? [];
  return { name, number: Number(number) + 1 };
};

/** Beside the old file: named by the title, the heading the text begins with, or as what it continues. */
const choosePath = (
  root: string,
  record: DocumentRecord,
  { title, text }: { title: string | undefined; text: string },
): Promise<string> => {
  const given = title ?? firstHeading(text)?.title;
  const { name, number } =
    given === undefined ? continuedName(record) : { name: given, number: undefined };
  const stem = title === undefined ? fileNameFor(name) : stemFor(title);
  const path = `${stem ?? basename(record.path, extname(record.path))}${extname(record.path)}`;
  return findFreePath(root, inFolder(dirname(record.path), path), number);
};

const planSplit = async (
  folder: OpenFolder,
  record: DocumentRecord,
  current: ChapterFile,
  { at, title }: Parsed<'documents:split'>,
): Promise<Step> => {
  const { text, version } = current;
  const [first, rest] = [text.slice(0, at), text.slice(at)];
  const { documentId } = record;
  const decisions = decisionsOf(record);
  const path = await choosePath(folder.root, record, { title, text: rest });
  const goals = shareGoal(record.wordGoal, {
    first: countText(first).wordCount,
    rest: countText(rest).wordCount,
  });
  return {
    kind: 'split',
    wholeVersion: version,
    parts: [
      {
        ...{ documentId, path: record.path, start: 0, end: at, version: versionOf(first) },
        decisions: { ...decisions, wordGoal: goals.first },
      },
      {
        ...{ documentId: nanoid(), path, start: at, end: text.length, version: versionOf(rest) },
        decisions: { ...decisionsOfHalf(record), wordGoal: goals.rest },
      },
    ],
    joinedDecisions: decisions,
    references: [],
  };
};

/** The caller holds the folder's mutex. Errors: those of the service. */
export const splitChapter = async (
  context: DocumentsContext,
  folder: OpenFolder,
  record: DocumentRecord,
  request: Parsed<'documents:split'>,
): Promise<{ documentId: string; undoId: string }> => {
  requireKnownFences(folder);
  const current = await readNow(context, folder, record);
  if (current === null) throw await explainReadFailure(folder.root, record.path, 'ENOENT');
  requireVersion(record, current, request.expectedVersion);
  requireSettled(folder, record, current);
  requirePlace(current.text, request.at);
  const latest = folder.present.get(record.documentId) ?? record;
  const step = await planSplit(folder, latest, current, request);
  const stepId = nanoid();
  const { database, clock } = context;
  insertStep(database, folder.projectId, { stepId, side: 'joined', step }, clock.now());
  try {
    await partChapter(context, folder, { stepId, side: 'joined', target: null, step });
  } catch (error) {
    removeStep(database, stepId);
    throw error;
  }
  const added = step.parts[1]?.documentId ?? '';
  placeAfter(context, folder, added, record.documentId);
  return { documentId: added, undoId: stepId };
};
