/** Which items and segments are whole chapters (E2): their ids say so. */
import type { AssemblyItem, Segment } from '#shared/domain/assembly.ts';

const prefix = 'chapter:';

export const isWholeChapter = ({ id, source }: Pick<AssemblyItem, 'id' | 'source'>): boolean =>
  source === 'manuscript' && id.startsWith(prefix);

export const holdsWholeChapter = ({ itemId, layer }: Pick<Segment, 'itemId' | 'layer'>): boolean =>
  layer === 'retrieved' && itemId?.startsWith(prefix) === true;
