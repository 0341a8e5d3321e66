/** The text of a rich text, and the texts of notes and boxes within it, each written until it ends. */
import { listLabel } from './rtf-lists.ts';
import { paragraphOf, type Span } from './spans.ts';
import type { InlineNote } from './rtf-tokens.ts';

type Text = {
  /** '' for an empty one. */
  paragraphs: string[];
  /** Of the paragraph that is open. */
  spans: Span[];
  /** What is written before it as an item of a list. */
  label: string;
  /** What it ends with: its group, the mark of a note among the words, or all of it. */
  endsWith: 'all' | 'group' | InlineNote;
};

/** Of a heading, 0 for none, and of an item within the lists around it. */
type Levels = { level: number; listLevel: number };

const noLevels: Levels = { level: 0, listLevel: 0 };

const begun = (endsWith: Text['endsWith']): Text => ({
  ...{ paragraphs: [], spans: [], label: '' },
  endsWith,
});

const saysSomething = (span: Span): boolean => span.kind !== 'text' || span.text.trim() !== '';

export class RtfTexts {
  private readonly around: Text[] = [];
  private text = begun('all');

  push(span: Span): void {
    this.text.spans.push(span);
  }

  /** `written`: as the file has it. */
  label(written: string): void {
    this.text.label = written;
  }

  endParagraph({ level, listLevel }: Levels): void {
    const { spans, label, endsWith } = this.text;
    const isNote = endsWith === 'annotation' || endsWith === 'footnote';
    const before = isNote ? '' : listLabel(label, listLevel);
    this.text.paragraphs.push(paragraphOf(spans, isNote ? 0 : level, before));
    this.text.spans = [];
    this.text.label = '';
  }

  /** What has begun ends; an empty paragraph is none. */
  breakParagraph(levels: Levels): void {
    if (this.text.spans.some(saysSomething)) this.endParagraph(levels);
    else Object.assign(this.text, { spans: [], label: '' });
  }

  addParagraphs(paragraphs: readonly string[]): void {
    for (const paragraph of paragraphs) this.text.paragraphs.push(paragraph);
  }

  begin(endsWith: 'group' | InlineNote): void {
    this.around.push(this.text);
    this.text = begun(endsWith);
  }

  /** Whether the text is such a note. */
  isIn(note: InlineNote): boolean {
    return this.text.endsWith === note;
  }

  /** The paragraphs of the text that ends, and the one around goes on. */
  end(levels = noLevels): string[] {
    this.breakParagraph(levels);
    const { paragraphs } = this.text;
    this.text = this.around.pop() ?? begun('all');
    return paragraphs;
  }

  /** The same for a group or all; the words of a note that never ended stay in the text. */
  endWhole(levels = noLevels): string[] {
    while (this.isIn('annotation') || this.isIn('footnote')) {
      const { paragraphs, spans } = this.text;
      this.text = this.around.pop() ?? begun('all');
      if (paragraphs.length > 0) this.breakParagraph(levels);
      this.addParagraphs(paragraphs);
      for (const span of spans) this.push(span);
    }
    return this.end(levels);
  }
}
