import { type EditorView, type PluginValue, ViewPlugin, type ViewUpdate } from '@codemirror/view';
import { usePageMargin } from '#renderer/app/page-margin.ts';

/** From the text's right edge to the marks, px: clear of the wash behind inserted paragraphs. */
const gap = 24;
/** Two small buttons side by side, px. */
const roomy = 52;

type Measured = {
  tops: Map<string, number>;
  start: number;
  left: number;
  width: number;
  height: number;
};

const same = (one: ReadonlyMap<string, number>, other: ReadonlyMap<string, number>) =>
  one.size === other.size && [...one].every(([id, top]) => other.get(id) === top);

/** Measures where marked text stands, after CodeMirror has drawn it, and keeps the strip beside it in place. */
class Margin implements PluginValue {
  readonly view: EditorView;
  readonly host: HTMLElement;
  readonly leftHost: HTMLElement;
  readonly key = {};

  constructor(view: EditorView) {
    this.view = view;
    this.host = document.createElement('div');
    this.host.className = 'page-margin';
    this.leftHost = document.createElement('div');
    this.leftHost.className = 'page-margin page-margin-left';
    view.scrollDOM.append(this.leftHost, this.host);
    const { host, leftHost } = this;
    usePageMargin.setState({ host, leftHost, tops: new Map() });
    this.schedule();
  }

  update(update: ViewUpdate): void {
    const redrawn = update.transactions.some((transaction) => transaction.effects.length > 0);
    const moved = update.docChanged || update.viewportChanged;
    // Most text bears no marks: then a key has nothing to move. Marks that come now are not in the page yet.
    if (update.geometryChanged || redrawn || (moved && this.hasMarks())) this.schedule();
  }

  destroy(): void {
    this.host.remove();
    this.leftHost.remove();
    if (usePageMargin.getState().host === this.host) {
      usePageMargin.setState({ host: null, leftHost: null, tops: new Map() });
    }
  }

  private hasMarks(): boolean {
    const shown = usePageMargin.getState().tops.size > 0;
    return shown || this.view.contentDOM.querySelector('[data-margin-id]') !== null;
  }

  private schedule(): void {
    this.view.requestMeasure({
      key: this.key,
      read: () => this.measure(),
      write: (measured) => this.place(measured),
    });
  }

  private measure(): Measured {
    const { scrollDOM, contentDOM } = this.view;
    const outer = scrollDOM.getBoundingClientRect();
    const content = contentDOM.getBoundingClientRect();
    const tops = new Map<string, number>();
    for (const element of contentDOM.querySelectorAll<HTMLElement>('[data-margin-id]')) {
      const id = element.dataset.marginId ?? '';
      const isBlock = element.dataset.marginAt === 'first';
      const lines = isBlock ? [element.getBoundingClientRect()] : [...element.getClientRects()];
      const box = lines.at(element.dataset.marginAt === 'start' ? 0 : -1);
      if (box === undefined) continue;
      // An inline box is lower than its line; the marks stand in the line's middle.
      const above = isBlock ? 0 : (this.view.defaultLineHeight - box.height) / 2;
      tops.set(id, Math.round(box.top - above - outer.top + scrollDOM.scrollTop));
    }
    const style = getComputedStyle(contentDOM);
    const start = content.left - outer.left + Number.parseFloat(style.paddingLeft);
    const textEnd = content.right - outer.left - Number.parseFloat(style.paddingRight);
    const room = scrollDOM.clientWidth - textEnd;
    const left = room >= gap + roomy ? textEnd + gap : textEnd + 2;
    const width = scrollDOM.clientWidth - left;
    return { tops, start, left, width, height: content.height };
  }

  private place({ tops, start, left, width, height }: Measured): void {
    this.host.style.left = `${left}px`;
    this.host.style.width = `${Math.max(0, width)}px`;
    this.host.style.height = `${height}px`;
    this.leftHost.style.width = `${start}px`;
    this.leftHost.style.height = `${height}px`;
    const known = usePageMargin.getState();
    const narrow = width < roomy;
    if (same(known.tops, tops) && known.narrow === narrow) return;
    usePageMargin.setState({ tops, narrow });
  }
}

export const pageMargin = ViewPlugin.fromClass(Margin);
