/** What of a chapter's characters can stand in any file: XML knows no controls, and stand-ins mean nothing elsewhere. */

// biome-ignore lint/suspicious/noControlCharactersInRegex: controls are what is taken out
const controls = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f\ufffe\uffff]/g;
const loneSurrogates = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;
/** Bytes that belong to no character, as `documents` reads them. */
const badBytes = /[\u{10f780}-\u{10f7ff}]/gu;

/** Controls leave; what is no character is shown as one that could not be read. */
export const cleanText = (text: string): string =>
  text.replace(controls, '').replace(loneSurrogates, '\ufffd').replace(badBytes, '\ufffd');

const isBlank = (text: string): boolean => text.trim() === '';

/**
 * Takes out comments that have their lines for themselves, with those lines and the empty one behind: what they leave
 * would look like a paragraph left empty.
 */
export const withoutCommentLines = (text: string): string => {
  let kept = '';
  let from = 0;
  let searched = 0;
  for (;;) {
    const open = text.indexOf('<!--', searched);
    const close = open < 0 ? -1 : text.indexOf('-->', open + 4);
    if (close < 0) return kept + text.slice(from);
    const lineStart = text.lastIndexOf('\n', open) + 1;
    const lineEnd = text.indexOf('\n', close);
    const end = lineEnd < 0 ? text.length : lineEnd;
    searched = close + 3;
    if (lineStart < from) continue;
    if (!isBlank(text.slice(lineStart, open)) || !isBlank(text.slice(close + 3, end))) continue;
    kept += text.slice(from, lineStart);
    const nextEnd = text.indexOf('\n', end + 1);
    const next = text.slice(end + 1, nextEnd < 0 ? text.length : nextEnd);
    const isGapBehind = nextEnd >= 0 && isBlank(next);
    from = isGapBehind ? nextEnd + 1 : Math.min(text.length, end + 1);
    searched = Math.max(searched, from);
  }
};
