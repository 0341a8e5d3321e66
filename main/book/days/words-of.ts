/** Which words of a written text count as what. */
import { countChange } from '#main/base/text/count-change.ts';
import type { WrittenText } from './service.ts';
import type { HourWords } from './store.ts';

const none: HourWords = { typed: 0, removed: 0, pasted: 0, accepted: 0, imported: 0 };

/** The page's own count where it has one. What a model or a file brought is no work of the writer's hand (W3). */
export const wordsOf = ({
  before,
  after,
  by,
  words,
}: Omit<WrittenText, 'projectId' | 'documentId'>): HourWords => {
  if (words !== null) return { ...none, ...words };
  const { added, removed } = countChange(before, after);
  if (by === 'model') return { ...none, accepted: added, removed: 0 };
  return by === 'imported' ? { ...none, imported: added } : { ...none, typed: added, removed };
};
