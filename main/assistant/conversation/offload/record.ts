/** An offloaded message as a file. */
import { beginningWithin } from '#main/base/text/graphemes.ts';
import type { ItemType } from '../rounds.ts';
import type { StoredMessage } from '../store/message-store.ts';

/** An offloaded message as a file (S2-05); its names are those of the source document. */
export type OffloadRecord = {
  schema_version: '1.0';
  item_id: string;
  item_type: ItemType;
  /** Seconds since the epoch. */
  offloaded_at: number;
  metadata: { tool_name?: string; summary: string };
  content: string;
};

/** Which kind of item a message is (S2-09). */
export const itemTypeOf = ({ role }: Pick<StoredMessage, 'role'>): ItemType => {
  switch (role) {
    case 'tool':
      return 'tool_result';
    case 'user':
      return 'user_message';
    case 'assistant':
      return 'assistant_message';
    case 'system':
      return 'compaction_summary';
  }
};

/** UTF-16 units. */
const maxSummaryLength = 120;

/** One line on a content, for the record and the log (S2-18): its first words. */
const summaryOf = (content: string): string => {
  const start = content.slice(0, maxSummaryLength * 16);
  const line =
    start
      .split(/\r?\n/)
      .map((part) => part.replace(/\s+/g, ' ').trim())
      .find((part) => part !== '') ?? '';
  const short = beginningWithin(line, maxSummaryLength);
  return short.length < content.trim().length ? `${short}…` : short;
};

export const recordOf = (
  row: Pick<StoredMessage, 'messageId' | 'role' | 'metadata'>,
  content: string,
  now: number,
): OffloadRecord => ({
  schema_version: '1.0',
  item_id: row.messageId,
  item_type: itemTypeOf(row),
  offloaded_at: Math.floor(now / 1000),
  metadata: {
    ...(row.metadata.tool_name === undefined ? {} : { tool_name: row.metadata.tool_name }),
    summary: summaryOf(content),
  },
  content,
});

const device = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i;
const maxSegmentLength = 80;

/** Models and servers choose names of tools and ids of calls: as much of one as a file may be called. */
const segmentOf = (wish: string, otherwise: string): string => {
  const clean = wish
    .replace(/[^A-Za-z0-9_.-]+/g, '_')
    .slice(0, maxSegmentLength)
    .replace(/^\.+|\.+$/g, '');
  if (clean === '' || /^_+$/.test(clean)) return otherwise;
  return device.test(clean) ? `_${clean}` : clean;
};

/** Where a message goes in its conversation's tree, without the extension (S2-04). */
export const recordStem = (row: Pick<StoredMessage, 'messageId' | 'role' | 'metadata'>): string => {
  const type = itemTypeOf(row);
  if (type !== 'tool_result') return `${type}/${row.messageId}`;
  const tool = segmentOf(row.metadata.tool_name ?? '', 'tool');
  return `${type}/${tool}/${segmentOf(row.metadata.call_id ?? '', row.messageId)}`;
};
