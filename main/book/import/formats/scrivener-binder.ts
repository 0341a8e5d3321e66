/** The binder of a Scrivener project: its documents in order, with the folders they stand in. */
import { readXml } from '../files/read-xml.ts';

export type BinderItem = {
  id: string;
  type: string;
  title: string;
  /** False where the writer said that it does not belong to the book. */
  compiled: boolean;
  children: BinderItem[];
};

const freshItem = (id: string, type: string): BinderItem => ({
  ...{ id, type, title: '', compiled: true },
  children: [],
});

/** Of version 3 (`UUID`) and of version 2 (`ID`). An id that is no id is left empty: it must name no other file. */
const idOf = (get: (attribute: string) => string | undefined): string => {
  const id = get('UUID') ?? get('ID') ?? '';
  return /^[0-9A-Za-z-]{1,64}$/.test(id) ? id : '';
};

/** The items at the top of the binder. IMPORT_FILE_DAMAGED. */
export const readBinder = (xml: string): BinderItem[] => {
  const root = freshItem('', 'Root');
  const path: BinderItem[] = [root];
  let field: 'Title' | 'IncludeInCompile' | null = null;
  let words = '';
  let inBinder = false;
  readXml(xml, {
    open({ name, get }) {
      if (name === 'Binder') inBinder = true;
      else if (name === 'BinderItem' && inBinder) {
        const item = freshItem(idOf(get), get('Type') ?? '');
        path.at(-1)?.children.push(item);
        path.push(item);
      } else if (name === 'Title' || name === 'IncludeInCompile') {
        field = name;
        words = '';
      }
    },
    close(name) {
      const item = path.at(-1);
      if (name === 'Binder') inBinder = false;
      else if (name === 'BinderItem' && path.length > 1) path.pop();
      else if (name === field && item) {
        if (field === 'Title') item.title = words.replace(/\s+/g, ' ').trim();
        else item.compiled = words.trim() !== 'No';
        field = null;
      }
    },
    text(text) {
      if (field !== null) words += text;
    },
  });
  return root.children;
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
