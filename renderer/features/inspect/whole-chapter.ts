/** Which segments are whole chapters (E2): their ids say so. */
import type { Segment } from '#shared/domain/assembly.ts';

export const holdsWholeChapter = ({ itemId, layer }: Pick<Segment, 'itemId' | 'layer'>): boolean =>
  layer === 'retrieved' && itemId?.startsWith('chapter:') === true;
