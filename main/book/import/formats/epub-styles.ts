/** The style sheets an epub's pages name, each read once. */
import { posix } from 'node:path';
import { readMarkup } from '#main/base/text/markup-reader.ts';
import type { FileTree } from '../files/file-tree.ts';
import { decodeXml } from '../files/read-xml.ts';
import { resolveName } from './epub-package.ts';
import { type Look, readStyles } from './page-styles.ts';

type Styles = ReadonlyMap<string, Partial<Look>>;

/** The sheets a page's head names, in order, and what stands in it as one. */
const sheetsOf = (html: string): { links: string[]; own: string } => {
  const end = html.search(/<\/head/i);
  const sheets = { links: [] as string[], own: '' };
  let inStyle = false;
  readMarkup(html.slice(0, Math.max(0, end)), {
    open({ name, attributes }) {
      inStyle = name === 'style';
      const isSheet = name === 'link' && /\bstylesheet\b/i.test(attributes.get('rel') ?? '');
      if (isSheet) sheets.links.push(attributes.get('href') ?? '');
    },
    close: () => {
      inStyle = false;
    },
    text(text) {
      if (inStyle) sheets.own += text;
    },
  });
  return sheets;
};

/** Asks for the styles of a page by its name and its text. */
export const epubStyles = (tree: FileTree): ((file: string, html: string) => Promise<Styles>) => {
  const read = new Map<string, Styles>();
  const sheetAt = async (name: string): Promise<Styles> => {
    const known = read.get(name);
    if (known !== undefined) return known;
    const styles = readStyles(decodeXml(await tree.read(name)));
    read.set(name, styles);
    return styles;
  };
  return async (file, html) => {
    const { links, own } = sheetsOf(html);
    const styles = new Map<string, Partial<Look>>();
    const add = (sheet: Styles): void => {
      for (const [selector, look] of sheet) {
        styles.set(selector, { ...styles.get(selector), ...look });
      }
    };
    for (const href of links) {
      const name = resolveName(posix.dirname(file), href)?.file;
      if (name !== undefined && tree.names.includes(name)) add(await sheetAt(name));
    }
    add(readStyles(own));
    return styles;
  };
};
