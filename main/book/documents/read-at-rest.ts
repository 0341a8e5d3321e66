/** Reads chapters that other programs write, when these seem to have finished. */
import { setTimeout as wait } from 'node:timers/promises';
import type { DocumentsContext } from './context.ts';
import { type ChapterFile, type ReadChapter, readChapterFile } from './read-file.ts';
import { type DocumentRecord, sameStamp } from './record.ts';

/** Another program that wrote so recently may be in the middle of it, ms. */
const restless = { since: 100, breath: 15, longest: 300 };
/**
 * Programs empty a file before they write it anew, and a busy machine may let them wait in between: what is left of a
 * chapter is believed when it has stayed so for this long, ms.
 */
const cutShort = { since: 1_500, breath: 50, longest: 1_500 };

/** `text`: what the file held when it was read last; null where it is not in memory. */
type HeldBefore = Pick<DocumentRecord, 'path' | 'version' | 'chosenEncoding' | 'charCount'> & {
  text: string | null;
};

export const heldBefore = ({ cache }: DocumentsContext, record: DocumentRecord): HeldBefore => {
  const cached = cache.get(record.documentId);
  return { ...record, text: cached?.version === record.version ? cached.text : null };
};

const isCutShort = ({ text }: ChapterFile, before: HeldBefore): boolean =>
  text.trim() === '' ? before.charCount > 0 : before.text?.startsWith(text) === true;

/** A changed file is read until two looks are alike, or it has not been written for a while (F17). Never throws for the file. */
export const readAtRest = async (root: string, before: HeldBefore): Promise<ReadChapter> => {
  const read = (): Promise<ReadChapter> =>
    readChapterFile(root, before.path, before.chosenEncoding);
  let outcome = await read();
  for (let waited = 0; ; ) {
    if (outcome.kind !== 'chapter' || outcome.chapter.version === before.version) return outcome;
    const { chapter } = outcome;
    const isShort = isCutShort(chapter, before);
    const { since, breath, longest } = isShort ? cutShort : restless;
    const isOld = Math.abs(Date.now() - chapter.stamp.modifiedAt) > since;
    if (isOld || waited >= longest) return outcome;
    await wait(breath);
    waited += breath;
    const again = await read();
    const isAlike = again.kind === 'chapter' && sameStamp(again.chapter.stamp, chapter.stamp);
    if (isAlike && !isShort) return again;
    outcome = again;
  }
};
