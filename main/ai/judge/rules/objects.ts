/** Reads lists of quoted texts and named marks. */
import { namedMark, quotedPattern, type TextPattern } from './text-pattern.ts';

/** What stands in quotation marks of any kind, for use in expressions. */
export const quotedObject =
  '(?:“[^”]{1,60}”|「[^」]{1,60}」|『[^』]{1,60}』|‘[^’]{1,60}’|"[^"]{1,60}"|《[^》]{1,60}》|(?<!\\w)\'[^\']{1,60}\'(?!\\w))';

export const stripQuotes = (written: string): string => written.slice(1, -1).trim();

const separator =
  /^(?:\s*(?:、|，|,|\/|和|与|以及|及|或者|或|还有|跟)\s*|\s*,?\s+(?:or|and|nor)\s+(?:no |the |a |an |any )?(?:words? |phrases? )?|\s+)/i;
const quotedFirst = new RegExp(`^${quotedObject}`);
const nameFirst =
  /^(?:感叹号|叹号|惊叹号|省略号|删节号|破折号|问号|分号|冒号|圆括号|括号|波浪号|波浪线|阿拉伯数字|半角数字|英文字母|拉丁字母|外文字母|英文单词|英文|英语|表情符号|颜文字|表情|emojis?|exclamation (?:marks?|points?)|ellips[ie]s|(?:em[- ]?|en[- ]?)?dash(?:es)?|question marks?|semi-?colons?|colons?|parenthes[ie]s|round brackets|brackets|(?:arabic )?numerals?|digits?)(?![a-z])/i;

/**
 * A list of quoted texts and named marks: “突然”、“忽然”, exclamation marks or ellipses. Null unless all of it is
 * understood.
 */
export const readObjects = (written: string): TextPattern[] | null => {
  const patterns: TextPattern[] = [];
  let rest = written.trim();
  while (rest !== '') {
    const quoted = quotedFirst.exec(rest)?.[0];
    const named = quoted === undefined ? nameFirst.exec(rest)?.[0] : undefined;
    const item = quoted ?? named;
    if (item === undefined) return null;
    const pattern = quoted === undefined ? namedMark(item) : quotedPattern(stripQuotes(quoted));
    if (!pattern || (pattern.kind === 'phrase' && pattern.text === '')) return null;
    patterns.push(pattern);
    rest = rest.slice(item.length);
    const between = separator.exec(rest)?.[0] ?? '';
    if (between === '' && rest !== '' && !quotedFirst.test(rest)) return null;
    rest = rest.slice(between.length);
  }
  return patterns.length > 0 ? patterns : null;
};
