import type { KeptMarks, LeftAlone, RenameDoubt } from '#shared/domain/manuscript.ts';
import type { Output } from '#shared/contract/index.ts';

/** A place of either search, with what it would become. */
export type Place = {
  documentId: string;
  start: number;
  end: number;
  before: string;
  match: string;
  after: string;
  paragraph: number;
  to: string;
  doubt: RenameDoubt | null;
  /** The longer name it is part of. */
  longer: string | null;
  /** The marks what takes its place stands between, where its words go on over emphasis. */
  keptMarks?: KeptMarks | undefined;
  /** What the groups of a regular expression matched; absent for other searches. */
  captures?: readonly (string | null)[] | undefined;
};

export type Found = {
  places: readonly Place[];
  /** Also those that are not listed. */
  total: number;
  leftAlone: readonly LeftAlone[];
  forms: Output<'manuscript:rename:preview'>['forms'];
  records: Output<'manuscript:rename:preview'>['records'];
  namesLeft: Output<'manuscript:rename:preview'>['namesLeft'];
};

export const nothingFound: Found = {
  ...{ places: [], total: 0, leftAlone: [], forms: [], records: [] },
  namesLeft: { volumes: [], chapters: [], labels: [] },
};

type RecordPreview = Found['records'][number];

/** The words of a record that change and those around them, each with where it begins. */
export const placeParts = ({ parts }: RecordPreview) => {
  let end = 0;
  return parts.map((part) => {
    const at = end;
    end += part.text.length;
    return { ...part, at };
  });
};

export const placeKey = ({ documentId, start }: Pick<Place, 'documentId' | 'start'>): string =>
  `${documentId}:${start}`;
export const recordKey = ({ change }: RecordPreview): string => `${change.kind}:${change.id}`;

/** What was ticked or unticked by hand: everything else is ticked where it is sure. */
export type Flipped = ReadonlySet<string>;

export type Selection = {
  isClosed: (documentId: string) => boolean;
  isTicked: (place: Place) => boolean;
  isRecordTicked: (record: RecordPreview) => boolean;
  ticked: readonly Place[];
  records: readonly RecordPreview[];
};

/** Which places would be replaced: never those of chapters that can only be read, nor those that would stay the same. */
export const selectPlaces = (found: Found, flipped: Flipped): Selection => {
  const closed = new Set(found.leftAlone.map(({ documentId }) => documentId));
  const isClosed = (documentId: string) => closed.has(documentId);
  const isTicked = (place: Place) =>
    !isClosed(place.documentId) &&
    place.to !== place.match &&
    (place.doubt === null) !== flipped.has(placeKey(place));
  const isRecordTicked = (record: RecordPreview) =>
    !record.isUnfit && !flipped.has(recordKey(record));
  return {
    isClosed,
    isTicked,
    isRecordTicked,
    ticked: found.places.filter(isTicked),
    records: found.records.filter(isRecordTicked),
  };
};

/** How many places are not ticked, by why: to be looked at first, or in a chapter that can only be read. */
export const countUnticked = (
  { places }: Pick<Found, 'places'>,
  { isClosed, isTicked }: Selection,
): { doubtful: number; closed: number } => {
  const closed = places.filter(({ documentId }) => isClosed(documentId)).length;
  const open = places.filter(({ documentId }) => !isClosed(documentId));
  const doubtful = open.filter((place) => place.doubt !== null && !isTicked(place)).length;
  return { doubtful, closed };
};

const toggle = (keys: Set<string>, key: string): void => {
  if (!keys.delete(key)) keys.add(key);
};

/** The other state for one. */
export const flipKey = (flipped: Flipped, key: string): Flipped => {
  const next = new Set(flipped);
  toggle(next, key);
  return next;
};

/** Ticks all of these, or unticks all when all were ticked. */
export const flipAll = (
  places: readonly Place[],
  { isTicked }: Selection,
  flipped: Flipped,
): Flipped => {
  const all = places.every(isTicked);
  const next = new Set(flipped);
  for (const place of places) {
    if (isTicked(place) !== all) continue;
    toggle(next, placeKey(place));
  }
  return next;
};
