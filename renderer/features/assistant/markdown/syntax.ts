import type { Options } from 'react-markdown';

/** Constructs of CommonMark and GFM that answers are read without: what is written so stays the text it is. */
const unread = [
  // HTML is shown, not interpreted.
  ...['htmlFlow', 'htmlText', 'characterReference', 'autolink'],
  // These would hide words: a definition shows nowhere, a footnote far from its place.
  ...['definition', 'gfmFootnoteDefinition', 'gfmFootnoteCall', 'gfmPotentialFootnoteCall'],
  // An indented paragraph is prose, and a line of dashes that is still coming must not turn the text above it large.
  ...['codeIndented', 'setextUnderline'],
  // A box to tick would be one that nobody can tick.
  'tasklistCheck',
];

type Plugin = Extract<NonNullable<Options['remarkPlugins']>[number], (this: never) => unknown>;

type ParserData = { settings?: unknown; micromarkExtensions?: unknown[] };

/** Remark plugin: the Markdown answers are written in is CommonMark and GFM without what would hide or retype words. */
export const answerSyntax: Plugin = function () {
  const data: ParserData = this.data();
  data.micromarkExtensions = [...(data.micromarkExtensions ?? []), { disable: { null: unread } }];
};
