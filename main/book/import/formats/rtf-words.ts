/** Control words of a rich text, by what they do. */

/** Their groups hold no text of the document. */
export const destinations: ReadonlySet<string> = new Set([
  ...['colortbl', 'stylesheet', 'info', 'object', 'header', 'footer', 'headerl', 'headerr'],
  ...['headerf', 'footerl', 'footerr', 'footerf', 'listtable', 'listoverridetable', 'themedata'],
  ...['generator', 'filetbl', 'rsidtbl', 'xmlnstbl', 'datastore', 'latentstyles'],
  ...['expandedcolortbl', 'xe', 'tc', 'tcn'],
  // For readers that know no newer words.
  ...['nonshppict', 'shprslt', 'nonesttables'],
]);

/** What older readers are to pass over, and is on the page nevertheless. */
export const seenThroughStar: ReadonlySet<string> = new Set(['shppict', 'shpinst', 'do']);

/** A paragraph that has begun ends with them, and none stands between two of them. */
export const paragraphBreaks: ReadonlySet<string> = new Set([
  ...['cell', 'row', 'nestcell', 'nestrow', 'sect', 'page', 'column'],
]);

export const signs: Readonly<Record<string, string>> = {
  ...{ line: '\n', tab: '\t', emdash: '—', endash: '–', lquote: '‘', rquote: '’' },
  ...{ ldblquote: '“', rdblquote: '”', bullet: '•', emspace: '\u2003', enspace: '\u2002' },
};
