/** An epub's own account of itself: the order its pages are read in, and its table of contents. */
import { posix } from 'node:path';
import { damaged, isProtected } from '../failures.ts';
import type { FileTree } from '../files/file-tree.ts';
import { decodeXml, readXml } from '../files/read-xml.ts';

export type ContentsEntry = {
  title: string;
  /** Name of the page's file in the archive. */
  file: string;
  /** Id of the element in it; null for its beginning. */
  anchor: string | null;
  depth: number;
};

export type EpubPackage = { title: string | null; pages: string[]; contents: ContentsEntry[] };

type Item = { id: string; file: string; type: string; properties: string };

/** A name in the archive for an address relative to one; null for one that leads out of it. */
export const resolveName = (
  folder: string,
  href: string,
): { file: string; anchor: string | null } | null => {
  const [address = '', anchor] = href.split('#', 2);
  try {
    const file = posix.normalize(posix.join(folder, decodeURIComponent(address)));
    return file.startsWith('..') || /^[a-z]+:/i.test(address)
      ? null
      : { file, anchor: anchor || null };
  } catch (error) {
    if (error instanceof URIError) return null;
    throw error;
  }
};

const findPackage = async (tree: FileTree): Promise<string> => {
  let path = '';
  readXml(decodeXml(await tree.read('META-INF/container.xml')), {
    open({ name, get }) {
      if (name === 'rootfile' && path === '') path = get('full-path') ?? '';
    },
    close: () => undefined,
    text: () => undefined,
  });
  const found = resolveName('', path)?.file;
  if (found === undefined || !tree.names.includes(found)) throw damaged('it has no package');
  return found;
};

type Package = { title: string; items: Map<string, Item>; spine: string[]; toc: string };

const readPackage = (xml: string, folder: string): Package => {
  const read: Package = { title: '', items: new Map(), spine: [], toc: '' };
  let inTitle = false;
  readXml(xml, {
    open({ name, get }) {
      if (name === 'title' && read.title === '') inTitle = true;
      else if (name === 'spine') read.toc = get('toc') ?? '';
      else if (name === 'itemref') read.spine.push(get('idref') ?? '');
      else if (name === 'item') {
        const file = resolveName(folder, get('href') ?? '')?.file;
        const id = get('id') ?? '';
        if (file === undefined) return;
        const about = { type: get('media-type') ?? '', properties: get('properties') ?? '' };
        read.items.set(id, { id, file, ...about });
      }
    },
    close(name) {
      if (name === 'title') inTitle = false;
    },
    text(text) {
      if (inTitle) read.title += text;
    },
  });
  return read;
};

/** The contents of EPUB 2: `navPoint` with `text` and `content src`. */
const readNcx = (xml: string, folder: string): ContentsEntry[] => {
  const entries: ContentsEntry[] = [];
  const open: { title: string; placed: boolean }[] = [];
  let inText = false;
  readXml(xml, {
    open({ name, get }) {
      const point = open.at(-1);
      if (name === 'navPoint') open.push({ title: '', placed: false });
      else if (name === 'text') inText = true;
      else if (name === 'content' && point && !point.placed) {
        point.placed = true;
        const place = resolveName(folder, get('src') ?? '');
        if (place) entries.push({ ...place, title: point.title.trim(), depth: open.length });
      }
    },
    close(name) {
      if (name === 'navPoint') open.pop();
      else if (name === 'text') inText = false;
    },
    text(text) {
      const point = open.at(-1);
      if (inText && point) point.title += text;
    },
  });
  return entries;
};

/** A line of the contents while it is read; without an address it only names what the list below it holds. */
type Label = { element: string; href: string | null; title: string };

/** The contents of EPUB 3: lists of links in the `nav` of type toc. What has no link begins where the first link below it leads. */
const readNav = (xml: string, folder: string): ContentsEntry[] => {
  const entries: ContentsEntry[] = [];
  let inContents = false;
  let depth = 0;
  let label: Label | null = null;
  let unplaced: { title: string; depth: number }[] = [];
  const endLabel = ({ href, title: raw }: Label): void => {
    const title = raw.replace(/\s+/g, ' ').trim();
    const holders = unplaced.filter((one) => one.depth < depth);
    if (href === null) {
      const before = unplaced.find((one) => one.depth === depth)?.title ?? '';
      const whole = `${before} ${title}`.trim();
      if (whole !== '') unplaced = [...holders, { title: whole, depth }];
      return;
    }
    const place = resolveName(folder, href);
    if (place === null) return;
    entries.push(...holders.map((one) => ({ ...place, ...one })), { ...place, title, depth });
    unplaced = [];
  };
  readXml(xml, {
    open({ name, get }) {
      if (name === 'nav') inContents = (get('type') ?? 'toc').split(/\s+/).includes('toc');
      else if (name === 'ol') depth += 1;
      else if (name === 'a' && inContents) {
        label = { element: name, href: get('href') || null, title: '' };
      } else if (name === 'span' && inContents) label ??= { element: name, href: null, title: '' };
      // What has no list below it holds nothing.
      if (name === 'li') unplaced = unplaced.filter((one) => one.depth < depth);
    },
    close(name) {
      if (name === 'nav') inContents = false;
      else if (name === 'ol') depth -= 1;
      else if (label?.element === name) {
        endLabel(label);
        label = null;
      }
    },
    text(text) {
      if (label) label.title += text;
    },
  });
  return entries;
};

const isPage = (item: Item): boolean =>
  /html|xml$/i.test(item.type) || /\.x?html?$/i.test(item.file);
const isNav = (item: Item): boolean => item.properties.split(/\s+/).includes('nav');

const readContents = async (tree: FileTree, read: Package): Promise<ContentsEntry[]> => {
  const items = [...read.items.values()];
  const nav = items.find(isNav);
  const ncx =
    read.items.get(read.toc) ?? items.find(({ type }) => type === 'application/x-dtbncx+xml');
  for (const [item, parse] of [
    [nav, readNav],
    [ncx, readNcx],
  ] as const) {
    if (item === undefined || !tree.names.includes(item.file)) continue;
    const entries = parse(decodeXml(await tree.read(item.file)), posix.dirname(item.file));
    if (entries.length > 0) return entries;
  }
  return [];
};

/** Names of files that are locked; fonts are only scrambled and do not matter. */
const refuseLocked = async (tree: FileTree, pages: readonly string[]): Promise<void> => {
  const name = 'META-INF/encryption.xml';
  if (!tree.names.includes(name)) return;
  readXml(decodeXml(await tree.read(name)), {
    open({ name: element, get }) {
      const locked = resolveName('', get('URI') ?? '')?.file;
      if (element !== 'CipherReference' || locked === undefined) return;
      if (pages.includes(locked)) throw isProtected('its pages are locked by a shop');
    },
    close: () => undefined,
    text: () => undefined,
  });
};

/** IMPORT_FILE_DAMAGED without a package or pages, IMPORT_FILE_PROTECTED when the pages are locked. */
export const readEpubPackage = async (tree: FileTree): Promise<EpubPackage> => {
  const path = await findPackage(tree);
  const read = readPackage(decodeXml(await tree.read(path)), posix.dirname(path));
  const pages = read.spine.flatMap((id) => {
    const item = read.items.get(id);
    return item && isPage(item) && !isNav(item) ? [item.file] : [];
  });
  if (pages.length === 0) throw damaged('it has no pages');
  await refuseLocked(tree, pages);
  return { title: read.title.trim() || null, pages, contents: await readContents(tree, read) };
};
