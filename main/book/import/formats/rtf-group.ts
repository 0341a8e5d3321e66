/** What holds in a group of a rich text, and in those within it unless they say otherwise. */
import { plainLooks, type RtfLooks } from './rtf-looks.ts';

export type Group = {
  /** Nothing in it is text of the document. */
  skipped: boolean;
  /** Its words are there and are not to be seen. */
  hidden: boolean;
  /** Pictures and boxes in it are on the page. */
  seen: boolean;
  looks: RtfLooks;
  /** Null for the default of the document. */
  font: number | null;
  /** Characters that stand behind a `\u` for readers that do not know it. */
  fallback: number;
  fontTable: boolean;
  /** Of a heading; 0 for none. */
  level: number;
  /** Of an item within the lists around it, from 0. */
  listLevel: number;
  /** Tracked changes, and whose they are: a place in the document's own list of names. */
  deleted: boolean;
  inserted: boolean;
  changedBy: number;
  /** Collects what stands in a group that is no text of the document. */
  collected: { words: string; isLabel: boolean } | null;
};

export const plain = { looks: plainLooks, hidden: false, deleted: false, inserted: false };

/** What holds where nothing is said. */
export const outermost: Readonly<Group> = {
  ...plain,
  ...{ skipped: false, seen: true, font: null, fallback: 1 },
  ...{ fontTable: false, level: 0, listLevel: 0, changedBy: 0, collected: null },
};
