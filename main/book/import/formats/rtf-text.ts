/**
 * Rich text (RTF) as Markdown paragraphs. Written by hand: the libraries there are either stream HTML out of Outlook's
 * envelopes or have not been kept for years, and what a manuscript needs of RTF is this much.
 */
import iconv from 'iconv-lite';
import { plainProse } from '#shared/count-text.ts';
import { damaged, tooLarge } from '../failures.ts';
import { importLimits } from '../limits.ts';
import { commentsIn, shownLine } from '../marks.ts';
import type { Comment } from '../source-text.ts';
import { type Change, paragraphOf, type Span, textSpan } from './spans.ts';

type Group = {
  /** Nothing in it is text of the document. */
  skipped: boolean;
  bold: boolean;
  italic: boolean;
  encoding: string;
  /** Characters that stand behind a `\u` for readers that do not know it. */
  fallback: number;
  fontTable: boolean;
  level: number;
  /** Tracked changes, and whose they are: a place in the document's own list of names. */
  deleted: boolean;
  inserted: boolean;
  changedBy: number;
  /** Collects what stands in a group that is no text of the document. */
  collected: { words: string } | null;
};

/** What the texts of one source share. */
export type RtfNotes = {
  /** By names that are used once. */
  footnotes: Map<string, string>;
  changeAuthors: string[];
  comments: Comment[];
  /** The mark of what Scrivener keeps beside the text for the words behind a link; null for what is not there. */
  markOf: (id: string) => Span | null;
};

export const freshNotes = (markOf: RtfNotes['markOf'] = () => null): RtfNotes => ({
  ...{ footnotes: new Map(), changeAuthors: [], comments: [], markOf },
});

const destinations = new Set([
  ...['colortbl', 'stylesheet', 'info', 'pict', 'object', 'header', 'footer', 'headerl', 'headerr'],
  ...[
    'headerf',
    'footerl',
    'footerr',
    'footerf',
    'listtable',
    'listoverridetable',
    'themedata',
    'generator',
    'filetbl',
  ],
  ...['rsidtbl', 'xmlnstbl', 'datastore', 'latentstyles', 'expandedcolortbl'],
]);
const signs: Record<string, string> = {
  ...{ par: '\n\n', line: '\n', sect: '\n\n', page: '\n\n', tab: '\t', cell: '\n\n', row: '\n\n' },
  ...{ emdash: '—', endash: '–', lquote: '‘', rquote: '’', ldblquote: '“', rdblquote: '”' },
  ...{ bullet: '•', emspace: '\u2003', enspace: '\u2002' },
};
/** Character sets of fonts, as Windows numbers them. */
const charsets: Record<number, string> = {
  ...{
    0: 'windows-1252',
    77: 'macroman',
    128: 'Shift_JIS',
    129: 'EUC-KR',
    134: 'GB18030',
    136: 'Big5',
  },
  ...{ 161: 'windows-1253', 162: 'windows-1254', 163: 'windows-1258', 177: 'windows-1255' },
  ...{
    178: 'windows-1256',
    186: 'windows-1257',
    204: 'windows-1251',
    222: 'windows-874',
    238: 'windows-1250',
  },
};
const codePages: Record<number, string> = {
  ...{
    932: 'Shift_JIS',
    936: 'GB18030',
    949: 'EUC-KR',
    950: 'Big5',
    10000: 'macroman',
    65001: 'UTF-8',
  },
};

const encodingOfPage = (page: number): string => {
  const name = codePages[page] ?? `windows-${page}`;
  return iconv.encodingExists(name) ? name : 'windows-1252';
};

const token =
  /\\([a-z]{1,32})(-?\d{1,10})? ?|\\'([0-9a-f]{2})|\\([^a-z])|([{}])|\r?\n|([^\\{}\r\n]+)/giy;

/** Scrivener writes a link for each run of the words that a note stands to. */
const noteLinks = /scrivcmt:\/\/([0-9A-Za-z-]{1,64})/g;

class RtfReader {
  private paragraphs: string[] = [];
  private readonly groups: Group[] = [];
  private group: Group = {
    ...{ skipped: false, bold: false, italic: false, encoding: 'windows-1252', fallback: 1 },
    ...{ fontTable: false, level: 0, deleted: false, inserted: false, changedBy: 0 },
    collected: null,
  };
  /** What is to be done where a group ends, the innermost last. */
  private readonly ends: { depth: number; end: () => void }[] = [];
  private spans: Span[] = [];
  /** Bytes of characters of an encoding, collected until something else comes. */
  private bytes: number[] = [];
  /** Characters of a fallback that are still to be passed over. */
  private toSkip = 0;
  private readonly fonts = new Map<number, string>();
  private font = 0;
  private pageEncoding = 'windows-1252';
  /** Who changed something, each name with a `;` behind it. */
  private readonly authors = { words: '' };
  private instruction = { words: '' };
  /** Who made the comment that comes next. */
  private commentAuthor = { words: '' };
  private readonly notes: RtfNotes;
  /** Links that are still to come, by what they lead to. */
  private readonly links: Map<string, number>;

  constructor(notes: RtfNotes, links: Map<string, number>) {
    this.notes = notes;
    this.links = links;
  }

  private flushBytes(): void {
    if (this.bytes.length === 0) return;
    const text = iconv.decode(Buffer.from(this.bytes), this.group.encoding);
    this.bytes = [];
    this.add(text);
  }

  private add(text: string): void {
    const { skipped, bold, italic, level, collected } = this.group;
    if (collected !== null) collected.words += text;
    if (skipped || text === '') return;
    const [first = '', ...more] = text.split('\n\n');
    const change = this.change();
    const push = (words: string): void => {
      const look = level > 0 ? { change } : { bold, italic, change };
      if (words !== '') this.spans.push(textSpan(words, look));
    };
    push(first);
    for (const words of more) {
      this.endParagraph();
      push(words);
    }
  }

  private change(): Change | null {
    const { deleted, inserted, changedBy } = this.group;
    if (!deleted && !inserted) return null;
    const name = this.authors.words.split(';')[changedBy]?.trim() ?? '';
    const { changeAuthors } = this.notes;
    const at = changeAuthors.indexOf(name);
    const author = at < 0 ? changeAuthors.push(name) - 1 : at;
    return { kind: deleted ? 'deleted' : 'inserted', author };
  }

  private endParagraph(): void {
    this.paragraphs.push(paragraphOf(this.spans, this.group.level));
    this.spans = [];
  }

  brace(sign: string): void {
    this.flushBytes();
    this.toSkip = 0;
    if (sign === '{') {
      this.groups.push(this.group);
      this.group = { ...this.group };
      if (this.groups.length > importLimits.depth) throw tooLarge('groups within groups', {});
      return;
    }
    while (this.ends.at(-1)?.depth === this.groups.length) this.ends.pop()?.end();
    const before = this.groups.pop();
    if (before === undefined) throw damaged('its groups do not close in order');
    this.group = before;
  }

  byte(hex: string): void {
    if (this.toSkip > 0) this.toSkip -= 1;
    else this.bytes.push(Number.parseInt(hex, 16));
  }

  text(text: string): void {
    const trail = this.isHalf() ? text.slice(0, 1) : '';
    // The second byte of a character may be written as the letter it is by itself.
    if (trail !== '') this.bytes.push(trail.charCodeAt(0));
    this.flushBytes();
    const skipped = Math.min(this.toSkip, text.length);
    this.toSkip -= skipped;
    this.add(text.slice(Math.max(skipped, trail.length)));
  }

  private isHalf(): boolean {
    if (this.bytes.length === 0) return false;
    return iconv.decode(Buffer.from(this.bytes), this.group.encoding).endsWith('\ufffd');
  }

  symbol(sign: string): void {
    if (sign === '*') this.group.skipped = true;
    else if (sign === '~') this.text('\u00a0');
    else if (sign === '_') this.text('\u2011');
    else if (sign === '\n' || sign === '\r') this.text('\n\n');
    else if (sign === '\\' || sign === '{' || sign === '}') this.text(sign);
  }

  word(name: string, given: string | undefined): void {
    this.flushBytes();
    const value = given === undefined ? null : Number(given);
    const sign = signs[name];
    if (sign !== undefined) this.text(sign);
    else if (name === 'u' && value !== null) this.character(value);
    else if (name === 'uc') this.group.fallback = Math.min(10, Math.max(0, value ?? 1));
    else if (name === 'fonttbl') {
      this.group.fontTable = true;
      this.group.skipped = true;
    } else if (destinations.has(name)) this.group.skipped = true;
    else if (name === 'footnote') this.beginFootnote();
    else if (name === 'annotation') this.beginComment();
    else if (name === 'atnauthor') this.beginAuthor();
    else if (name === 'revtbl') this.collect(this.authors);
    else if (name === 'fldinst') this.beginInstruction();
    else if (name === 'fldrslt') this.beginLinked();
    else this.look(name, value);
  }

  private collect(into: { words: string }): void {
    Object.assign(this.group, { skipped: true, collected: into });
  }

  private beginInstruction(): void {
    this.instruction = { words: '' };
    this.collect(this.instruction);
  }

  private atEndOfGroup(end: () => void): void {
    this.ends.push({ depth: this.groups.length, end });
  }

  /** The group holds a text of its own; `marksOf` says what stands for it in the text around. */
  private beginNote(marksOf: (paragraphs: readonly string[]) => Span[]): void {
    const isSkipped = this.groups.at(-1)?.skipped === true;
    const { paragraphs, spans } = this;
    this.paragraphs = [];
    this.spans = [];
    Object.assign(this.group, { skipped: isSkipped, level: 0, deleted: false, inserted: false });
    this.atEndOfGroup(() => {
      this.group.level = 0;
      this.endParagraph();
      const own = this.paragraphs;
      this.paragraphs = paragraphs;
      this.spans = spans;
      this.spans.push(...marksOf(own));
    });
  }

  /** Its call is changed with the words around it. */
  private beginFootnote(): void {
    const change = this.change();
    this.beginNote((paragraphs) => {
      const text = paragraphs.join(' ').replace(/\s+/g, ' ').trim();
      if (text === '') return [];
      const name = String(this.notes.footnotes.size + 1);
      this.notes.footnotes.set(name, text);
      // Comments are looked for in the text of chapters.
      const comments = commentsIn(text).map((index) => ({ kind: 'comment' as const, index }));
      return [{ kind: 'footnote', name, change }, ...comments];
    });
  }

  private beginAuthor(): void {
    this.commentAuthor = { words: '' };
    this.collect(this.commentAuthor);
  }

  private beginComment(): void {
    const author = this.commentAuthor.words.trim();
    this.commentAuthor = { words: '' };
    this.beginNote((paragraphs) => {
      const text = commentText(paragraphs);
      if (text === '') return [];
      return [{ kind: 'comment', index: this.notes.comments.push({ author, text }) - 1 }];
    });
  }

  /** The mark stands behind the words that the last of the links to it is on. */
  private beginLinked(): void {
    for (const [, id = ''] of this.instruction.words.matchAll(noteLinks)) {
      const left = (this.links.get(id) ?? 0) - 1;
      this.links.set(id, left);
      if (left > 0 || this.group.skipped) continue;
      this.atEndOfGroup(() => {
        const mark = this.notes.markOf(id);
        if (mark?.kind === 'footnote') this.spans.push({ ...mark, change: this.change() });
        else if (mark !== null) this.spans.push(mark);
      });
    }
    this.instruction = { words: '' };
  }

  private character(value: number): void {
    // Half of a pair comes alone; the other follows, and the two are one character in the text.
    this.add(withoutNul(String.fromCharCode(value & 0xffff)));
    this.toSkip = this.group.fallback;
  }

  private look(name: string, value: number | null): void {
    const on = value !== 0;
    if (name === 'b') this.group.bold = on;
    else if (name === 'i') this.group.italic = on;
    else if (name === 'v') this.group.skipped ||= on;
    else if (name === 'deleted') this.group.deleted = on;
    else if (name === 'revised') this.group.inserted = on;
    else if (name === 'revauth' || name === 'revauthdel') this.group.changedBy = value ?? 0;
    else if (name === 'plain') Object.assign(this.group, plain);
    else if (name === 'pard') this.group.level = 0;
    else if (name === 'outlinelevel') this.group.level = Math.min(6, (value ?? 0) + 1);
    else if (name === 'ansicpg') this.pageEncoding = encodingOfPage(value ?? 1252);
    else if (name === 'mac') this.pageEncoding = 'macroman';
    else if (name === 'f') this.chooseFont(value ?? 0);
    else if (name === 'fcharset' && this.group.fontTable) {
      const encoding = value === 0 || value === null ? undefined : charsets[value];
      if (encoding !== undefined) this.fonts.set(this.font, encoding);
    }
    if (name === 'ansicpg' || name === 'mac') this.group.encoding = this.pageEncoding;
  }

  private chooseFont(font: number): void {
    this.font = font;
    if (!this.group.fontTable) this.group.encoding = this.fonts.get(font) ?? this.pageEncoding;
  }

  end(): string[] {
    if (this.groups.length > 0) throw damaged('it ends too early');
    this.flushBytes();
    this.endParagraph();
    return this.paragraphs;
  }
}

/** Plain words: a comment has no looks. */
export const commentText = (paragraphs: readonly string[]): string =>
  plainProse(paragraphs.map(shownLine).join('\n')).trim();

const plain = { bold: false, italic: false, deleted: false, inserted: false };

const withoutNul = (text: string): string => (text === '\0' ? '' : text);

/** What Scrivener writes into its texts for itself. */
const scrivenerMarks = /<!?\$Scr_[A-Za-z]+::\d+>/g;

/** Paragraphs; '' for an empty one. `notes` gets what belongs to them. IMPORT_FILE_DAMAGED, IMPORT_TOO_LARGE. */
export const readRtf = (bytes: Buffer, notes: RtfNotes): string[] => {
  const rtf = bytes.toString('latin1');
  if (!rtf.startsWith('{\\rtf')) throw damaged('it is no rich text');
  const links = new Map<string, number>();
  for (const [, id = ''] of rtf.matchAll(noteLinks)) links.set(id, (links.get(id) ?? 0) + 1);
  const reader = new RtfReader(notes, links);
  token.lastIndex = 0;
  for (let at = 0; at < rtf.length; at = token.lastIndex) {
    token.lastIndex = at;
    const found = token.exec(rtf);
    // What nothing fits: a lone backslash at the end, or bytes behind the last group.
    if (found === null) break;
    const [, word, value, hex, symbol, brace, text] = found;
    if (word !== undefined) reader.word(word, value);
    else if (hex !== undefined) reader.byte(hex);
    else if (symbol !== undefined) reader.symbol(symbol);
    else if (brace !== undefined) reader.brace(brace);
    else if (text !== undefined) reader.text(text);
  }
  return reader.end().map((paragraph) => paragraph.replace(scrivenerMarks, ''));
};
