/** The words of a page of HTML as Markdown paragraphs, parted where a table of contents points into it. */
import { readMarkup } from '#main/base/text/markup-reader.ts';
import { areSpacedOut, joinWithGaps, quoteLines, sceneBreak } from '../markdown-text.ts';
import { type Look, OpenLooks } from './page-styles.ts';
import { paragraphOf, type Span, textSpan } from './spans.ts';

/** A stretch of a page: from its beginning, or from the element with that id. */
export type PageStretch = { id: string | null; text: string };

const skipped = new Set(['head', 'script', 'style', 'template', 'svg', 'math', 'noscript', 'nav']);
/** These break a line and hold no words that would run on over their border. */
const blocks = new Set([
  ...['address', 'article', 'aside', 'blockquote', 'body', 'caption', 'dd', 'div', 'dl', 'dt'],
  ...['figcaption', 'figure', 'footer', 'header', 'hr', 'li', 'main', 'ol', 'p', 'pre', 'section'],
  ...['table', 'tbody', 'td', 'th', 'thead', 'tr', 'ul'],
  ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6'],
]);
/** Elements that have no end tag. */
const empty = new Set(['br', 'hr', 'img', 'image', 'input', 'link', 'meta', 'wbr', 'col']);

/** Says the title and the author once more, and is no chapter. */
const isTitlePage = (attributes: ReadonlyMap<string, string>): boolean =>
  attributes.get('epub:type')?.split(' ').includes('titlepage') === true;

const levelOf = (name: string): number => Number(/^h([1-6])$/.exec(name)?.[1] ?? 0);

/** Paragraphs as they come; '' for an empty one. */
type Lines = { id: string | null; lines: string[] };

class PageReader {
  private readonly stretches: Lines[] = [{ id: null, lines: [] }];
  pictures = 0;
  /** What was on the page when the paragraph began that is open: paragraphs and pictures. */
  private atBegin: number | null = null;
  private spans: Span[] = [];
  private skipping = 0;
  /** The element that all of it is skipped with. */
  private skippedIn = '';
  private readonly looks: OpenLooks;
  private preDepth = 0;
  private level = 0;
  private quoteDepth = 0;
  /** Brackets for readers that show no phonetic guides. HTML lets their end tags out: they hold no other tag. */
  private inFallback = false;
  private readonly anchors: ReadonlySet<string>;

  constructor(anchors: ReadonlySet<string>, looks: OpenLooks) {
    this.anchors = anchors;
    this.looks = looks;
  }

  private breakParagraph(): void {
    const line = paragraphOf(this.spans, this.level);
    this.spans = [];
    this.append(this.quoteDepth > 0 && this.level === 0 ? quoteLines(line) : line);
  }

  private append(paragraph: string): void {
    if (paragraph !== '') this.stretches.at(-1)?.lines.push(paragraph);
  }

  private countAll(): number {
    return this.stretches.reduce((sum, { lines }) => sum + lines.length, this.pictures);
  }

  /** One in which nothing stood was left empty by the writer. */
  private endOfParagraph(): void {
    if (this.atBegin === this.countAll()) this.stretches.at(-1)?.lines.push('');
    this.atBegin = null;
  }

  open(name: string, attributes: ReadonlyMap<string, string>): void {
    this.inFallback = name === 'rp';
    if (this.skipping > 0 || skipped.has(name) || isTitlePage(attributes)) {
      this.skip(name);
      return;
    }
    if (blocks.has(name)) {
      this.breakParagraph();
      // HTML lets its end tag out.
      this.looks.leave('p');
    }
    if (!empty.has(name)) this.looks.enter(name, attributes);
    const id = attributes.get('id');
    if (id !== undefined && this.anchors.has(id)) {
      this.breakParagraph();
      this.stretches.push({ id, lines: [] });
    }
    if (levelOf(name) > 0) this.level = levelOf(name);
    else if (name === 'p') this.atBegin = this.countAll();
    else if (name === 'blockquote') this.quoteDepth += 1;
    else if (name === 'br') this.spans.push(textSpan('\n'));
    else if (name === 'hr') this.append(sceneBreak);
    else if (name === 'img' || name === 'image') this.pictures += 1;
    else if (name === 'pre') this.preDepth += 1;
    else if (name === 'rt') this.spans.push(textSpan('（'));
  }

  /** Where a drawing only frames a picture, it is one that is left out. */
  private skip(name: string): void {
    if (this.skipping === 0) this.skippedIn = name;
    else if (this.skippedIn === 'svg' && name === 'image') this.pictures += 1;
    if (!empty.has(name)) this.skipping += 1;
  }

  close(name: string): void {
    this.inFallback = false;
    if (this.skipping > 0) {
      if (!empty.has(name)) this.skipping -= 1;
      return;
    }
    if (blocks.has(name)) this.breakParagraph();
    this.looks.leave(name);
    if (levelOf(name) > 0) this.level = 0;
    else if (name === 'p') this.endOfParagraph();
    else if (name === 'blockquote') this.quoteDepth = Math.max(0, this.quoteDepth - 1);
    else if (name === 'pre') this.preDepth = Math.max(0, this.preDepth - 1);
    else if (name === 'rt') this.spans.push(textSpan('）'));
  }

  text(text: string): void {
    if (this.skipping > 0 || this.inFallback) return;
    if (this.preDepth > 0) {
      this.setText(text);
      return;
    }
    const words = text.replace(/[ \t\r\n]+/g, ' ');
    // The space between two lines of the file is no indent.
    if (words !== ' ' || this.spans.length > 0) this.add(words);
  }

  /** Lines stay as they were set, with stanzas between empty ones. */
  private setText(text: string): void {
    for (const [at, stanza] of text
      .replace(/\r\n?/g, '\n')
      .split(/\n[ \t]*\n/)
      .entries()) {
      if (at > 0) this.breakParagraph();
      this.add(stanza);
    }
  }

  private add(words: string): void {
    // Headings are emphasised by being headings.
    this.spans.push(textSpan(words, this.level > 0 ? {} : this.looks.look));
  }

  end(): PageStretch[] {
    this.breakParagraph();
    const all = this.stretches.flatMap(({ lines }) => lines);
    const keepsGaps = !areSpacedOut(all);
    return this.stretches.map(({ id, lines }) => ({ id, text: joinWithGaps(lines, keepsGaps) }));
  }
}

/** `anchors`: ids at which a new stretch begins. */
export const readPage = (
  html: string,
  anchors: ReadonlySet<string>,
  styles: ReadonlyMap<string, Partial<Look>> = new Map(),
): { stretches: PageStretch[]; pictures: number } => {
  const reader = new PageReader(anchors, new OpenLooks(styles));
  const withoutType = html.replace(/^\s*<\?xml[^>]*>/, '');
  readMarkup(withoutType, {
    open: ({ name, attributes, selfClosing }) => {
      const local = name.slice(name.indexOf(':') + 1);
      reader.open(local, attributes);
      if (selfClosing && !empty.has(local)) reader.close(local);
    },
    close: (name) => reader.close(name.slice(name.indexOf(':') + 1)),
    text: (text) => reader.text(text),
  });
  return { stretches: reader.end(), pictures: reader.pictures };
};
