/** What becomes of the chapters whose files a look found. */
import { nanoid } from 'nanoid';
import type { StoredFence } from '../../chapter-reference.ts';
import { strictestFence } from '../../strictest-fence.ts';
import type { DocumentsContext } from '../context.ts';
import { describeFile, type FileFacts } from '../describe.ts';
import { createAnnouncedFinder } from '../fences/announced.ts';
import type { OpenFolder } from '../open-folder.ts';
import { keepReplacedText, supersede } from '../outside-edit.ts';
import { readChapterFile } from '../read-file.ts';
import { type DocumentRecord, sameStamp, undecided } from '../record.ts';
import type { FoundFile } from '../scan.ts';
import { type CachedText, keepInMemory } from '../text-cache.ts';
import type { Identified } from './identify-files.ts';
import type { KnownBefore } from './known-before.ts';

export type RecordChange = { record: DocumentRecord; state: 'present' | 'missing' };

/** What a look changes. */
export type Outcome = {
  /** By document id. */
  changes: Map<string, RecordChange>;
  /** Documents whose text is another one now. */
  edited: DocumentRecord[];
};

/** A heading names the chapter wherever its file goes; a name taken from the file goes with it. */
const renamed = async (
  folder: OpenFolder,
  record: DocumentRecord,
  { path }: FoundFile,
  { countsOf }: KnownBefore,
): Promise<DocumentRecord> => {
  const outcome = await readChapterFile(folder.root, path, record.chosenEncoding);
  if (outcome.kind !== 'chapter') return { ...record, path };
  const { chapter } = outcome;
  return { ...record, ...describeFile(path, chapter, countsOf.get(chapter.version)) };
};

/** Files that say what they said, at another place or back again. */
export const takeUnchanged = async (
  folder: OpenFolder,
  { files, unchanged }: Identified,
  before: KnownBefore,
  { changes }: Outcome,
): Promise<void> => {
  for (const file of files) {
    const record = before.records.get(unchanged.get(file.path) ?? '');
    if (!record) continue;
    const { documentId } = record;
    const isSamePath = record.path === file.path;
    if (isSamePath && folder.present.has(documentId)) continue;
    const moved = isSamePath ? record : await renamed(folder, record, file, before);
    changes.set(documentId, { record: moved, state: 'present' });
  }
};

/** The chapter with the fence that its file takes over from the closed text it holds now. */
const withTakenOver = (
  next: DocumentRecord,
  known: DocumentRecord | undefined,
  fence: StoredFence,
): DocumentRecord => ({
  ...next,
  fence: strictestFence(known?.fence ? [known.fence, fence] : [fence]),
  // What a new file takes over nobody has decided yet.
  fenceRevision: known ? next.fenceRevision + 1 : next.fenceRevision,
});

/** The text that was there goes to the versions, and whoever still writes in it is told. */
const noteEdited = async (
  context: DocumentsContext,
  folder: OpenFolder,
  known: DocumentRecord,
  text: CachedText | undefined,
): Promise<void> => {
  await keepReplacedText(context, folder, known);
  // What comes next finds this text as the one before it, also where nobody reads the chapter in between.
  if (text) {
    keepInMemory(context.cache, known.documentId, text);
    const key = { projectId: folder.projectId, documentId: known.documentId };
    await context.origins.read(key, text, known.version);
  }
  supersede(folder, known.documentId, known.version);
  folder.rivals.set(known.documentId, context.clock.now());
};

const isAsKnown = (folder: OpenFolder, known: DocumentRecord, next: DocumentRecord): boolean =>
  folder.present.has(known.documentId) && known.path === next.path && sameStamp(known, next);

/** Files that are new or say something else. Answers the ids of their chapters. */
export const takeRead = async (
  context: DocumentsContext,
  folder: OpenFolder,
  { look, before }: { look: Identified; before: KnownBefore },
  { changes, edited }: Outcome,
): Promise<ReadonlySet<string>> => {
  const ids = new Set<string>();
  const findAnnounced = await createAnnouncedFinder(context, folder);
  const take = async (facts: FileFacts): Promise<void> => {
    const matched = look.matches.get(facts.path);
    const announced = matched === undefined ? await findAnnounced(facts) : null;
    const documentId = matched ?? announced?.documentId ?? nanoid();
    ids.add(documentId);
    if (announced) folder.awaited.set(documentId, announced);
    const known = before.records.get(documentId);
    const fenceKey = announced?.fenceKey ?? null;
    const plain = { ...undecided, fenceKey, ...known, ...facts, documentId };
    const fence = look.takenOver.get(facts.path);
    const next = fence ? withTakenOver(plain, known, fence) : plain;
    if (known && known.version !== next.version) {
      await noteEdited(context, folder, known, look.texts.get(facts.path));
      edited.push(next);
    }
    if (known && !fence && isAsKnown(folder, known, next)) return;
    changes.set(documentId, { record: next, state: 'present' });
  };
  for (const facts of look.read) await take(facts);
  return ids;
};
