/** What style sheets of a page say of its looks: rules of single classes, and what an element says of itself. Pure. */

export type Look = { bold: boolean; italic: boolean };
type Styles = ReadonlyMap<string, Partial<Look>>;

const bold = new Set(['b', 'strong']);
const italic = new Set(['i', 'em', 'cite', 'dfn', 'var']);

const isBold = (weight: string): boolean => weight.startsWith('bold') || Number(weight) >= 600;

/** Of declarations such as `font-style: italic; color: red`. */
const lookOf = (declarations: string): Partial<Look> => {
  const look: Partial<Look> = {};
  for (const declaration of declarations.split(';')) {
    const [name = '', value = ''] = declaration
      .split(':', 2)
      .map((one) => one.trim().toLowerCase());
    const said = value.split(/[\s!]/, 1)[0] ?? '';
    if (name === 'font-style' && said !== 'inherit') look.italic = /^(?:italic|oblique)/.test(said);
    else if (name === 'font-weight' && said !== 'inherit') look.bold = isBold(said);
  }
  return look;
};

const withoutComments = (css: string): string =>
  css
    .split('/*')
    .map((part, at) =>
      at === 0 ? part : part.slice(part.indexOf('*/') < 0 ? part.length : part.indexOf('*/') + 2),
    )
    .join(' ');

const ofClass = /^(?:[a-z][a-z0-9]*)?\.[\p{L}\p{N}_-]+$/iu;

/** Rules for a class, or for the elements of one name with it; by their selectors. */
export const readStyles = (css: string): Map<string, Partial<Look>> => {
  const styles = new Map<string, Partial<Look>>();
  for (const rule of withoutComments(css).split('}')) {
    const [declarations = '', selectors = ''] = rule.split('{').toReversed();
    const look = lookOf(declarations);
    if (Object.keys(look).length === 0) continue;
    // Behind statements such as `@charset "utf-8";`.
    const own = selectors.slice(selectors.lastIndexOf(';') + 1);
    for (const selector of own.split(',').map((one) => one.trim())) {
      if (ofClass.test(selector)) styles.set(selector, { ...styles.get(selector), ...look });
    }
  }
  return styles;
};

/** Looks of the elements that are open: each has that of the one it stands in, as far as it says nothing else. */
export class OpenLooks {
  private readonly open: { name: string; look: Look }[] = [];
  private readonly counts = new Map<string, number>();
  private readonly styles: Styles;

  constructor(styles: Styles) {
    this.styles = styles;
  }

  get look(): Look {
    return this.open.at(-1)?.look ?? { bold: false, italic: false };
  }

  enter(name: string, attributes: ReadonlyMap<string, string>): void {
    const look = { ...this.look };
    if (bold.has(name)) look.bold = true;
    if (italic.has(name)) look.italic = true;
    for (const one of (attributes.get('class') ?? '').split(/\s+/)) {
      Object.assign(look, this.styles.get(`.${one}`), this.styles.get(`${name}.${one}`));
    }
    Object.assign(look, lookOf(attributes.get('style') ?? ''));
    this.open.push({ name, look });
    this.counts.set(name, (this.counts.get(name) ?? 0) + 1);
  }

  /** With what is still open in it; an end without a beginning ends nothing. */
  leave(name: string): void {
    if ((this.counts.get(name) ?? 0) === 0) return;
    for (let left = ''; left !== name; ) {
      left = this.open.pop()?.name ?? name;
      this.counts.set(left, (this.counts.get(left) ?? 1) - 1);
    }
  }
}
