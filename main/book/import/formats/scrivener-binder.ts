/** The binder of a Scrivener project: its documents in order, with the folders they stand in. */
import type { LengthGoal } from '../chapter-notes.ts';
import { readXml } from '../files/read-xml.ts';

export type BinderItem = {
  id: string;
  type: string;
  title: string;
  /** False where the writer said that it does not belong to the book. */
  compiled: boolean;
  /** Names that the project's tables give to its label, its keywords and its status. */
  labels: string[];
  status: string;
  /** How long it is to be; null where nothing, or nothing that is a number, is said. */
  goal: LengthGoal | null;
  children: BinderItem[];
};

const freshItem = (id: string, type: string): BinderItem => ({
  ...{ id, type, title: '', compiled: true },
  ...{ labels: [], status: '', goal: null, children: [] },
});

/** Of version 3 (`UUID`) and of version 2 (`ID`). An id that is no id is left empty: it must name no other file. */
const idOf = (get: (attribute: string) => string | undefined): string => {
  const id = get('UUID') ?? get('ID') ?? '';
  return /^[0-9A-Za-z-]{1,64}$/.test(id) ? id : '';
};

/** `Type` of a `Target`, and its words. Zero stands for none. */
const goalOf = (type: string, words: string): LengthGoal | null => {
  const count = /^[0-9]{1,12}$/.test(words) ? Number(words) : 0;
  if (count === 0) return null;
  if (type === 'Words') return { count, unit: 'words' };
  return type === 'Characters' ? { count, unit: 'characters' } : null;
};

/** Names of labels, statuses or keywords by their ids. */
type Names = Map<string, string>;

const fields = new Set(['Title', 'IncludeInCompile', 'LabelID', 'StatusID', 'KeywordID', 'Target']);

class BinderReader {
  readonly root = freshItem('', 'Root');
  private readonly path: BinderItem[] = [this.root];
  private readonly labels: Names = new Map();
  private readonly statuses: Names = new Map();
  private readonly keywords: Names = new Map();
  private readonly keywordIds: string[] = [];
  private field: string | null = null;
  /** Of the field: its `ID`, or its `Type`. */
  private id = '';
  private words = '';
  private inBinder = false;

  open(name: string, get: (attribute: string) => string | undefined): void {
    if (name === 'Binder') this.inBinder = true;
    else if (name === 'BinderItem' && this.inBinder) {
      const item = freshItem(idOf(get), get('Type') ?? '');
      this.path.at(-1)?.children.push(item);
      this.path.push(item);
    } else if (name === 'Keyword') this.keywordIds.push(get('ID') ?? '');
    else if (fields.has(name) || (!this.inBinder && (name === 'Label' || name === 'Status'))) {
      this.field = name;
      this.id = get('ID') ?? get('Type') ?? '';
      this.words = '';
    }
  }

  close(name: string): void {
    if (name === 'Binder') this.inBinder = false;
    else if (name === 'BinderItem' && this.path.length > 1) this.path.pop();
    else if (name === 'Keyword') this.keywordIds.pop();
    else if (name === this.field) {
      this.take(name, this.words.replace(/\s+/g, ' ').trim());
      this.field = null;
    }
  }

  text(text: string): void {
    if (this.field !== null) this.words += text;
  }

  private take(name: string, words: string): void {
    const item = this.path.at(-1);
    const keyword = this.keywordIds.at(-1);
    if (name === 'Label') this.labels.set(this.id, words);
    else if (name === 'Status') this.statuses.set(this.id, words);
    else if (keyword !== undefined && name === 'Title') this.keywords.set(keyword, words);
    else if (item === undefined || !this.inBinder) return;
    else if (name === 'Title') item.title = words;
    else if (name === 'IncludeInCompile') item.compiled = words !== 'No';
    else if (name === 'StatusID') item.status = words;
    else if (name === 'Target') item.goal = goalOf(this.id, words);
    else item.labels.push(`${name} ${words}`);
  }

  /** The tables stand behind the binder: ids become names once all is read. `-1` stands for none. */
  nameAll(items: readonly BinderItem[]): void {
    for (const item of items) {
      item.labels = item.labels.flatMap((given) => {
        const [kind = '', id = ''] = given.split(' ');
        const name = (kind === 'LabelID' ? this.labels : this.keywords).get(id) ?? '';
        return id === '-1' || name === '' ? [] : [name];
      });
      item.status = item.status === '-1' ? '' : (this.statuses.get(item.status) ?? '');
      this.nameAll(item.children);
    }
  }
}

/** The items at the top of the binder. IMPORT_FILE_DAMAGED. */
export const readBinder = (xml: string): BinderItem[] => {
  const reader = new BinderReader();
  readXml(xml, {
    open: ({ name, get }) => reader.open(name, get),
    close: (name) => reader.close(name),
    text: (text) => reader.text(text),
  });
  reader.nameAll(reader.root.children);
  return reader.root.children;
};

/** One document of the manuscript, with where it stands. */
export type BinderDocument = {
  item: BinderItem;
  chapter: { id: string; title: string } | null;
  group: string | null;
};

const hasFolders = (item: BinderItem): boolean =>
  item.children.some((child) => child.type === 'Folder' || child.children.length > 0);

/**
 * The documents below the manuscript, in order. A folder that holds documents only is a chapter and they are its scenes;
 * one that holds folders is a volume.
 */
export const manuscriptOf = (binder: readonly BinderItem[]): BinderDocument[] => {
  const documents: BinderDocument[] = [];
  const visit = (item: BinderItem, groups: string[], chapter: BinderDocument['chapter']): void => {
    const group = groups.join(' · ') || null;
    documents.push({ item, chapter, group });
    const isVolume = chapter === null && hasFolders(item);
    const inside = isVolume ? [...groups, item.title].filter((title) => title !== '') : groups;
    const own = chapter ?? (item.children.length > 0 ? { id: item.id, title: item.title } : null);
    // The text of a folder that is a chapter stands before its scenes.
    const last = documents.at(-1);
    if (last && !isVolume && own !== null) last.chapter = own;
    for (const child of item.children) visit(child, inside, isVolume ? null : own);
  };
  for (const draft of binder.filter(({ type }) => type === 'DraftFolder')) {
    for (const item of draft.children) visit(item, [], null);
  }
  return documents;
};
