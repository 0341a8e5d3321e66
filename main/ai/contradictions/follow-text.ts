/** Findings whose text went into another chapter (W1). Pure. */
import type { TextMove } from '#main/book/documents/service.ts';
import type { StoredFinding, StoredPlace } from '#main/book/findings/service.ts';

const followPlace = (place: StoredPlace, { side, whole, parts }: TextMove): StoredPlace => {
  if (place.source !== 'chapter') return place;
  if (side === 'joined') {
    const part = parts.find(({ documentId }) => documentId === place.id);
    return part ? { ...place, id: whole.documentId, offset: place.offset + part.start } : place;
  }
  if (place.id !== whole.documentId) return place;
  const part = parts.findLast(({ start }) => start <= place.offset);
  return part ? { ...place, id: part.documentId, offset: place.offset - part.start } : place;
};

/** Those that are changed by it. */
export const followFindings = (
  findings: readonly StoredFinding[],
  move: TextMove,
): StoredFinding[] =>
  findings.flatMap((finding) => {
    const [first, second] = finding.places;
    const places: StoredFinding['places'] = [followPlace(first, move), followPlace(second, move)];
    return places[0] === first && places[1] === second ? [] : [{ ...finding, places }];
  });
