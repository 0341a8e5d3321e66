import { type Inline, parseInline } from './inline.ts';

export type ListItem = { at: number; blocks: Block[] };

/** A part of an answer. `at` is its line, unique among its neighbours. */
export type Block =
  | { type: 'paragraph'; at: number; content: Inline[] }
  | { type: 'heading'; at: number; level: number; content: Inline[] }
  | { type: 'list'; at: number; start: number | null; items: ListItem[] }
  | { type: 'quote'; at: number; blocks: Block[] }
  | { type: 'table'; at: number; rows: { at: number; cells: Inline[][] }[] }
  | { type: 'code'; at: number; text: string }
  | { type: 'rule'; at: number };

type Line = { at: number; text: string };

const fencePattern = /^ {0,3}(`{3,}|~{3,})[^`]*$/;
const headingPattern = /^ {0,3}(#{1,6})\s+(.*)$/;
const rulePattern = /^ {0,3}([-*_])(?:\s*\1){2,}\s*$/;
const quotePattern = /^ {0,3}>\s?/;
const itemPattern = /^( *)((?:[-*+•]|\d{1,9}[.)])(?=\s|$)|\d{1,3}、)\s*/;
const tablePattern = /^\s*\|.*\|\s*$/;
const dividerPattern = /^\s*\|(?:\s*:?-+:?\s*\|)+\s*$/;
const deepest = 8;

const isBlank = ({ text }: Line): boolean => text.trim() === '';
const indentOf = (text: string): number => text.length - text.trimStart().length;

const beginsOther = ({ text }: Line): boolean =>
  [fencePattern, headingPattern, rulePattern, quotePattern, itemPattern].some((pattern) =>
    pattern.test(text),
  );

const cellsOf = (text: string): Inline[][] =>
  text
    .trim()
    .slice(1, -1)
    .split('|')
    .map((cell) => parseInline(cell.trim()));

type Taken = { block: Block; end: number };

function takeFence(lines: readonly Line[], from: number, opening: string): Taken {
  const isEnd = ({ text }: Line) => text.trim().startsWith(opening) && fencePattern.test(text);
  const rest = lines.slice(from + 1);
  const length = rest.findIndex(isEnd);
  const inner = length < 0 ? rest : rest.slice(0, length);
  const text = inner.map((line) => line.text).join('\n');
  return {
    block: { type: 'code', at: lines[from]?.at ?? 0, text },
    end: from + 1 + inner.length + (length < 0 ? 0 : 1),
  };
}

function takeQuote(lines: readonly Line[], from: number, depth: number): Taken {
  let end = from;
  while (quotePattern.test(lines[end]?.text ?? '')) end += 1;
  const inner = lines
    .slice(from, end)
    .map(({ at, text }) => ({ at, text: text.replace(quotePattern, '') }));
  return {
    block: { type: 'quote', at: lines[from]?.at ?? 0, blocks: blocksOf(inner, depth) },
    end,
  };
}

/** Items of one indent; what is indented more, or follows without a gap, belongs to the item before it. */
function takeList(lines: readonly Line[], from: number, depth: number): Taken {
  const first = itemPattern.exec(lines[from]?.text ?? '');
  const indent = first?.[1]?.length ?? 0;
  const ordered = /\d/.test(first?.[2] ?? '');
  const items: ListItem[] = [];
  let end = from;
  while (end < lines.length) {
    const found = itemPattern.exec(lines[end]?.text ?? '');
    const isOurs = found !== null && found[1]?.length === indent;
    if (!isOurs || /\d/.test(found[2] ?? '') !== ordered) break;
    const head = lines[end];
    const inner: Line[] = [{ at: head?.at ?? 0, text: head?.text.slice(found[0].length) ?? '' }];
    end += 1;
    while (end < lines.length) {
      const line = lines[end];
      if (line === undefined) break;
      const next = lines[end + 1];
      const goesOn = isBlank(line)
        ? next !== undefined && !isBlank(next) && indentOf(next.text) > indent
        : indentOf(line.text) > indent || !beginsOther(line);
      if (!goesOn) break;
      inner.push({
        at: line.at,
        text: line.text.slice(Math.min(indentOf(line.text), found[0].length)),
      });
      end += 1;
    }
    items.push({ at: head?.at ?? 0, blocks: blocksOf(inner, depth) });
    // A gap between items does not end the list.
    const after = lines[end + 1];
    const gap = lines[end];
    if (gap !== undefined && isBlank(gap) && itemPattern.test(after?.text ?? '')) end += 1;
  }
  const start = ordered ? Number.parseInt(first?.[2] ?? '1', 10) : null;
  return { block: { type: 'list', at: lines[from]?.at ?? 0, start, items }, end };
}

function takeTable(lines: readonly Line[], from: number): Taken {
  let end = from;
  while (tablePattern.test(lines[end]?.text ?? '')) end += 1;
  const rows = lines
    .slice(from, end)
    .filter((_line, index) => index !== 1)
    .map(({ at, text }) => ({ at, cells: cellsOf(text) }));
  return { block: { type: 'table', at: lines[from]?.at ?? 0, rows }, end };
}

function takeParagraph(lines: readonly Line[], from: number): Taken {
  let end = from + 1;
  while (end < lines.length) {
    const line = lines[end];
    if (line === undefined || isBlank(line) || beginsOther(line)) break;
    end += 1;
  }
  const text = lines
    .slice(from, end)
    .map((line) => line.text.trim())
    .join('\n');
  return {
    block: { type: 'paragraph', at: lines[from]?.at ?? 0, content: parseInline(text) },
    end,
  };
}

function take(lines: readonly Line[], from: number, depth: number): Taken {
  const { at = 0, text = '' } = lines[from] ?? {};
  const fence = fencePattern.exec(text)?.[1];
  if (fence !== undefined) return takeFence(lines, from, fence);
  const heading = headingPattern.exec(text);
  if (heading !== null) {
    const content = parseInline((heading[2] ?? '').trimEnd().replace(/(?:^|\s)#+$/, ''));
    return {
      block: { type: 'heading', at, level: heading[1]?.length ?? 1, content },
      end: from + 1,
    };
  }
  if (rulePattern.test(text)) return { block: { type: 'rule', at }, end: from + 1 };
  if (depth < deepest && quotePattern.test(text)) return takeQuote(lines, from, depth + 1);
  if (depth < deepest && itemPattern.test(text)) return takeList(lines, from, depth + 1);
  if (tablePattern.test(text) && dividerPattern.test(lines[from + 1]?.text ?? '')) {
    return takeTable(lines, from);
  }
  return takeParagraph(lines, from);
}

function blocksOf(lines: readonly Line[], depth: number): Block[] {
  const blocks: Block[] = [];
  let from = 0;
  while (from < lines.length) {
    const line = lines[from];
    if (line === undefined || isBlank(line)) {
      from += 1;
      continue;
    }
    const { block, end } = take(lines, from, depth);
    blocks.push(block);
    from = end;
  }
  return blocks;
}

/** The subset of Markdown that answers are written in. HTML is text like any other. */
export const parseMarkdown = (text: string): Block[] =>
  blocksOf(
    text.split(/\r\n?|\n/).map((line, at) => ({ at, text: line.replaceAll('\t', '    ') })),
    0,
  );
