/** Files that are second versions of a chapter by a name a writer may have given too, told by what they say (B4). */
import { lastKnownText, textAt } from './closed-text.ts';
import { possibleOriginal } from './conflict-copy.ts';
import type { DocumentsContext } from './context.ts';
import { compareTexts, sentencesOf } from './likeness.ts';
import type { OpenFolder } from './open-folder.ts';
import { type FoundFile, lookAtFile } from './scan.ts';

/** Parts of the longer text, or of the shorter one where one side wrote on: a second version, no chapter of its own. */
const likelyCopy = { ofLonger: 0.5, ofShorter: 0.8 };

const isLikelyCopy = async (
  context: DocumentsContext,
  folder: OpenFolder,
  { path, original }: { path: string; original: string },
): Promise<boolean> => {
  const beside = [...folder.present.values()].find((record) => record.path === original);
  // A chapter that was renamed is no copy: nothing is left where it was.
  if (!beside || (await lookAtFile(folder.root, original)) === null) return false;
  const known = sentencesOf(
    await lastKnownText(context, folder, beside),
    await textAt(folder, original),
  );
  const shared = compareTexts(known, sentencesOf(await textAt(folder, path)));
  return shared.ofLonger >= likelyCopy.ofLonger || shared.ofShorter >= likelyCopy.ofShorter;
};

/**
 * Paths of those among the files that are no chapters yet. Before anything is matched: a copy may be the chapter's own
 * file, moved aside for the other machine's.
 */
export const findLikelyCopies = async (
  context: DocumentsContext,
  folder: OpenFolder,
  files: readonly FoundFile[],
): Promise<Set<string>> => {
  const copies = new Set<string>();
  const suspects = files.flatMap(({ path }) => {
    const original = possibleOriginal(path);
    return original === null ? [] : [{ path, original }];
  });
  if (suspects.length === 0) return copies;
  const known = new Set([...folder.present.values()].map(({ path }) => path));
  for (const suspect of suspects) {
    if (known.has(suspect.path)) continue;
    if (await isLikelyCopy(context, folder, suspect)) copies.add(suspect.path);
  }
  return copies;
};
