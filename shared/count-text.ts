/** How much text there is: the one count of binder, status bar, history and statistics (F23). */
import { withoutFrontMatter } from './front-matter.ts';

export type TextCounts = { charCount: number; wordCount: number };

/** Without `<!-- … -->`. By index, not by one lazy pattern: a thousand unclosed openings would make that quadratic. */
export const withoutComments = (text: string): string => {
  let kept = '';
  let from = 0;
  for (;;) {
    const open = text.indexOf('<!--', from);
    const close = open < 0 ? -1 : text.indexOf('-->', open + 4);
    if (close < 0) return kept + text.slice(from);
    kept += text.slice(from, open);
    from = close + 3;
  }
};

const blockMarkers =
  /^[ \t]*(?:(?:[-*_~][ \t]*){3,}$|=+[ \t]*$|-+[ \t]*$)|^(?:[ \t]*>)+|^ {0,3}#{1,6}(?=[ \t]|$)|[ \t]+#+[ \t]*$/gm;
const listMarkers = /^[ \t]*(?:[-*+]|\d{1,9}[.)])(?=[ \t])/gm;
const links = /!?\[([^[\]\n]*)\]\([^()\n]*\)/g;
const inlineMarkers = /\\([!-/:-@[-`{-~])|\*+|~{2,}|`+/g;
const underscores = /(?<![\p{L}\p{N}_])_+|_+(?![\p{L}\p{N}_])/gu;

/** The words a reader sees: Markdown's own marks, comments and front matter taken out. */
export const plainProse = (text: string): string =>
  withoutComments(withoutFrontMatter(text))
    .replace(blockMarkers, '')
    .replace(listMarkers, '')
    .replace(links, '$1')
    .replace(underscores, '')
    .replace(inlineMarkers, (_mark, escaped: string | undefined) => escaped ?? '');

const letter = String.raw`(?:(?!\p{Script=Han})[\p{L}\p{N}])`;
const words = new RegExp(`\\p{Script=Han}|${letter}+(?:['’-]${letter}+)*`, 'gu');

const countVisible = (prose: string): number => {
  const visible = prose.replace(/\s+/g, '');
  return visible.length - (visible.match(/[\uD800-\uDBFF][\uDC00-\uDFFF]/g)?.length ?? 0);
};

/**
 * `charCount`: characters (code points) without white space. `wordCount`: Han characters one each, other
 * scripts by word (F23). Markdown's marks count as neither.
 */
export const countText = (text: string): TextCounts => {
  const prose = plainProse(text);
  return { charCount: countVisible(prose), wordCount: prose.match(words)?.length ?? 0 };
};

/** The words that {@link countText} counts, in order. */
export const listWords = (text: string): string[] => plainProse(text).match(words) ?? [];
