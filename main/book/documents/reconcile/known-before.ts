/** What is known of a folder's chapters before a look at it. */
import type { TextCounts } from '#shared/count-text.ts';
import type { KnownFile } from '../match.ts';
import type { OpenFolder } from '../open-folder.ts';
import type { DocumentRecord } from '../record.ts';

export type KnownBefore = {
  /** Chapters whose file may be among those looked at. */
  files: readonly KnownFile[];
  /** All of them, present and missing, by document id. */
  records: ReadonlyMap<string, DocumentRecord>;
  /** By version of the text. */
  countsOf: ReadonlyMap<string, TextCounts>;
};

/** `scope`: the paths that are looked at, or null for all of them. */
export const knownBefore = (
  { present, missing }: OpenFolder,
  scope: ReadonlySet<string> | null,
): KnownBefore => {
  const looked = [...present.values()].filter(({ path }) => scope === null || scope.has(path));
  const records = new Map([...missing, ...present]);
  return {
    files: [
      ...looked.map((record) => ({ ...record, present: true })),
      ...[...missing.values()].map((record) => ({ ...record, present: false })),
    ],
    records,
    countsOf: new Map([...records.values()].map((record) => [record.version, record])),
  };
};
