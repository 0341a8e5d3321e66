/** A stretch of a line. `at` is unique among its neighbours. */
export type Inline =
  | { type: 'text' | 'code'; at: number; text: string }
  | { type: 'strong' | 'emphasis' | 'deleted'; at: number; content: Inline[] }
  | { type: 'link'; at: number; content: Inline[]; address: string };

type Mark = { sign: string; type: 'strong' | 'emphasis' | 'deleted' };

/** Longer signs first, as the shorter ones begin them. */
const marks: readonly Mark[] = [
  { sign: '**', type: 'strong' },
  { sign: '__', type: 'strong' },
  { sign: '~~', type: 'deleted' },
  { sign: '*', type: 'emphasis' },
  { sign: '_', type: 'emphasis' },
];

const deepest = 6;
const isSpace = (sign: string | undefined): boolean => sign === undefined || /\s/u.test(sign);
const isWord = (sign: string | undefined): boolean => sign !== undefined && /\w/u.test(sign);
const special = /[\\`*_~[]/g;

/** Where a mark that opened before `from` closes; -1 when it does not. */
function closing(text: string, sign: string, from: number): number {
  for (let at = text.indexOf(sign, from); at >= 0; at = text.indexOf(sign, at + 1)) {
    const doubled = sign.length === 1 && (text[at + 1] === sign || text[at - 1] === sign);
    const insideWord = sign[0] === '_' && isWord(text[at + sign.length]);
    if (at > from && !isSpace(text[at - 1]) && !doubled && !insideWord) return at;
  }
  return -1;
}

type Found = { inline: Inline; end: number };

/**
 * The emphasis, code and links of one line. Unlike in the standard, a mark may touch Chinese quotation marks from
 * either side: `**“雪”**后` is strong. Whatever is no mark stays as it is.
 */
export function parseInline(text: string, depth = 0): Inline[] {
  // Where a sign was looked for in vain: from there on nobody looks again, so that time grows with the text alone.
  const inVain = new Map<string, number>();
  const find = (sign: string, from: number, look: () => number): number => {
    if ((inVain.get(sign) ?? Number.POSITIVE_INFINITY) <= from) return -1;
    const at = look();
    if (at < 0) inVain.set(sign, from);
    return at;
  };

  const codeAt = (at: number): Found | null => {
    const fence = /^`+/.exec(text.slice(at, at + 8))?.[0] ?? '`';
    const from = at + fence.length;
    const end = find(fence, from, () => text.indexOf(fence, from));
    if (end < 0) return null;
    return { inline: { type: 'code', at, text: text.slice(from, end) }, end: end + fence.length };
  };

  const linkAt = (at: number): Found | null => {
    const middle = find('](', at + 1, () => text.indexOf('](', at + 1));
    if (middle < 0) return null;
    const end = find(')', middle + 2, () => text.indexOf(')', middle + 2));
    const label = text.slice(at + 1, middle);
    const address = text.slice(middle + 2, end);
    if (end < 0 || label.includes('[') || /\s/u.test(address)) return null;
    const content = parseInline(label, depth + 1);
    return { inline: { type: 'link', at, content, address }, end: end + 1 };
  };

  const markAt = (at: number): Found | null => {
    for (const { sign, type } of marks) {
      if (!text.startsWith(sign, at) || isSpace(text[at + sign.length])) continue;
      if (sign[0] === '_' && isWord(text[at - 1])) continue;
      const from = at + sign.length;
      const end = find(sign, from, () => closing(text, sign, from));
      if (end < 0) continue;
      const content = parseInline(text.slice(from, end), depth + 1);
      return { inline: { type, at, content }, end: end + sign.length };
    }
    return null;
  };

  const inlines: Inline[] = [];
  let plain = '';
  let plainAt = 0;
  const flush = () => {
    if (plain !== '') inlines.push({ type: 'text', at: plainAt, text: plain });
    plain = '';
  };
  const keep = (words: string, at: number) => {
    if (plain === '') plainAt = at;
    plain += words;
  };
  let position = 0;
  while (position < text.length) {
    special.lastIndex = position;
    const at = special.exec(text)?.index ?? text.length;
    if (at > position) keep(text.slice(position, at), position);
    position = at;
    const sign = text[at];
    if (sign === undefined) break;
    if (sign === '\\' && /[\\`*_~[\]#>.!()-]/.test(text[at + 1] ?? '')) {
      keep(text[at + 1] ?? '', at);
      position = at + 2;
      continue;
    }
    const found =
      depth >= deepest ? null : sign === '`' ? codeAt(at) : sign === '[' ? linkAt(at) : markAt(at);
    if (found === null) {
      keep(sign, at);
      position = at + 1;
    } else {
      flush();
      inlines.push(found.inline);
      position = found.end;
    }
  }
  flush();
  return inlines;
}
