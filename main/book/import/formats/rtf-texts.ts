/** The text of a rich text, and the texts of notes and boxes within it, each written until it ends. */
import { paragraphOf, type Span } from './spans.ts';

type Text = {
  /** '' for an empty one. */
  paragraphs: string[];
  /** Of the paragraph that is open. */
  spans: Span[];
};

const begun = (): Text => ({ paragraphs: [], spans: [] });

const saysSomething = (span: Span): boolean => span.kind !== 'text' || span.text.trim() !== '';

export class RtfTexts {
  private readonly around: Text[] = [];
  private text = begun();

  push(span: Span): void {
    this.text.spans.push(span);
  }

  endParagraph(level: number): void {
    this.text.paragraphs.push(paragraphOf(this.text.spans, level));
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

  begin(): void {
    this.around.push(this.text);
    this.text = begun();
  }

  /** The paragraphs of the text that ends, and the one around goes on. */
  end(level = 0): string[] {
    this.breakParagraph(level);
    const { paragraphs } = this.text;
    this.text = this.around.pop() ?? begun();
    return paragraphs;
  }
}
