import { type EditorState, Facet } from '@codemirror/state';
import { Decoration, EditorView, WidgetType } from '@codemirror/view';
import { chapterHeading } from '#shared/chapter-heading.ts';
import { lineKind } from './scan-line.ts';

/** The chapter's title as the binder shows it. */
export const pageTitle = Facet.define<string, string>({ combine: (values) => values[0] ?? '' });

class TitleBlock extends WidgetType {
  readonly title: string;

  constructor(title: string) {
    super();
    this.title = title;
  }

  override eq(other: TitleBlock): boolean {
    return other.title === this.title;
  }

  override toDOM(): HTMLElement {
    const block = document.createElement('div');
    block.className = 'cm-heading cm-heading-1';
    const { label, title } = chapterHeading(this.title);
    for (const [text, name] of [
      [label, 'cm-chapter-label'],
      [title, ''],
    ] as const) {
      if (text === null) continue;
      const part = document.createElement('span');
      part.className = name;
      part.textContent = text;
      block.append(part);
    }
    return block;
  }
}

/** Lines looked at for a heading of the chapter's own. */
const looked = 6;

function hasOwnTitle(state: EditorState, title: string): boolean {
  const last = Math.min(state.doc.lines, looked);
  for (let number = 1; number <= last; number += 1) {
    const { text } = state.doc.line(number);
    if (text.trim() === title || lineKind(text).kind === 'heading') return true;
  }
  return false;
}

/** A file without a heading is shown under its name, which is not part of the text. */
export const titleBlock = EditorView.decorations.compute(['doc', pageTitle], (state) => {
  const title = state.facet(pageTitle);
  if (title === '' || hasOwnTitle(state, title)) return Decoration.none;
  const widget = Decoration.widget({ widget: new TitleBlock(title), block: true, side: -1 });
  return Decoration.set([widget.range(0)]);
});
