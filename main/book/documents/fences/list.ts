/** The list of fenced chapters that lies in the book's folder, so that another machine knows of them (B2). */
import { createHash } from 'node:crypto';
import { z } from 'zod';
import { Fence } from '#shared/domain/fence.ts';
import { ChapterNumber, Identifier } from '#shared/domain/identifiers.ts';
import { type Sentences, sentencesOf } from '../likeness.ts';
import { isChapterPath } from '../scan.ts';
import { strictestFence } from '../strictest-fence.ts';

/** Sentences an entry remembers a chapter by: enough to know it again renamed and edited. */
const maxMarks = 64;
const maxEntries = 10_000;
/** Of an entry's marks: the file is that chapter, or has its text. */
const minSharedMarks = 0.3;

const RelativePath = z
  .string()
  .max(4096)
  .refine((path) => isChapterPath(path) && !path.split('/').includes('..'));

/** A chapter whose number a fence names is also told by its path: on another machine it may stand elsewhere. */
const ListedFence = Fence.omit({ notBeforeChapter: true }).extend({
  notBefore: z.object({ chapter: ChapterNumber, path: RelativePath.optional() }).optional(),
});
export type ListedFence = z.infer<typeof ListedFence>;

const FenceEntry = z.object({
  path: RelativePath,
  version: z.string().max(200),
  marks: z.array(z.string().regex(/^[0-9a-f]{8}$/)).max(maxMarks),
  /** Rises with every decision; the later one holds, of two at once the stricter. */
  revision: z.number().int().min(1).max(1_000_000_000),
  /** Null when the writer took it off. */
  fence: ListedFence.nullable(),
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

const orderedFence = ({ notBefore, knownBy, neverSend }: ListedFence): ListedFence => ({
  ...(notBefore
    ? {
        notBefore: {
          chapter: notBefore.chapter,
          ...(notBefore.path === undefined ? {} : { path: notBefore.path }),
        },
      }
    : {}),
  ...(knownBy ? { knownBy: knownBy.toSorted(byText) } : {}),
  ...(neverSend ? { neverSend } : {}),
});

const inOrder = ({ path, version, marks, revision, fence }: FenceEntry): FenceEntry => ({
  path,
  version,
  marks: marks.toSorted(byText),
  revision,
  fence: fence && orderedFence(fence),
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

const toFence = ({ notBefore, ...rest }: ListedFence): Fence => ({
  ...rest,
  ...(notBefore ? { notBeforeChapter: notBefore.chapter } : {}),
});

const strictestListed = (one: ListedFence, other: ListedFence): ListedFence => {
  const { notBeforeChapter, ...rest } = strictestFence([toFence(one), toFence(other)]) ?? {};
  const later = [one.notBefore, other.notBefore].find(
    (notBefore) => notBefore?.chapter === notBeforeChapter,
  );
  return { ...rest, ...(later ? { notBefore: later } : {}) };
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

/** Whether two say the same. */
export const isSameListed = (one: ListedFence | null, other: ListedFence | null): boolean =>
  JSON.stringify(one && orderedFence(one)) === JSON.stringify(other && orderedFence(other));

/** A fence as this machine numbers its chapters. */
export const resolveListed = (
  fence: ListedFence | null,
  numberOf: (path: string) => number | null,
): Fence | null => {
  if (fence === null) return null;
  const { notBefore, ...rest } = fence;
  if (!notBefore) return rest;
  const here = notBefore.path === undefined ? null : numberOf(notBefore.path);
  return { ...rest, notBeforeChapter: here ?? notBefore.chapter };
};

/** The same the other way round. */
export const listFence = (
  fence: Fence | null,
  pathOf: (chapter: number) => string | undefined,
): ListedFence | null => {
  if (fence === null) return null;
  const { notBeforeChapter: chapter, ...rest } = fence;
  if (chapter === undefined) return rest;
  const path = pathOf(chapter);
  return { ...rest, notBefore: { chapter, ...(path === undefined ? {} : { path }) } };
};
