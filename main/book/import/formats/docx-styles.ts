/** Which of a Word document's styles are headings, which are quotations, and which emphasise words. */
import { readXml } from '../files/read-xml.ts';
import { listLevel, type NumberReference } from './docx-numbering.ts';

/** `dotted`: with the emphasis marks of Han, which has no slanted letters. */
export type CharacterLook = { bold: boolean; italic: boolean; dotted: boolean };

export type DocxStyle = {
  name: string;
  basedOn: string | null;
  level: number | null;
  number: NumberReference;
  /** Of a style of characters, as far as it says. */
  look: Partial<CharacterLook>;
};

export type DocxStyles = {
  /** 1 to 9 for a heading, 0 for the title of the whole, null for anything else. */
  levelOf(styleId: string): number | null;
  /** The number its paragraphs have, and the style that says so; null for none. */
  numberOf(styleId: string): { styleId: string; number: NumberReference } | null;
  /** Of words in a style of characters. */
  lookOf(styleId: string): CharacterLook;
  isQuotation(styleId: string): boolean;
  /** Says below the title of the whole who wrote it. */
  isAuthor(styleId: string): boolean;
  /** Entries of a table of contents, which the program made. */
  isContents(styleId: string): boolean;
};

const headingName = /^(?:heading|标题|標題|titre|überschrift)\s*([1-9])$/i;
const titleName = /^(?:title|标题|標題)$/i;
const authorName = /^(?:author|作者)$/i;
const contentsName = /^(?:toc|目录|目錄)\s*(?:\d|heading)/i;
/** Word's own in both languages, and that of our exports. */
const quotationName =
  /^(?:(?:intense )?quote|quotations?|block (?:text|quotation)|(?:明显)?引用|(?:鮮明)?引文|文本块)$/i;
/** Styles that are built on one another in a circle end here. */
const maxAncestors = 20;

const levelByName = (name: string): number | null => {
  const found = headingName.exec(name)?.[1];
  if (found !== undefined) return Number(found);
  return titleName.test(name) ? 0 : null;
};

const freshStyle = (name: string): DocxStyle => ({
  ...{ name, basedOn: null, level: null },
  number: { numberId: null, level: null },
  look: {},
});

/** Whether a property that is there holds. */
export const isOn = (value: string | undefined): boolean =>
  value === undefined || !['0', 'false', 'off', 'none'].includes(value);

const looks: Readonly<Record<string, keyof CharacterLook>> = {
  b: 'bold',
  i: 'italic',
  em: 'dotted',
};

const readStyles = (xml: string): Map<string, DocxStyle> => {
  const styles = new Map<string, DocxStyle>();
  let id: string | null = null;
  let style = freshStyle('');
  let isOfCharacters = false;
  readXml(xml, {
    open(element) {
      if (element.name === 'style') {
        isOfCharacters = element.get('type') === 'character';
        const isRead = isOfCharacters || element.get('type') === 'paragraph';
        id = isRead ? (element.get('styleId') ?? '') : null;
        style = freshStyle('');
        return;
      }
      const look = looks[element.name];
      if (id === null) return;
      if (isOfCharacters && look !== undefined) style.look[look] = isOn(element.get('val'));
      else if (element.name === 'name') style.name = element.get('val') ?? '';
      else if (element.name === 'basedOn') style.basedOn = element.get('val') ?? null;
      else if (element.name === 'outlineLvl') style.level = outlineLevel(element.get('val'));
      else if (element.name === 'numId') style.number.numberId = element.get('val') ?? null;
      else if (element.name === 'ilvl') style.number.level = listLevel(element.get('val'));
    },
    close(name) {
      if (name !== 'style' || id === null) return;
      styles.set(id, style);
      id = null;
    },
    text: () => undefined,
  });
  return styles;
};

/** Word counts from 0; 9 is body text. */
export const outlineLevel = (value: string | undefined): number | null =>
  value !== undefined && /^[0-8]$/.test(value) ? Number(value) + 1 : null;

/** `xml`: word/styles.xml, null where there is none. */
export const docxStyles = (xml: string | null): DocxStyles => {
  const styles = xml === null ? new Map<string, DocxStyle>() : readStyles(xml);
  const own = (id: string): DocxStyle => styles.get(id) ?? freshStyle(id.replace(/(\d)$/, ' $1'));
  /** What the style says itself, or the nearest it is built on. */
  const inherited = <Value>(
    styleId: string,
    find: (style: DocxStyle, id: string) => Value | null,
  ): Value | null => {
    let id: string | null = styleId;
    for (let step = 0; id !== null && step < maxAncestors; step += 1) {
      const style: DocxStyle = own(id);
      const value = find(style, id);
      if (value !== null) return value;
      id = style.basedOn;
    }
    return null;
  };
  const hasLook = (styleId: string, look: keyof CharacterLook): boolean =>
    inherited(styleId, (style) => style.look[look] ?? null) === true;
  return {
    lookOf: (styleId) => ({
      bold: hasLook(styleId, 'bold'),
      italic: hasLook(styleId, 'italic'),
      dotted: hasLook(styleId, 'dotted'),
    }),
    levelOf: (styleId) => inherited(styleId, ({ name, level }) => levelByName(name) ?? level),
    numberOf: (styleId) =>
      inherited(styleId, ({ number }, id) =>
        number.numberId === null ? null : { styleId: id, number },
      ),
    isQuotation: (styleId) =>
      inherited(styleId, ({ name }) => quotationName.test(name) || null) === true,
    isAuthor: (styleId) => authorName.test(own(styleId).name),
    isContents: (styleId) => contentsName.test(own(styleId).name),
  };
};
