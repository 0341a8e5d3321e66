/** The list of fenced chapters that lies in the book's folder, so that another machine knows of them (B2). */
import { createHash } from 'node:crypto';
import { z } from 'zod';
import { Fence } from '#shared/domain/fence.ts';
import { ChapterNumber, Identifier } from '#shared/domain/identifiers.ts';
import type { ChapterReference } from '#shared/domain/fence.ts';
import type { StoredFence } from '../../chapter-reference.ts';
import { type Sentences, sentencesOf } from '../likeness.ts';
import { isChapterPath } from '../scan.ts';
import { distinct, strictestFence } from '../../strictest-fence.ts';

/** Sentences an entry remembers a chapter by: enough to know it again renamed and edited. */
const maxMarks = 64;
const maxEntries = 10_000;
/** Of an entry's marks: the file is that chapter, or has its text. */
const minSharedMarks = 0.3;

const RelativePath = z
  .string()
  .max(4096)
  .refine((path) => isChapterPath(path) && !path.split('/').includes('..'));

/** A chapter that a fence names is also told by its path: another machine may know it under another id. */
const ListedReference = z.object({
  documentId: Identifier.optional(),
  path: RelativePath.optional(),
  ahead: ChapterNumber.optional(),
  chapter: ChapterNumber.optional(),
});
type ListedReference = z.infer<typeof ListedReference>;

const ListedFence = Fence.omit({ notBeforeChapter: true }).extend({
  notBefore: z.array(ListedReference).min(1).max(50).optional(),
});
export type ListedFence = z.infer<typeof ListedFence>;

const FenceEntry = z.object({
  path: RelativePath,
  version: z.string().max(200),
  marks: z.array(z.string().regex(/^[0-9a-f]{8}$/)).max(maxMarks),
  /** Rises with every decision; the later one holds, of two at once the stricter. */
  revision: z.number().int().min(1).max(1_000_000_000),
  /** Null when the writer took it off, or the chapter goes by another key. */
  fence: ListedFence.nullable(),
  /** That other key, under which stands what is decided of it. */
  sameAs: Identifier.optional(),
});
export type FenceEntry = z.infer<typeof FenceEntry>;

const FenceList = z.object({
  formatVersion: z.literal(1),
  chapters: z.record(Identifier, FenceEntry),
});

/** Entries by key: the id of the chapter on the machine that fenced it first. */
export type FenceEntries = ReadonlyMap<string, FenceEntry>;

/** Null for anything that is not a whole list. */
export const parseFenceList = (text: string): FenceEntries | null => {
  let content: unknown;
  try {
    content = JSON.parse(text);
  } catch {
    return null;
  }
  const list = FenceList.safeParse(content);
  if (!list.success) return null;
  const entries = Object.entries(list.data.chapters);
  return entries.length > maxEntries ? null : new Map(entries);
};

const byText = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0);

const orderedReference = ({
  documentId,
  path,
  ahead,
  chapter,
}: ListedReference): ListedReference => ({
  ...(documentId === undefined ? {} : { documentId }),
  ...(path === undefined ? {} : { path }),
  ...(ahead === undefined ? {} : { ahead }),
  ...(chapter === undefined ? {} : { chapter }),
});

const byJson = (one: unknown, other: unknown): number =>
  byText(JSON.stringify(one), JSON.stringify(other));

const orderedFence = ({ notBefore, knownBy, neverSend }: ListedFence): ListedFence => ({
  ...(notBefore ? { notBefore: notBefore.map(orderedReference).toSorted(byJson) } : {}),
  ...(knownBy ? { knownBy: knownBy.toSorted(byText) } : {}),
  ...(neverSend ? { neverSend } : {}),
});

const inOrder = ({ path, version, marks, revision, fence, sameAs }: FenceEntry): FenceEntry => ({
  path,
  version,
  marks: marks.toSorted(byText),
  revision,
  fence: fence && orderedFence(fence),
  ...(sameAs === undefined ? {} : { sameAs }),
});

/** The same bytes for the same entries, on every machine (B6). */
export const formatFenceList = (entries: FenceEntries): string => {
  const chapters = Object.fromEntries(
    [...entries]
      .toSorted(([one], [other]) => byText(one, other))
      .map(([key, entry]) => [key, inOrder(entry)]),
  );
  return `${JSON.stringify({ formatVersion: 1, chapters }, null, 2)}\n`;
};

const strictestListed = (one: ListedFence, other: ListedFence): ListedFence => {
  const { notBefore: _first, ...mine } = one;
  const { notBefore: _second, ...theirs } = other;
  const notBefore = distinct(
    [...(one.notBefore ?? []), ...(other.notBefore ?? [])].map(orderedReference),
  );
  return { ...strictestFence([mine, theirs]), ...(notBefore.length > 0 ? { notBefore } : {}) };
};

/** Of two entries of one chapter: the later decision, of two made at once the stricter. */
const mergeEntries = (one: FenceEntry, other: FenceEntry): FenceEntry => {
  if (one.revision !== other.revision) return one.revision > other.revision ? one : other;
  const [first = one] = [one, other].toSorted((a, b) =>
    byText(JSON.stringify(inOrder(a)), JSON.stringify(inOrder(b))),
  );
  const fence =
    one.fence && other.fence ? strictestListed(one.fence, other.fence) : (one.fence ?? other.fence);
  return { ...first, fence };
};

/** Everything that any of several copies of the list says: nothing is closed less by losing a copy (B2). */
export const mergeFenceLists = (lists: readonly FenceEntries[]): FenceEntries => {
  const merged = new Map<string, FenceEntry>();
  for (const list of lists) {
    for (const [key, entry] of list) {
      const known = merged.get(key);
      merged.set(key, known ? mergeEntries(known, entry) : entry);
    }
  }
  return merged;
};

const markOf = (sentence: string): string =>
  createHash('sha256').update(sentence).digest('hex').slice(0, 8);

/** What a text is known by: the smallest of its sentences' hashes. */
export const marksOf = (text: string): string[] =>
  [...new Set([...sentencesOf(text)].map(markOf))].toSorted(byText).slice(0, maxMarks);

/** Whether a text has so much of the chapter an entry speaks of that it must be that, or a copy. */
export const holdsMarked = ({ marks }: FenceEntry, sentences: Sentences): boolean => {
  if (marks.length === 0) return false;
  const held = new Set([...sentences].map(markOf));
  return marks.filter((mark) => held.has(mark)).length >= marks.length * minSharedMarks;
};

/** What a machine knows of its chapters. */
export type KnownChapters = {
  isKnown(documentId: string): boolean;
  idAt(path: string): string | undefined;
  pathOf(documentId: string): string | undefined;
};

const resolveListedReference = (
  { documentId, path, ahead, chapter }: ListedReference,
  known: KnownChapters,
): ChapterReference => {
  const here = path === undefined ? undefined : known.idAt(path);
  const isOwn = documentId !== undefined && known.isKnown(documentId);
  const id = isOwn ? documentId : (here ?? documentId);
  if (id === undefined) return { chapter: chapter ?? 1 };
  return { documentId: id, ...(ahead === undefined ? {} : { ahead }) };
};

/** A fence by the ids of this machine. A chapter it does not know keeps its foreign id: what waits for it stays closed. */
export const resolveListed = (
  fence: ListedFence | null,
  known: KnownChapters,
): StoredFence | null => {
  if (fence === null) return null;
  const { notBefore, ...rest } = fence;
  if (!notBefore) return rest;
  return {
    ...rest,
    notBefore: distinct(notBefore.map((one) => resolveListedReference(one, known))),
  };
};

/** The same the other way round. */
export const listFence = (fence: StoredFence | null, known: KnownChapters): ListedFence | null => {
  if (fence === null) return null;
  const { notBefore, ...rest } = fence;
  if (!notBefore) return rest;
  return {
    ...rest,
    notBefore: notBefore.map((one) => {
      if ('chapter' in one) return one;
      const path = known.pathOf(one.documentId);
      return { ...one, ...(path === undefined ? {} : { path }) };
    }),
  };
};

/** The fence with the paths its chapters have now, where this machine gave them their ids. */
export const refreshPaths = (
  fence: ListedFence | null,
  known: KnownChapters,
): ListedFence | null =>
  fence?.notBefore
    ? {
        ...fence,
        notBefore: fence.notBefore.map((one) => {
          const path = one.documentId === undefined ? undefined : known.pathOf(one.documentId);
          return path === undefined ? one : { ...one, path };
        }),
      }
    : fence;

/** Whether two close the same. */
export const isSameFence = (one: StoredFence | null, other: StoredFence | null): boolean =>
  keyOfFence(one) === keyOfFence(other);

const keyOfFence = (fence: StoredFence | null): string =>
  fence === null
    ? ''
    : JSON.stringify([
        distinct(fence.notBefore ?? []).toSorted(byJson),
        fence.knownBy?.toSorted(byText) ?? null,
        fence.neverSend === true,
      ]);
