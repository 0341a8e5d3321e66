import { placeKey, type Place, type Selection } from './places.ts';

export type Line =
  | { kind: 'chapter'; key: string; documentId: string; places: readonly Place[]; ticked: number }
  | { kind: 'head'; key: string; count: number }
  | { kind: 'place'; key: string; place: Place };

const grouped = (places: readonly Place[]): Map<string, Place[]> => {
  const chapters = new Map<string, Place[]>();
  for (const place of places) {
    const list = chapters.get(place.documentId);
    if (list) list.push(place);
    else chapters.set(place.documentId, [place]);
  }
  return chapters;
};

/** What is sure stands by chapter; what is doubtful stands apart below, one line after the other. */
export const linesOf = (places: readonly Place[], { isTicked }: Selection): Line[] => {
  const lines: Line[] = [];
  for (const [documentId, own] of grouped(places.filter(({ doubt }) => doubt === null))) {
    const ticked = own.filter(isTicked).length;
    lines.push({ kind: 'chapter', key: documentId, documentId, places: own, ticked });
    for (const place of own) lines.push({ kind: 'place', key: placeKey(place), place });
  }
  const doubtful = places.filter(({ doubt }) => doubt !== null);
  if (doubtful.length > 0) lines.push({ kind: 'head', key: 'doubtful', count: doubtful.length });
  for (const place of doubtful) lines.push({ kind: 'place', key: placeKey(place), place });
  return lines;
};
