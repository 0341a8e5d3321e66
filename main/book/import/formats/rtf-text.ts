/**
 * Rich text (RTF) as Markdown paragraphs. Written by hand: the libraries there are either stream HTML out of Outlook's
 * envelopes or have not been kept for years, and what a manuscript needs of RTF is this much.
 */
import { damaged, tooLarge } from '../failures.ts';
import { importLimits } from '../limits.ts';
import { wordsOfEq } from './eq-field.ts';
import {
  decodeBytes,
  encodingOfCharset,
  encodingOfPage,
  endsHalfway,
  mayDiffer,
  WesternFonts,
  westernEncoding,
} from './rtf-encodings.ts';
import { type Group, outermost, plain } from './rtf-group.ts';
import { anySign } from './rtf-lists.ts';
import { looksBehind, shownLooks } from './rtf-looks.ts';
import { freshNotes, noteLinks, type RtfNotes, takeComment, takeFootnote } from './rtf-notes.ts';
import { type InlineNote, readTokens, type TokenReader } from './rtf-tokens.ts';
import { RtfTexts } from './rtf-texts.ts';
import { destinations, paragraphBreaks, seenThroughStar, signs } from './rtf-words.ts';
import { type Change, type Span, textSpan } from './spans.ts';

/** Bytes that are read as one before it is known that they end. */
const longRun = 200;

/** Programs of a Mac write them for `\line` and `\par`. */
const lineSeparator = '\u2028';
const paragraphSeparator = '\u2029';

/** Of fonts whose letters are signs: Symbol, Wingdings. */
const symbolCharset = 2;

/** What Scrivener writes into its texts for itself. */
const scrivenerMarks = /<!?\$Scr(?:_[A-Za-z]+::\d+|KeepWithNext)>/g;

class RtfReader implements TokenReader {
  pictures = 0;
  isWhole = false;
  private readonly texts = new RtfTexts();
  private readonly groups: Group[] = [];
  private group: Group = { ...outermost };
  /** What is to be done where a group ends, the innermost last. */
  private readonly ends: { depth: number; end: () => void }[] = [];
  /** Bytes of characters of an encoding, collected until something else comes. */
  private bytes: number[] = [];
  /** Characters of a fallback that are still to be passed over. */
  private toSkip = 0;
  /** Pieces of words that came into the text. */
  private told = 0;
  /** Encodings of fonts; null for western ones. */
  private readonly fonts = new Map<number, string | null>();
  private readonly fontsOfSigns = new Set<number>();
  /** The one the table of fonts is at. */
  private fontInTable = 0;
  private defaultFont = 0;
  private pageEncoding = westernEncoding;
  /** Who changed something, each name with a `;` behind it. */
  private authors = { words: '' };
  private instruction = { words: '' };
  /** Who made the comment that comes next. */
  private commentAuthor = { words: '' };
  private readonly notes: RtfNotes;
  /** Links that are still to come, by what they lead to. */
  private readonly links: Map<string, number>;
  private readonly fontsSeen = new WesternFonts();
  private readonly hasWesternFonts: boolean;

  constructor(notes: RtfNotes, links: Map<string, number>, hasWesternFonts: boolean) {
    this.notes = notes;
    this.links = links;
    this.hasWesternFonts = hasWesternFonts;
  }

  private encoding(): string {
    if (!this.isWesternFont()) {
      return this.fonts.get(this.group.font ?? this.defaultFont) ?? this.pageEncoding;
    }
    return this.hasWesternFonts ? westernEncoding : this.pageEncoding;
  }

  private isWesternFont(): boolean {
    return this.fonts.get(this.group.font ?? this.defaultFont) === null;
  }

  private isFontOfSigns(): boolean {
    return this.fontsOfSigns.has(this.group.font ?? this.defaultFont);
  }

  private isLeftOut({ skipped, hidden } = this.group): boolean {
    return skipped || hidden;
  }

  private flushBytes(): void {
    if (this.bytes.length === 0) return;
    const { bytes } = this;
    this.bytes = [];
    if (this.isWesternFont() && !this.isLeftOut()) this.fontsSeen.add(bytes, this.pageEncoding);
    this.add(decodeBytes(bytes, this.encoding()));
  }

  private add(text: string): void {
    const { looks, level, collected } = this.group;
    if (collected !== null) {
      collected.words += collected.isLabel && this.isFontOfSigns() ? anySign : text;
    }
    const words = text.replaceAll('\0', '').replace(scrivenerMarks, '');
    if (this.isLeftOut() || words === '') return;
    const change = this.change();
    this.texts.push(textSpan(words, level > 0 ? { change } : { ...shownLooks(looks), change }));
    if (words.trim() !== '') this.told += 1;
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

  brace(sign: string): void {
    this.flushBytes();
    this.toSkip = 0;
    if (sign === '{') {
      this.groups.push(this.group);
      this.group = { ...this.group };
      this.isWhole = false;
      if (this.groups.length > importLimits.depth) throw tooLarge('groups within groups', {});
      return;
    }
    while (this.ends.at(-1)?.depth === this.groups.length) this.ends.pop()?.end();
    const before = this.groups.pop();
    if (before === undefined) throw damaged('its groups do not close in order');
    this.group = before;
    this.isWhole = this.groups.length === 0;
  }

  byte(value: number): void {
    if (this.toSkip > 0) this.toSkip -= 1;
    else this.bytes.push(value);
  }

  rawBytes(bytes: string): boolean {
    const skipped = Math.min(this.toSkip, bytes.length);
    this.toSkip -= skipped;
    for (const byte of Buffer.from(bytes.slice(skipped), 'latin1')) this.bytes.push(byte);
    if (endsHalfway(this.bytes, this.encoding())) return !this.isWesternFont();
    if (this.bytes.length >= longRun) this.flushBytes();
    return false;
  }

  text(text: string): void {
    const trail = endsHalfway(this.bytes, this.encoding()) ? text.slice(0, 1) : '';
    // The second byte of a character may be written as the letter it is by itself.
    if (trail !== '') this.bytes.push(trail.charCodeAt(0));
    // More of the same run may follow.
    if (trail === text && this.bytes.length < longRun) return;
    this.flushBytes();
    const skipped = Math.min(this.toSkip, text.length);
    this.toSkip -= skipped;
    this.add(text.slice(Math.max(skipped, trail.length)));
  }

  symbol(sign: string): void {
    if (sign === '*') Object.assign(this.group, { skipped: true, seen: false, collected: null });
    else if (sign === '~') this.text('\u00a0');
    else if (sign === '_') this.text('\u2011');
    else if (sign === '\n' || sign === '\r') this.word('par', null);
    else if (sign === '\\' || sign === '{' || sign === '}') this.text(sign);
  }

  word(name: string, value: number | null): void {
    this.flushBytes();
    const sign = signs[name];
    if (sign !== undefined) this.text(sign);
    else if (name === 'par') this.endParagraph();
    else if (paragraphBreaks.has(name)) this.breakParagraph();
    else if (name === 'u' && value !== null) this.character(value);
    else if (name === 'uc') this.group.fallback = Math.min(10, Math.max(0, value ?? 1));
    else if (name === 'fonttbl') Object.assign(this.group, { fontTable: true, skipped: true });
    else if (name === 'pict' || name === 'NeXTGraphic') this.countPicture(name);
    else if (destinations.has(name)) Object.assign(this.group, { skipped: true, seen: false });
    else if (seenThroughStar.has(name)) this.group.seen = this.isAroundSeen();
    else this.begin(name, value);
  }

  /** Groups of a text of their own, or of words that are said of others. */
  private begin(name: string, value: number | null): void {
    if (name === 'shptxt' || name === 'dptxbxtext') this.beginBox();
    else if (name === 'footnote') this.beginNote('footnote');
    else if (name === 'annotation') this.beginNote('annotation');
    else if (name === 'atnauthor') this.commentAuthor = this.collect();
    else if (name === 'revtbl') this.authors = this.collect();
    else if (name === 'field') this.beginField();
    else if (name === 'fldinst') this.instruction = this.collect();
    else if (name === 'fldrslt') this.beginLinked();
    else if (name === 'listtext' || name === 'pntext') this.beginLabel();
    else this.look(name, value);
  }

  private endParagraph(): void {
    this.toSkip = 0;
    if (!this.isLeftOut()) this.texts.endParagraph(this.group);
  }

  private breakParagraph(): void {
    this.toSkip = 0;
    if (!this.isLeftOut()) this.texts.breakParagraph(this.group);
  }

  private collect(isLabel = false): { words: string } {
    const collected = { words: '', isLabel };
    Object.assign(this.group, { skipped: true, collected });
    return collected;
  }

  private atEndOfGroup(end: () => void): void {
    this.ends.push({ depth: this.groups.length, end });
  }

  private isAroundSeen(): boolean {
    const around = this.groups.at(-1);
    return around?.seen === true && !around.hidden;
  }

  private countPicture(name: string): void {
    if (this.group.seen && !this.group.hidden) this.pictures += 1;
    this.group.skipped = true;
    // Behind one of a Mac stands a sign in its place, in a group with it.
    const around = this.groups.at(-1);
    if (name === 'NeXTGraphic' && around && this.groups.length > 2) around.skipped = true;
  }

  /** The group holds a text of its own, left out or not. */
  private beginText(isLeftOut: boolean, end: () => void): void {
    this.texts.begin('group');
    const { looks } = this.group;
    const own = { looks, skipped: isLeftOut, seen: !isLeftOut, level: 0, listLevel: 0 };
    Object.assign(this.group, plain, own);
    this.atEndOfGroup(end);
  }

  private beginNote(kind: InlineNote): void {
    const around = this.groups.at(-1);
    const change = this.change();
    const author = this.commentAuthor.words.trim();
    if (kind === 'annotation') this.commentAuthor = { words: '' };
    this.beginText(around === undefined || this.isLeftOut(around), () => {
      this.takeNote(kind, this.texts.endWhole(), { author, change });
    });
  }

  private takeNote(
    kind: InlineNote,
    paragraphs: readonly string[],
    { author, change }: { author: string; change: Change | null },
  ): void {
    const marks =
      kind === 'footnote'
        ? takeFootnote(this.notes, paragraphs, change)
        : takeComment(this.notes, paragraphs, author);
    for (const mark of marks) this.texts.push(mark);
  }

  /** One begins within another only where marks are damaged. */
  inlineNote(kind: InlineNote, border: 'begin' | 'end'): void {
    this.flushBytes();
    this.toSkip = 0;
    if (border === 'begin') this.texts.begin(kind);
    else if (this.texts.isIn(kind)) {
      this.takeNote(kind, this.texts.end(), { author: '', change: this.change() });
    }
  }

  /** Its paragraphs stand before the one it hangs on. */
  private beginBox(): void {
    this.beginText(!this.group.seen || this.group.hidden, () => {
      this.texts.addParagraphs(this.texts.endWhole(this.group));
    });
  }

  /** A formula has no other words than those it is made of. */
  private beginField(): void {
    const { told } = this;
    const around = this.instruction;
    this.instruction = { words: '' };
    this.atEndOfGroup(() => {
      if (this.told === told) this.add(wordsOfEq(this.instruction.words) ?? '');
      this.instruction = around;
    });
  }

  private beginLabel(): void {
    if (this.isLeftOut()) return;
    const label = this.collect(true);
    this.atEndOfGroup(() => this.texts.label(label.words));
  }

  /** The mark stands behind the words that the last of the links to it is on. */
  private beginLinked(): void {
    for (const [, id = ''] of this.instruction.words.matchAll(noteLinks)) {
      const left = (this.links.get(id) ?? 0) - 1;
      this.links.set(id, left);
      if (left > 0 || this.isLeftOut()) continue;
      this.atEndOfGroup(() => this.pushLinked(this.notes.markOf(id)));
    }
  }

  private pushLinked(mark: Span | null): void {
    if (mark?.kind === 'footnote') this.texts.push({ ...mark, change: this.change() });
    else if (mark !== null) this.texts.push(mark);
  }

  private character(value: number): void {
    // Half of a pair comes alone; the other follows, and the two are one character in the text.
    const character = String.fromCharCode(value & 0xffff);
    if (character === paragraphSeparator) this.endParagraph();
    else this.add(character === lineSeparator ? '\n' : character);
    this.toSkip = this.group.fallback;
  }

  private look(name: string, value: number | null): void {
    const on = value !== 0;
    const looks = looksBehind(this.group.looks, name, on);
    if (looks !== null) this.group.looks = looks;
    else if (name === 'v') this.group.hidden = on;
    else if (name === 'deleted') this.group.deleted = on;
    else if (name === 'revised') this.group.inserted = on;
    else if (name === 'revauth' || name === 'revauthdel') this.group.changedBy = value ?? 0;
    else if (name === 'plain') Object.assign(this.group, plain, { font: null });
    else if (name === 'pard') Object.assign(this.group, { level: 0, listLevel: 0 });
    else if (name === 'outlinelevel') this.group.level = Math.min(6, (value ?? 0) + 1);
    else if (name === 'ilvl') this.group.listLevel = Math.min(8, Math.max(0, value ?? 0));
    else if (name === 'ansicpg') this.pageEncoding = encodingOfPage(value ?? 1252);
    else if (name === 'mac') this.pageEncoding = 'macroman';
    else if (name === 'f') this.chooseFont(value ?? 0);
    else if (name === 'deff') this.defaultFont = value ?? 0;
    else if (name === 'fcharset' && this.group.fontTable) this.noteCharset(value ?? 0);
  }

  private noteCharset(charset: number): void {
    if (charset === symbolCharset) this.fontsOfSigns.add(this.fontInTable);
    const encoding = encodingOfCharset(charset);
    if (charset === 0 || encoding !== null) this.fonts.set(this.fontInTable, encoding);
  }

  private chooseFont(font: number): void {
    if (this.group.fontTable) this.fontInTable = font;
    else this.group.font = font;
  }

  end(): string[] {
    if (this.groups.length > 0) throw damaged('it ends too early');
    this.flushBytes();
    return this.texts.endWhole(this.group);
  }

  /** Whether the bytes that were read under western fonts are western indeed. */
  foundWesternFonts(): boolean {
    return this.fontsSeen.areWestern();
  }
}

const readWhole = (rtf: string, notes: RtfNotes, hasWesternFonts: boolean) => {
  const links = new Map<string, number>();
  for (const [, id = ''] of rtf.matchAll(noteLinks)) links.set(id, (links.get(id) ?? 0) + 1);
  const reader = new RtfReader(notes, links, hasWesternFonts);
  readTokens(rtf, reader);
  return { paragraphs: reader.end(), reader };
};

export type RtfText = {
  /** '' for an empty one. */
  paragraphs: string[];
  pictures: number;
};

/** `notes` gets what belongs to the text. IMPORT_FILE_DAMAGED, IMPORT_TOO_LARGE. */
export const readRtf = (bytes: Buffer, notes: RtfNotes): RtfText => {
  const rtf = bytes.toString('latin1');
  if (!rtf.startsWith('{\\rtf')) throw damaged('it is no rich text');
  const isWestern =
    mayDiffer(rtf) && readWhole(rtf, freshNotes(), false).reader.foundWesternFonts();
  const { paragraphs, reader } = readWhole(rtf, notes, isWestern);
  return { paragraphs, pictures: reader.pictures };
};
