/** Reads markup as events. */
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
 * takes quadratic time where tags nest deep enough.
 */
export const readMarkup = (markup: string, handlers: MarkupHandlers): void => {
  let name = '';
  let attribute = '';
  let value = '';
  let attributes = new Map<string, string>();
  const finish = (selfClosing: boolean): void => handlers.open({ name, attributes, selfClosing });
  const nothing = (): void => undefined;
  const tokenizer = new Tokenizer(
    { decodeEntities: true },
    {
      onopentagname(start, end) {
        name = markup.slice(start, end).toLowerCase();
        attributes = new Map();
      },
      onattribname(start, end) {
        attribute = markup.slice(start, end).toLowerCase();
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
      onclosetag: (start, end) => handlers.close(markup.slice(start, end).toLowerCase()),
      ontext: (start, end) => handlers.text(markup.slice(start, end)),
      ontextentity: (codePoint) => handlers.text(String.fromCodePoint(codePoint)),
      oncdata: nothing,
      oncomment: nothing,
      ondeclaration: nothing,
      onprocessinginstruction: nothing,
      onend: nothing,
    },
  );
  tokenizer.write(markup);
  tokenizer.end();
};
