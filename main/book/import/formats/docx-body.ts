/** The paragraphs of a part of a Word document, with tracked changes, comments and the calls of footnotes in their places. */
import { type Element, readXml } from '../files/read-xml.ts';
import { listLevel, type NumberReference } from './docx-numbering.ts';
import { type CharacterLook, type DocxStyles, isOn, outlineLevel } from './docx-styles.ts';
import { wordsOfEq } from './eq-field.ts';
import { type Change, type Span, textSpan } from './spans.ts';

export type DocxParagraph = {
  spans: Span[];
  level: number | null;
  isContents: boolean;
  isQuotation: boolean;
  isAuthor: boolean;
  styleId: string | null;
  /** Its own; what it leaves open its style says. */
  number: NumberReference;
};

/** A footnote, an endnote or a comment, in the part that holds all of its kind. */
export type DocxNote = { id: string; author: string; paragraphs: DocxParagraph[] };

export type DocxBody = { paragraphs: DocxParagraph[]; notes: DocxNote[]; pictures: number };

/** What the parts of a document share. */
export type DocxContext = {
  styles: DocxStyles;
  /** The place of a comment in the list of them, by its id. */
  commentAt: ReadonlyMap<string, number>;
  /** Names of those who made changes, by their number: readers add to it. */
  authors: string[];
};

/** Whatever stands in these is not read: formatting before a change, and what a newer reader shows instead. */
const skipped = new Set(['pPrChange', 'rPrChange', 'sectPrChange', 'tblPrChange', 'Fallback']);
/** What a field is made of: read only where it is words as well. */
const instructions = new Set(['instrText', 'delInstrText']);
const insertions = new Set(['ins', 'moveTo']);
const deletions = new Set(['del', 'moveFrom']);
const notes = new Set(['footnote', 'endnote', 'comment']);
const drawings = new Set(['drawing', 'pict']);
/** What a drawing shows that is no shape. */
const images = new Set(['blip', 'imagedata', 'chart']);

type Run = CharacterLook & { hidden: boolean };

/** In brackets, looking as the reading does. */
const inBrackets = (reading: readonly Span[]): Span[] => {
  const look = reading.find((span) => span.kind === 'text');
  return look === undefined
    ? [...reading]
    : [{ ...look, text: '（' }, ...reading, { ...look, text: '）' }];
};

class BodyReader {
  readonly body: DocxBody = { paragraphs: [], notes: [], pictures: 0 };
  /** Text boxes stand inside of paragraphs. */
  private readonly open: DocxParagraph[] = [];
  private readonly changes: Change[] = [];
  /** Text boxes and phonetic guides stand inside of runs. */
  private readonly runs: Run[] = [];
  /** Where in its paragraph the reading of a phonetic guide begins, which stands before the words it belongs to. */
  private readingFrom = 0;
  private reading: Span[] = [];
  private inText = false;
  /** Fields stand inside of each other. */
  private readonly fields: { instruction: string; resultFrom: number }[] = [];
  private inInstruction = false;
  private inProperties = 0;
  /** Drawings stand inside of text boxes, which are drawings. */
  private readonly drawings: { hasWords: boolean; hasImage: boolean }[] = [];
  private skipping = 0;
  private readonly context: DocxContext;

  constructor(context: DocxContext) {
    this.context = context;
  }

  start(element: Element): void {
    const { name } = element;
    if (this.skipping > 0 || skipped.has(name)) {
      this.skipping += 1;
      return;
    }
    if (name === 'p') {
      const number = { numberId: null, level: null };
      this.open.push({
        ...{ spans: [], level: null, styleId: null, number },
        ...{ isContents: false, isQuotation: false, isAuthor: false },
      });
    } else if (name === 'pPr') this.inProperties += 1;
    else if (name === 'r') {
      this.runs.push({ bold: false, italic: false, dotted: false, hidden: false });
    } else if (name === 'rt') this.readingFrom = this.open.at(-1)?.spans.length ?? 0;
    else if (insertions.has(name) || deletions.has(name)) this.startChange(element);
    else if (notes.has(name)) this.startNote(element);
    else if (drawings.has(name)) this.drawings.push({ hasWords: false, hasImage: false });
    else this.startInside(element);
  }

  private startChange(element: Element): void {
    const author = element.get('author') ?? '';
    const { authors } = this.context;
    let number = authors.indexOf(author);
    if (number < 0) number = authors.push(author) - 1;
    this.changes.push({
      kind: insertions.has(element.name) ? 'inserted' : 'deleted',
      author: number,
    });
  }

  private startNote(element: Element): void {
    const [id, author] = [element.get('id') ?? '', element.get('author') ?? ''];
    this.body.notes.push({ id, author, paragraphs: [] });
  }

  private startInside(element: Element): void {
    const { name } = element;
    const { styles } = this.context;
    const paragraph = this.open.at(-1);
    const run = this.runs.at(-1);
    const drawing = this.drawings.at(-1);
    if (drawing && images.has(name)) drawing.hasImage = true;
    else if (name === 'pStyle' && paragraph) {
      const id = element.get('val') ?? '';
      paragraph.level ??= styles.levelOf(id);
      paragraph.isContents = styles.isContents(id);
      paragraph.isQuotation = styles.isQuotation(id);
      paragraph.isAuthor = styles.isAuthor(id);
      paragraph.styleId = id;
    } else if (name === 'numId' && paragraph && this.inProperties > 0) {
      paragraph.number.numberId = element.get('val') ?? null;
    } else if (name === 'ilvl' && paragraph && this.inProperties > 0) {
      paragraph.number.level = listLevel(element.get('val'));
    } else if (name === 'outlineLvl' && paragraph) {
      paragraph.level = outlineLevel(element.get('val')) ?? paragraph.level;
    } else if (run && this.inProperties === 0) this.startInRun(element, run);
    else if (name === 'commentReference') this.addComment(element);
  }

  private startInRun(element: Element, run: Run): void {
    const { name } = element;
    if (name === 'rStyle') Object.assign(run, this.context.styles.lookOf(element.get('val') ?? ''));
    else if (name === 'b') run.bold = isOn(element.get('val'));
    else if (name === 'i') run.italic = isOn(element.get('val'));
    else if (name === 'em') run.dotted = isOn(element.get('val'));
    else if (name === 'vanish') run.hidden = isOn(element.get('val'));
    else if (name === 't' || name === 'delText') this.inText = true;
    else if (instructions.has(name)) this.inInstruction = true;
    else if (name === 'fldChar') this.atField(element.get('fldCharType'));
    else if (name === 'tab') this.add('\t');
    else if (name === 'cr' || name === 'br') this.add('\n');
    else if (name === 'noBreakHyphen') this.add('\u2011');
    else if (name === 'commentReference') this.addComment(element);
    else if (name === 'footnoteReference' || name === 'endnoteReference') {
      const kind = name === 'footnoteReference' ? '' : 'e';
      const footnote = `${kind}${element.get('id') ?? ''}`;
      const change = this.changes.at(-1) ?? null;
      this.open.at(-1)?.spans.push({ kind: 'footnote', name: footnote, change });
    }
  }

  /** A formula that has no words of its own is drawn from its instruction. */
  private atField(place: string | undefined): void {
    const length = this.open.at(-1)?.spans.length ?? 0;
    const field = this.fields.at(-1);
    if (place === 'begin') this.fields.push({ instruction: '', resultFrom: length });
    else if (field && place === 'separate') field.resultFrom = length;
    else if (field && place === 'end') {
      this.fields.pop();
      if (length === field.resultFrom) this.add(wordsOfEq(field.instruction) ?? '');
    }
  }

  private addComment(element: Element): void {
    const index = this.context.commentAt.get(element.get('id') ?? '');
    if (index !== undefined) this.open.at(-1)?.spans.push({ kind: 'comment', index });
  }

  private add(text: string): void {
    const run = this.runs.at(-1);
    if (run === undefined || run.hidden || text === '') return;
    for (const drawing of this.drawings) drawing.hasWords = true;
    const { bold, dotted } = run;
    const italic = run.italic || dotted;
    const change = this.changes.at(-1) ?? null;
    this.open.at(-1)?.spans.push(textSpan(text, { bold, italic, change }));
  }

  text(text: string): void {
    if (this.skipping > 0) return;
    const field = this.fields.at(-1);
    if (this.inInstruction && field) field.instruction += text;
    else if (this.inText) this.add(text);
  }

  /** A text box is none: its words are taken in. */
  private endDrawing(): void {
    const drawing = this.drawings.pop();
    if (drawing && (drawing.hasImage || !drawing.hasWords)) this.body.pictures += 1;
  }

  private endGuide(): void {
    this.open.at(-1)?.spans.push(...inBrackets(this.reading));
    this.reading = [];
  }

  end(name: string): void {
    if (this.skipping > 0) {
      this.skipping -= 1;
      return;
    }
    if (name === 'rt') this.reading = this.open.at(-1)?.spans.splice(this.readingFrom) ?? [];
    else if (name === 'ruby') this.endGuide();
    else if (name === 'p') {
      this.endGuide();
      const paragraph = this.open.pop();
      if (paragraph) this.body.paragraphs.push(paragraph);
    } else if (notes.has(name)) {
      this.body.notes.at(-1)?.paragraphs.push(...this.body.paragraphs.splice(0));
    } else if (name === 'pPr') this.inProperties -= 1;
    else if (name === 'r') this.runs.pop();
    else if (name === 't' || name === 'delText') this.inText = false;
    else if (instructions.has(name)) this.inInstruction = false;
    else if (drawings.has(name)) this.endDrawing();
    else if (insertions.has(name) || deletions.has(name)) this.changes.pop();
  }
}

/** IMPORT_FILE_DAMAGED. */
export const readDocxBody = (xml: string, context: DocxContext): DocxBody => {
  const reader = new BodyReader(context);
  readXml(xml, {
    open: (element) => reader.start(element),
    close: (name) => reader.end(name),
    text: (text) => reader.text(text),
  });
  return reader.body;
};
