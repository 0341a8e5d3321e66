/** XML of a stranger's file as events: well nested as far as it goes, no entities of its own, not too deep. */
import { type MarkupHandlers, readMarkup } from '#main/base/text/markup-reader.ts';
import { damaged, tooLarge } from '../failures.ts';
import { importLimits } from '../limits.ts';

/** `w:p` and `p` alike: which prefix stands for a namespace is the file's own affair. */
const localName = (name: string): string => name.slice(name.indexOf(':') + 1);

export type Element = {
  name: string;
  /** An attribute by its name without prefix. */
  get(attribute: string): string | undefined;
};

export type XmlHandlers = {
  open(element: Element): void;
  close(name: string): void;
  text(text: string): void;
};

const refuseEntities = (xml: string): void => {
  // What a document type declares could grow without end; no format read here needs it.
  if (/<!ENTITY/i.test(xml)) throw damaged('it declares entities of its own');
};

const elementOf = (name: string, attributes: ReadonlyMap<string, string>): Element => {
  const local = new Map([...attributes].map(([key, value]) => [localName(key), value]));
  return { name: localName(name), get: (attribute) => local.get(attribute) };
};

/** UTF-8 or UTF-16, as XML allows; a declared other encoding is not found in these formats. */
export const decodeXml = (bytes: Buffer): string => {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return bytes.toString('utf16le', 2);
  if (bytes[0] === 0xfe && bytes[1] === 0xff) {
    return Buffer.from(bytes.subarray(2, bytes.length - (bytes.length % 2)))
      .swap16()
      .toString('utf16le');
  }
  return bytes.toString('utf8').replace(/^\ufeff/, '');
};

/** IMPORT_FILE_DAMAGED for tags that do not close in order and for entities, IMPORT_TOO_LARGE for endless nesting. */
export const readXml = (xml: string, handlers: XmlHandlers): void => {
  refuseEntities(xml);
  const path: string[] = [];
  const reading: MarkupHandlers = {
    open({ name, attributes, selfClosing }) {
      handlers.open(elementOf(name, attributes));
      if (selfClosing) {
        handlers.close(localName(name));
        return;
      }
      path.push(name);
      if (path.length > importLimits.depth) throw tooLarge('tags within tags', {});
    },
    close(name) {
      if (path.pop() !== name) throw damaged('its tags do not close in order');
      handlers.close(localName(name));
    },
    text: handlers.text,
  };
  readMarkup(xml, reading, { xml: true });
  if (path.length > 0) throw damaged('it ends too early');
};
