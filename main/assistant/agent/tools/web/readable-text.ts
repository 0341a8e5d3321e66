/** What a person would read of a page. */
import { readMarkup, type Tag } from '#main/base/text/markup-reader.ts';

const unseen = new Set(
  (
    'script style noscript template svg math canvas iframe object audio video select button textarea nav footer ' +
    'dialog'
  ).split(' '),
);
const void_ = new Set('area base br col embed hr img input link meta source track wbr'.split(' '));
const paragraphs = new Set(
  (
    'p div section article main header aside blockquote pre ul ol dl table figure figcaption h1 h2 h3 h4 h5 h6 hr ' +
    'address details summary form'
  ).split(' '),
);
const lines = new Set(['li', 'dt', 'dd', 'tr', 'br', 'option', 'caption']);
/** A second one ends the first, closed or not. */
const siblings = new Set(['p', 'li', 'dt', 'dd', 'tr', 'td', 'th', 'option']);

const isHidden = ({ attributes }: Tag): boolean =>
  attributes.has('hidden') ||
  attributes.get('aria-hidden') === 'true' ||
  /display\s?:\s?none|visibility\s?:\s?hidden/i.test(
    (attributes.get('style') ?? '').slice(0, 2000),
  );

const opening = (name: string): string => {
  if (/^h[1-6]$/.test(name)) return `\n\n${'#'.repeat(Number(name[1]))} `;
  if (paragraphs.has(name)) return '\n\n';
  if (name === 'li') return '\n- ';
  if (lines.has(name)) return '\n';
  return name === 'td' || name === 'th' ? ' | ' : '';
};

/** The address a link shows behind its words; '' for places on the page and what is no address. */
const linkTarget = ({ attributes }: Tag, base: string): string => {
  const target = attributes.get('href') ?? '';
  if (target === '' || target.startsWith('#') || !URL.canParse(target, base)) return '';
  const url = new URL(target, base);
  return /^https?:$/.test(url.protocol) ? ` (${url.href})` : '';
};

const tidied = (parts: readonly string[]): string =>
  parts
    .join('')
    .split('\n')
    .map((line) => line.trimEnd())
    .map((line) => (line.startsWith(' ') && line[1] !== ' ' ? line.slice(1) : line))
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();

/** Links whose address is shown; the words of all of them are. */
const maxLinks = 5_000;
/** A main part shorter than this is a frame around what the page is about. */
const minMainLength = 200;

/** What a person would read of a page: title, and text with headings, lists and the addresses of links. */
export const extractReadableText = (
  markup: string,
  url: string,
): { title: string; text: string } => {
  const parts: string[] = [];
  /** Of the links that are open; null where no address is shown. */
  const links: (Tag | null)[] = [];
  let shownLinks = 0;
  const main = { name: '', depth: 0, start: 0, end: 0 };
  let title = '';
  let inTitle = false;
  let hasTitle = false;
  let preformatted = 0;
  let skipped = { name: '', depth: 0 };
  let endsInSpace = true;
  const put = (text: string): void => {
    if (text === '') return;
    parts.push(text);
    endsInSpace = /\s$/.test(text.slice(-1));
  };

  readMarkup(markup, {
    open(tag) {
      const { name, selfClosing } = tag;
      if (skipped.depth > 0) {
        if (name !== skipped.name) return;
        if (!siblings.has(name)) {
          skipped.depth += 1;
          return;
        }
        skipped.depth = 0;
      }
      if (void_.has(name)) return put(opening(name));
      if (name === 'title') {
        inTitle = !hasTitle;
        hasTitle = true;
        return;
      }
      if (unseen.has(name) || isHidden(tag)) {
        if (!(selfClosing && unseen.has(name))) skipped = { name, depth: 1 };
        return;
      }
      if (main.name === '' && (name === 'main' || name === 'article')) {
        Object.assign(main, { name, start: parts.length, end: Number.POSITIVE_INFINITY });
      }
      if (name === main.name) main.depth += 1;
      put(opening(name));
      if (name === 'pre') preformatted += 1;
      if (name === 'a') links.push(tag.attributes.has('href') ? tag : null);
    },
    close(name) {
      if (skipped.depth > 0) {
        if (name === skipped.name) skipped.depth -= 1;
        return;
      }
      if (name === 'title') inTitle = false;
      const link = name === 'a' ? links.pop() : null;
      if (link && shownLinks < maxLinks) {
        shownLinks += 1;
        put(linkTarget(link, url));
      }
      if (name === 'pre' && preformatted > 0) preformatted -= 1;
      if (paragraphs.has(name)) put('\n\n');
      if (name === main.name && main.depth > 0) {
        main.depth -= 1;
        if (main.depth === 0 && main.end > parts.length) main.end = parts.length;
      }
    },
    text(text) {
      if (skipped.depth > 0) return;
      if (inTitle) title += text;
      else if (preformatted > 0) put(text);
      else {
        const plain = text.replace(/[^\S\u3000]+/g, ' ');
        put(endsInSpace && plain.startsWith(' ') ? plain.slice(1) : plain);
      }
    },
  });

  const mainText = main.name === '' ? '' : tidied(parts.slice(main.start, main.end));
  return {
    title: title.replace(/\s+/g, ' ').trim(),
    text: mainText.length >= minMainLength ? mainText : tidied(parts),
  };
};
