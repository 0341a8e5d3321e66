import { WidgetType } from '@codemirror/view';
import { marginId } from '#renderer/features/findings/index.ts';
import { type Found, piecesOf } from './found-in-hunk.ts';

/**
 * How new text is shown: running on in its line, opening a paragraph inside a line that goes on behind it, or as
 * paragraphs of their own below a line.
 */
export type InsertedForm = 'inline' | 'opening' | 'paragraphs';

/** A new paragraph's begin inside a line: no block, as what stands behind it runs on. */
function lineBreak(): HTMLElement {
  const element = document.createElement('span');
  element.className = 'cm-inserted-break';
  return element;
}

/** Words with what is to be said of them underlined, as in the text. */
const underlined = (text: string, start: number, found: readonly Found[]): Node[] =>
  piecesOf(text, start, found).map((piece) => {
    const [first] = piece.findingIds;
    if (first === undefined) return document.createTextNode(piece.text);
    const element = document.createElement('span');
    element.className = 'cm-finding';
    element.dataset.marginId = marginId(first);
    // Where several are found in the same words, each has its mark at their place.
    for (const other of piece.findingIds.slice(1)) {
      const place = document.createElement('span');
      place.dataset.marginId = marginId(other);
      element.append(place);
    }
    element.append(piece.text);
    return element;
  });

/** The model's words, shown in the page without being in the text. */
export class InsertedText extends WidgetType {
  readonly id: string;
  readonly text: string;
  readonly form: InsertedForm;
  readonly taken: boolean;
  readonly found: readonly Found[];
  readonly onChoose: (id: string) => void;

  constructor(
    hunk: { id: string; text: string; form: InsertedForm; taken: boolean; found: readonly Found[] },
    onChoose: (id: string) => void,
  ) {
    super();
    this.id = hunk.id;
    this.text = hunk.text;
    this.form = hunk.form;
    this.taken = hunk.taken;
    this.found = hunk.found;
    this.onChoose = onChoose;
  }

  override eq(other: InsertedText): boolean {
    return (
      other.id === this.id &&
      other.text === this.text &&
      other.form === this.form &&
      other.taken === this.taken &&
      JSON.stringify(other.found) === JSON.stringify(this.found)
    );
  }

  override toDOM(): HTMLElement {
    const element = document.createElement('ins');
    element.className = `cm-inserted cm-inserted-${this.form}`;
    element.dataset.marginId = this.id;
    element.dataset.taken = String(this.taken);
    if (this.form === 'paragraphs') element.dataset.marginAt = 'first';
    const paragraphs = [...this.text.matchAll(/[^\n]+/gu)].filter(([part]) => part.trim() !== '');
    paragraphs.forEach((paragraph, index) => {
      const part = document.createElement('span');
      const isBlock = this.form === 'paragraphs';
      part.className = isBlock ? 'cm-inserted-paragraph' : 'cm-inserted-run';
      if (!isBlock && (this.form === 'opening' || index > 0)) element.append(lineBreak());
      part.append(...underlined(paragraph[0], paragraph.index, this.found));
      element.append(part);
    });
    // Nothing but a new paragraph: its sign shows where.
    if (paragraphs.length === 0) element.append('¶');
    element.addEventListener('mousedown', (event) => {
      event.preventDefault();
      this.onChoose(this.id);
    });
    return element;
  }

  override get estimatedHeight(): number {
    return this.form === 'paragraphs' ? Math.ceil(this.text.length / 34) * 32 : -1;
  }
}

/** Holds the place of a refused insertion, so that its marks stay reachable. */
export class RefusedPlace extends WidgetType {
  readonly id: string;

  constructor(id: string) {
    super();
    this.id = id;
  }

  override eq(other: RefusedPlace): boolean {
    return other.id === this.id;
  }

  override toDOM(): HTMLElement {
    const element = document.createElement('span');
    element.dataset.marginId = this.id;
    return element;
  }
}
