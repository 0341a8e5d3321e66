/** Which words of a written text count as what. */
import { countChange } from '#main/base/text/count-change.ts';
import type { WrittenText } from './service.ts';
import type { HourWords } from './store.ts';

export const noHourWords: HourWords = { typed: 0, removed: 0, pasted: 0, accepted: 0, imported: 0 };

/** The page's own count where it has one. What a model wrote is no work of the writer's hand (W3). */
export const wordsOf = ({
  before,
  after,
  by,
  words,
}: Omit<WrittenText, 'projectId' | 'documentId'>): HourWords => {
  if (words !== null) return { ...noHourWords, ...words };
  const { added, removed } = countChange(before, after);
  if (by === 'model') return { ...noHourWords, accepted: added, removed: 0 };
  return { ...noHourWords, typed: added, removed };
};
