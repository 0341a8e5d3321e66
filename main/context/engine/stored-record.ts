/** A record as its row holds it: passages and synopses that were left out, most of what was considered, take one short line each. */
import { z } from 'zod';
import { Reason } from '#shared/domain/assembly.ts';
import { Count } from '#shared/domain/identifiers.ts';
import { AssemblyRecord, type RecordedItem } from './record.ts';

/** Place among the items, id and title. */
const LeftOutPassage = z.tuple([Count, z.string(), z.string()]);

const LeftOut = z.object({
  reason: Reason,
  chapter: Count.optional(),
  /** Of what kind they are; absent for passages, also in records of earlier versions. */
  group: z.literal('synopses').optional(),
  passages: z.array(LeftOutPassage),
});
type LeftOut = z.infer<typeof LeftOut>;

/** Records of earlier versions have everything among their items. */
const StoredRecord = AssemblyRecord.extend({ leftOut: z.array(LeftOut).optional() });

const isLeftOut = ({ group, decision }: RecordedItem): boolean =>
  (group === 'passages' || group === 'synopses') && decision === 'dropped';

/** What a comparison asks of one that was not sent; its text and place are in nobody's answer. */
const leftOutItem = (
  id: string,
  title: string,
  { reason, chapter, group }: Omit<LeftOut, 'passages'>,
): RecordedItem => ({
  ...{ id, title, reason },
  layer: 'retrieved',
  group: group ?? 'passages',
  decision: 'dropped',
  tokens: 0,
  ...(chapter === undefined ? {} : { chapter }),
  textHash: null,
  bodyHash: '',
  revision: '',
  fence: null,
  documentId: null,
});

const collectLeftOut = (items: readonly RecordedItem[]): LeftOut[] => {
  const byReason = new Map<string, LeftOut>();
  for (const [place, item] of items.entries()) {
    if (!isLeftOut(item)) continue;
    const { id, title, reason, chapter } = item;
    const group = item.group === 'synopses' ? item.group : undefined;
    const key = `${group ?? ''} ${reason} ${chapter ?? ''}`;
    const known = byReason.get(key);
    if (known) known.passages.push([place, id, title]);
    else byReason.set(key, { reason, chapter, group, passages: [[place, id, title]] });
  }
  return [...byReason.values()];
};

export const writeRecord = (record: AssemblyRecord): string =>
  JSON.stringify({
    ...record,
    items: record.items.filter((item) => !isLeftOut(item)),
    leftOut: collectLeftOut(record.items),
  });

/** Throws when the row does not hold a record. */
export const readRecord = (json: string): AssemblyRecord => {
  const { leftOut = [], ...record } = StoredRecord.parse(JSON.parse(json));
  const rest = record.items.values();
  const left = new Map(
    leftOut.flatMap(({ passages, ...why }) =>
      passages.map(([place, id, title]) => [place, leftOutItem(id, title, why)] as const),
    ),
  );
  const count = record.items.length + left.size;
  const items = Array.from({ length: count }, (_, place) => left.get(place) ?? rest.next().value);
  return { ...record, items: items.filter((item) => item !== undefined) };
};
