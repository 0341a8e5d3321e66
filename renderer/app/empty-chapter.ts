import { countText } from '#shared/count-text.ts';
import type { DocumentInfo } from '#shared/domain/project.ts';

/** Whether nothing stands in a chapter but its title: nobody has written in it since it was made. */
export const isEmptyChapter = ({
  title,
  wordCount,
}: Pick<DocumentInfo, 'title' | 'wordCount'>): boolean =>
  wordCount === 0 || wordCount === countText(title).wordCount;
