import type { DocumentInfo } from '#shared/domain/project.ts';
import { createAlarm } from './alarm.ts';

/** Rest after a key before the rest of the desk hears of a save, ms. */
const restMs = 400;

export type SavedCounts = Pick<DocumentInfo, 'charCount' | 'wordCount'>;

/**
 * Holds what saves tell of the open chapter until its writer rests: the page shows its own count meanwhile, and no other
 * part of the desk is drawn while one types (F23).
 */
export function createSavedCounts(show: (documentId: string, counts: SavedCounts) => void) {
  const held = new Map<string, SavedCounts>();
  const release = (): void => {
    atRest.clear();
    const saved = [...held];
    held.clear();
    for (const [documentId, counts] of saved) show(documentId, counts);
  };
  const atRest = createAlarm(release);
  return {
    hold(documentId: string, counts: SavedCounts): void {
      held.set(documentId, counts);
      atRest.set(restMs);
    },
    /** A key was typed. */
    typed(): void {
      if (held.size > 0) atRest.set(restMs);
    },
    /** Shows what is held at once: another chapter is opened. */
    release,
    /** All chapters were listed anew, with what is held or newer. */
    drop(): void {
      held.clear();
      atRest.clear();
    },
  };
}
