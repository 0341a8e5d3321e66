/** The words of a record as fields, which a replacement changes and its undo puts back one by one. Pure. */
import type { EntityDetail } from '#shared/domain/knowledge.ts';
import { RecordChange } from '#shared/domain/manuscript.ts';

export type RecordWords = Readonly<Record<string, string | readonly string[]>>;

const labelKey = ({ detailId }: EntityDetail): string => `label of ${detailId}`;
const textKey = ({ detailId }: EntityDetail): string => `text of ${detailId}`;

/** Those that a change of an entry leaves out are not there; each of its details is two. */
const entityWords = (change: Extract<RecordChange, { kind: 'entity' }>): RecordWords => {
  const { name, aliases, summary, details = [] } = change;
  return {
    ...(name === undefined ? {} : { name }),
    ...(aliases === undefined ? {} : { aliases }),
    ...(summary === undefined ? {} : { summary }),
    ...Object.fromEntries(details.map((detail) => [labelKey(detail), detail.label])),
    ...Object.fromEntries(details.map((detail) => [textKey(detail), detail.text])),
  };
};

export const wordsOf = (change: RecordChange): RecordWords => {
  switch (change.kind) {
    case 'entity':
      return entityWords(change);
    case 'relation':
      return { predicate: change.predicate };
    case 'thread':
      return { title: change.title, note: change.note };
    case 'scene':
      return { synopsis: change.synopsis };
    case 'constraint':
    case 'habit':
    case 'note':
    case 'synopsis':
      return { text: change.text };
  }
};

/** The same change with other words for those it has: null where a record cannot have them. */
export const withWords = (change: RecordChange, words: RecordWords): RecordChange | null => {
  const details = (change.kind === 'entity' ? change.details : undefined)?.map((detail) => ({
    ...detail,
    label: words[labelKey(detail)] ?? detail.label,
    text: words[textKey(detail)] ?? detail.text,
  }));
  const own = wordsOf(change);
  const given = Object.fromEntries(Object.entries(words).filter(([name]) => name in own));
  const parsed = RecordChange.safeParse({ ...change, ...given, ...(details ? { details } : {}) });
  return parsed.success ? parsed.data : null;
};
