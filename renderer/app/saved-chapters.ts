import type { DocumentInfo } from '#shared/domain/project.ts';
import { createAlarm } from './alarm.ts';
import type { ChapterCounts } from './session.ts';

/** Rest after the last save and the last key before the rest of the desk hears of them, ms. */
const restMs = 400;

export type ShowChapters = {
  list(documents: DocumentInfo[]): void;
  count(counts: ReadonlyMap<string, ChapterCounts>): void;
};

/**
 * Holds what saves tell of chapters until no more come and the writer rests: the page shows its own count meanwhile, no
 * other part of the desk is drawn while one types (F23), and a hundred chapters written one after the other are drawn once.
 */
export function createSavedChapters(show: ShowChapters) {
  let listed: DocumentInfo[] | null = null;
  const counted = new Map<string, ChapterCounts>();
  const drop = (): void => {
    listed = null;
    counted.clear();
    atRest.clear();
  };
  const release = (): void => {
    const [list, counts] = [listed, new Map(counted)];
    drop();
    if (list !== null) show.list(list);
    if (counts.size > 0) show.count(counts);
  };
  const atRest = createAlarm(release);
  return {
    counted(documentId: string, counts: ChapterCounts): void {
      counted.set(documentId, counts);
      atRest.set(restMs);
    },
    /** All chapters anew, with what is held or newer: at once, but for one that follows others. */
    listed(documents: DocumentInfo[]): void {
      counted.clear();
      if (atRest.isSet()) listed = documents;
      else show.list(documents);
      atRest.set(restMs);
    },
    /** A key was typed. */
    typed(): void {
      if (atRest.isSet()) atRest.set(restMs);
    },
    /** Shows what is held at once: another chapter is opened. */
    release,
    drop,
  };
}
