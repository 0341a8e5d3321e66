import type { Options } from 'react-markdown';

type Handlers = NonNullable<NonNullable<Options['remarkRehypeOptions']>['handlers']>;
type Handler = NonNullable<Handlers['link']>;
type Parent = NonNullable<Parameters<Handler>[2]>;
type Part<T extends string> = Extract<Parent | Parent['children'][number], { type: T }>;
type Content = Exclude<ReturnType<Handler>, unknown[] | undefined>;

const text = (value: string): Content => ({ type: 'text', value });

const element = (
  tagName: string,
  children: Content[],
  properties: Record<string, string | number> = {},
): Content => ({ type: 'element', tagName, properties, children });

/** An address and its title, as they were written. */
const addressOf = ({ url, title }: Part<'link' | 'image'>): Content =>
  element('code', [text(title ? `${url} ${title}` : url)]);

const withoutScheme = (address: string): string => address.replace(/^(?:https?:\/\/|mailto:)/i, '');

/** Whether the words of a link are its address already. */
const isBare = ({ url, children: [first, ...others] }: Part<'link'>): boolean =>
  first?.type === 'text' &&
  others.length === 0 &&
  withoutScheme(first.value) === withoutScheme(url);

/** The parts of an answer that are shown otherwise than on a page of the web. No word of theirs is left out. */
export const proseElements: Handlers = {
  break: () => text('\n'),
  // Headings of an answer are no headings of the page.
  heading: (state, node: Part<'heading'>) =>
    element('p', state.all(node), {
      className: 'prose-heading',
      dataLevel: Math.min(node.depth, 3),
    }),
  // An address a model wrote is shown, not followed, and nothing is loaded from it.
  link: (state, node: Part<'link'>) =>
    isBare(node) ? state.all(node) : [...state.all(node), text(' '), addressOf(node)],
  image: (_state, node: Part<'image'>) => [text(`${node.alt ?? ''} `), addressOf(node)],
  // The language may be words as well: a fence that was not meant as one.
  code: (_state, { lang, meta, value }: Part<'code'>) => {
    const opening = [lang, meta].filter(Boolean).join(' ');
    const label = element('span', [text(opening)], { className: 'prose-language' });
    return element('pre', [...(opening === '' ? [] : [label]), text(value)], {
      className: 'prose-code',
    });
  },
  listItem: (state, node: Part<'listItem'>) => element('li', state.all(node)),
  // A row may have more cells than the head of its table.
  tableRow: (state, node: Part<'tableRow'>, parent) => {
    const tagName = parent?.children[0] === node ? 'th' : 'td';
    return element(
      'tr',
      node.children.map((cell) => element(tagName, state.all(cell))),
    );
  },
};
