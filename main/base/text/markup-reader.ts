/** Reads HTML and XML as events; strangers' markup, so no tree is built and no document type is believed. */
import { Tokenizer } from 'htmlparser2';

/** What a text needs to know of a tag. */
export type Tag = { name: string; attributes: ReadonlyMap<string, string>; selfClosing: boolean };

export type MarkupHandlers = {
  open(tag: Tag): void;
  close(name: string): void;
  /** Entities are decoded. */
  text(text: string): void;
};

/** Attributes of one tag that are read; a tag with more is an attack. */
const maxAttributes = 100;

/**
 * Reads markup from its beginning to its end, as events. No tree is built: pages are strangers', and building one
 * takes quadratic time where tags nest deep enough. With `xml` names keep their case, CDATA is text, and only XML's own
 * entities are decoded: what a document type declares stays as it is written.
 */
export const readMarkup = (
  markup: string,
  handlers: MarkupHandlers,
  { xml = false }: { xml?: boolean } = {},
): void => {
  let name = '';
  let attribute = '';
  let value = '';
  let attributes = new Map<string, string>();
  const nameOf = (start: number, end: number): string =>
    xml ? markup.slice(start, end) : markup.slice(start, end).toLowerCase();
  const finish = (selfClosing: boolean): void => handlers.open({ name, attributes, selfClosing });
  const nothing = (): void => undefined;
  const tokenizer = new Tokenizer(
    { decodeEntities: true, xmlMode: xml },
    {
      onopentagname(start, end) {
        name = nameOf(start, end);
        attributes = new Map();
      },
      onattribname(start, end) {
        attribute = nameOf(start, end);
        value = '';
      },
      onattribdata(start, end) {
        value += markup.slice(start, end);
      },
      onattribentity(codePoint) {
        value += String.fromCodePoint(codePoint);
      },
      onattribend() {
        if (attributes.size < maxAttributes && !attributes.has(attribute)) {
          attributes.set(attribute, value);
        }
      },
      onopentagend: () => finish(false),
      onselfclosingtag: () => finish(true),
      onclosetag: (start, end) => handlers.close(nameOf(start, end)),
      ontext: (start, end) => handlers.text(markup.slice(start, end)),
      ontextentity: (codePoint) => handlers.text(String.fromCodePoint(codePoint)),
      oncdata: (start, end, offset) => {
        if (xml) handlers.text(markup.slice(start, end - offset));
      },
      oncomment: nothing,
      ondeclaration: nothing,
      onprocessinginstruction: nothing,
      onend: nothing,
    },
  );
  tokenizer.write(markup);
  tokenizer.end();
};
