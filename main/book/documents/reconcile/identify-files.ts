/** Which chapter each file of a folder is: told by its stamp, else by path, content, name, record and text. */
import type { ScanProblem } from '#shared/domain/project.ts';
import type { StoredFence } from '../../chapter-reference.ts';
import type { DocumentsContext } from '../context.ts';
import { describeFile, type FileFacts } from '../describe.ts';
import { matchAnnounced } from '../fences/announced.ts';
import { followLost } from '../follow-lost.ts';
import { findLikelyCopies } from '../likely-copies.ts';
import { type Matches, matchRead, matchUnchanged } from '../match.ts';
import type { OpenFolder } from '../open-folder.ts';
import { heldBefore, readAtRest } from '../read-at-rest.ts';
import { readChapterFile } from '../read-file.ts';
import type { FoundFile, Scan } from '../scan.ts';
import type { CachedText } from '../text-cache.ts';
import type { KnownBefore } from './known-before.ts';

const readersAtOnce = 8;

type ReadFile = FileFacts & {
  empty: boolean;
  /** Null for files at whose path no chapter was. */
  text: CachedText | null;
};

export type Identified = {
  /** Files that are chapters. */
  files: readonly FoundFile[];
  /** Those that say what they said. */
  unchanged: Matches;
  /** Those that are new or say something else. */
  read: readonly FileFacts[];
  /** What the read ones of chapters that are known say, by path. */
  texts: ReadonlyMap<string, CachedText>;
  /** Whose files the read ones are; a new chapter's is nobody's. */
  matches: Matches;
  /** Fences of closed chapters that read files take over, by path. */
  takenOver: ReadonlyMap<string, StoredFence>;
  /** Paths of conflict copies, which are no chapters. */
  copies: readonly string[];
  problems: readonly ScanProblem[];
};

/** Reads files a few at a time and keeps of new ones only what the binder needs of each. */
const readAll = async (
  context: DocumentsContext,
  { root, missing, present }: OpenFolder,
  files: readonly FoundFile[],
  { countsOf }: KnownBefore,
): Promise<{ read: ReadFile[]; problems: ScanProblem[] }> => {
  const read: ReadFile[] = [];
  const problems: ScanProblem[] = [];
  // Of two that were at one path, the one that is there now has the say.
  const recordAt = new Map(
    [...missing.values(), ...present.values()].map((record) => [record.path, record]),
  );
  const queue = files.values();
  const work = async (): Promise<void> => {
    for (const { path } of queue) {
      const known = recordAt.get(path);
      const outcome = known
        ? await readAtRest(root, heldBefore(context, known))
        : await readChapterFile(root, path, null);
      if (outcome.kind === 'problem') problems.push(outcome.problem);
      if (outcome.kind !== 'chapter') continue;
      const { chapter } = outcome;
      const facts = describeFile(path, chapter, countsOf.get(chapter.version));
      const { stamp, version, text } = chapter;
      const isKnown = known !== undefined;
      read.push({
        ...facts,
        empty: text.trim() === '',
        text: isKnown ? { stamp, version, text } : null,
      });
    }
  };
  await Promise.all(Array.from({ length: readersAtOnce }, work));
  return { read, problems };
};

/** The caller holds the folder's mutex. */
export const identifyFiles = async (
  context: DocumentsContext,
  folder: OpenFolder,
  scan: Scan,
  before: KnownBefore,
): Promise<Identified> => {
  const { files: known, records } = before;
  const likely = await findLikelyCopies(context, folder, scan.files);
  const files = scan.files.filter(({ path }) => !likely.has(path));
  const unchanged = matchUnchanged(known, files);
  const changed = files.filter(({ path }) => !unchanged.has(path));
  const { read, problems } = await readAll(context, folder, changed, before);
  const settled = new Set(unchanged.values());
  const open = known.filter(({ documentId }) => !settled.has(documentId));
  const empty = new Set(read.filter((file) => file.empty).map(({ version }) => version));
  const matches = matchRead(open, read, empty);
  await matchAnnounced(context, folder, { known: open, read, matches });
  const found = new Set([...settled, ...matches.values()]);
  const takenOver = await followLost(context, folder, {
    lost: known.flatMap(({ documentId }) =>
      found.has(documentId) ? [] : (folder.present.get(documentId) ?? []),
    ),
    found: new Map([...records].filter(([documentId]) => found.has(documentId))),
    read,
    matches,
  });
  return {
    files,
    unchanged,
    read: read.map(({ empty: _empty, text: _text, ...facts }) => facts),
    texts: new Map(read.flatMap(({ path, text }) => (text ? [[path, text]] : []))),
    matches,
    takenOver,
    copies: [...scan.copies, ...likely],
    problems: [...scan.problems, ...problems],
  };
};
