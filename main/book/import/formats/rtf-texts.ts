/** The text of a rich text, and the texts of notes and boxes within it, each written until it ends. */
import { paragraphOf, type Span } from './spans.ts';
import type { InlineNote } from './rtf-tokens.ts';

type Text = {
  /** '' for an empty one. */
  paragraphs: string[];
  /** Of the paragraph that is open. */
  spans: Span[];
  /** What it ends with: its group, the mark of a note among the words, or all of it. */
  endsWith: 'all' | 'group' | InlineNote;
};

const begun = (endsWith: Text['endsWith']): Text => ({ paragraphs: [], spans: [], endsWith });

const saysSomething = (span: Span): boolean => span.kind !== 'text' || span.text.trim() !== '';

export class RtfTexts {
  private readonly around: Text[] = [];
  private text = begun('all');

  push(span: Span): void {
    this.text.spans.push(span);
  }

  endParagraph(level: number): void {
    const isNote = this.text.endsWith === 'annotation' || this.text.endsWith === 'footnote';
    this.text.paragraphs.push(paragraphOf(this.text.spans, isNote ? 0 : level));
    this.text.spans = [];
  }

  /** What has begun ends; an empty paragraph is none. */
  breakParagraph(level: number): void {
    if (this.text.spans.some(saysSomething)) this.endParagraph(level);
    else this.text.spans = [];
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
  end(level = 0): string[] {
    this.breakParagraph(level);
    const { paragraphs } = this.text;
    this.text = this.around.pop() ?? begun('all');
    return paragraphs;
  }

  /** The same for a group or all; the words of a note that never ended stay in the text. */
  endWhole(level = 0): string[] {
    while (this.isIn('annotation') || this.isIn('footnote')) {
      const { paragraphs, spans } = this.text;
      this.text = this.around.pop() ?? begun('all');
      if (paragraphs.length > 0) this.breakParagraph(level);
      this.addParagraphs(paragraphs);
      for (const span of spans) this.push(span);
    }
    return this.end(level);
  }
}
