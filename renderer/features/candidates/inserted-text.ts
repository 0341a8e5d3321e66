import { WidgetType } from '@codemirror/view';
import { marginId } from '#renderer/app/margin-id.ts';
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

/** A hunk's words as they are shown. */
export type ShownText = {
  id: string;
  /** What would be written. */
  text: string;
  form: InsertedForm;
  /** What stands behind the words begins a paragraph of its own. */
  closes: boolean;
  taken: boolean;
  found: readonly Found[];
};

/** A stretch of words, or the break between two. */
type ShownPart = { at: number; words: string } | 'break';

/** The parts in which a text is drawn, first to last. */
function partsOf({ text, form, closes }: Pick<ShownText, 'text' | 'form' | 'closes'>): ShownPart[] {
  const paragraphs = [...text.matchAll(/[^\n]+/gu)].filter(([part]) => part.trim() !== '');
  const parts = paragraphs.flatMap((paragraph, index): ShownPart[] => {
    const words = { at: paragraph.index, words: paragraph[0] };
    return index > 0 || form === 'opening' ? ['break', words] : [words];
  });
  return closes && parts.length > 0 ? [...parts, 'break'] : parts;
}

/** What a reader of the page sees of a text, a line for each paragraph. */
export const readableText = (shown: Pick<ShownText, 'text' | 'form' | 'closes'>): string => {
  const parts = partsOf(shown);
  if (parts.length === 0) return '\n';
  const lines = parts.map((part) => (part === 'break' ? '\n' : part.words));
  return shown.form === 'paragraphs' ? `\n${lines.join('')}\n` : lines.join('');
};

/** The model's words, shown in the page without being in the text. */
export class InsertedText extends WidgetType {
  readonly shown: ShownText;
  readonly onChoose: (id: string) => void;

  constructor(shown: ShownText, onChoose: (id: string) => void) {
    super();
    this.shown = shown;
    this.onChoose = onChoose;
  }

  override eq(other: InsertedText): boolean {
    return JSON.stringify(other.shown) === JSON.stringify(this.shown);
  }

  override toDOM(): HTMLElement {
    const { id, form, taken, found } = this.shown;
    const element = document.createElement('ins');
    element.className = `cm-inserted cm-inserted-${form}`;
    element.dataset.marginId = id;
    element.dataset.taken = String(taken);
    const isBlock = form === 'paragraphs';
    if (isBlock) element.dataset.marginAt = 'first';
    const parts = partsOf(this.shown);
    for (const part of parts) {
      if (part === 'break') {
        if (!isBlock) element.append(lineBreak());
        continue;
      }
      const words = document.createElement('span');
      words.className = isBlock ? 'cm-inserted-paragraph' : 'cm-inserted-run';
      words.append(...underlined(part.words, part.at, found));
      element.append(words);
    }
    // Nothing but a new paragraph: its sign shows where.
    if (parts.length === 0) element.append('¶', lineBreak());
    element.addEventListener('mousedown', (event) => {
      event.preventDefault();
      this.onChoose(id);
    });
    return element;
  }

  override get estimatedHeight(): number {
    const { form, text } = this.shown;
    return form === 'paragraphs' ? Math.ceil(text.length / 34) * 32 : -1;
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
