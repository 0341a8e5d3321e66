/**
 * A chapter's Markdown as blocks, by `micromark` without the constructs that novels do not mean: a paragraph that begins with
 * a dash, a number or four spaces is a paragraph, `<System>` is text, and nothing a writer typed disappears.
 */
import { fromMarkdown } from 'mdast-util-from-markdown';
import { cjkFriendlyExtension } from 'micromark-extension-cjk-friendly';
import { withoutComments } from '#shared/count-text.ts';
import { withoutFrontMatter } from '#shared/front-matter.ts';
import { isOrnament } from '#shared/ornament.ts';
import { paragraphStyleOfLines, sampledLines } from '#shared/paragraph-style.ts';
import { type Block, plainText, type Run } from './book.ts';
import { cleanText, withoutCommentLines } from './clean-text.ts';

type Node = ReturnType<typeof fromMarkdown>['children'][number];
type Phrasing = Extract<Node, { type: 'paragraph' }>['children'][number];

/** A line of `~~~` parts scenes, and one of backticks that nothing closes would make the rest of the chapter code. */
const notMeant = [
  ...['codeFenced', 'codeIndented', 'definition', 'htmlFlow', 'htmlText', 'list'],
  'setextUnderline',
];

const extensions = [cjkFriendlyExtension(), { disable: { null: notMeant } }];

/** As a paragraph, the lone `#` of manuscripts parts scenes too. */
const loneHash = /^\s*＃\s*$/u;

type Style = Omit<Run, 'text'>;

const runsOf = (nodes: readonly Phrasing[], style: Style = {}): Run[] =>
  nodes.flatMap((node): Run[] => {
    switch (node.type) {
      case 'text':
      case 'inlineCode':
      case 'html':
        return [{ text: node.value, ...style }];
      case 'break':
        return [{ text: '\n', ...style }];
      case 'emphasis':
        return runsOf(node.children, { ...style, emphasis: true });
      case 'strong':
        return runsOf(node.children, { ...style, strong: true });
      case 'image':
      case 'imageReference':
        return [{ text: node.alt ?? '', ...style }];
      case 'footnoteReference':
        return [{ text: node.label ?? node.identifier, ...style }];
      default:
        return runsOf(node.children, style);
    }
  });

/** The indent a writer typed: the format has its own. */
const withoutOwnIndent = (runs: readonly Run[]): Run[] => {
  const [first, ...others] = runs;
  return first ? [{ ...first, text: first.text.replace(/^[\s　]+/u, '') }, ...others] : [];
};

type Parsing = { text: string; blocks: Block[]; lastLine: number };

const addParagraph = (parsing: Parsing, runs: Run[], quoted: boolean, source: string): void => {
  const trimmed = withoutOwnIndent(runs);
  const plain = plainText(trimmed);
  if (plain.trim() === '') return;
  parsing.blocks.push(
    isOrnament(plain) || loneHash.test(plain)
      ? { kind: 'break' }
      : { kind: 'paragraph', runs: trimmed, quoted, source: source.replace(/^[\s　]+/u, '') },
  );
};

/** Empty paragraphs between this block and the one before, as the page shows them: every second empty line. */
const addSpaces = (parsing: Parsing, line: number): void => {
  const count = Math.floor((line - parsing.lastLine - 1) / 2);
  if (parsing.blocks.length === 0) return;
  for (let made = 0; made < count; made += 1) parsing.blocks.push({ kind: 'space' });
};

const addNode = (parsing: Parsing, node: Node, quoted: boolean): void => {
  const { start, end } = node.position ?? {};
  const source = parsing.text.slice(start?.offset ?? 0, end?.offset ?? 0);
  addSpaces(parsing, start?.line ?? parsing.lastLine + 1);
  if (node.type === 'blockquote') {
    parsing.lastLine = (start?.line ?? 1) - 1;
    for (const child of node.children) addNode(parsing, child, true);
  } else if (node.type === 'paragraph') {
    addParagraph(parsing, runsOf(node.children), quoted, source);
  } else if (node.type === 'heading') {
    const runs = runsOf(node.children);
    parsing.blocks.push(
      plainText(runs).trim() === ''
        ? { kind: 'break' }
        : { kind: 'heading', level: node.depth, runs, source },
    );
  } else if (node.type === 'thematicBreak') {
    parsing.blocks.push({ kind: 'break' });
  }
  parsing.lastLine = end?.line ?? parsing.lastLine;
};

/** A space beside a heading, a scene break or the chapter's end is only how the file was typed. */
const withoutIdleSpaces = (blocks: readonly Block[]): Block[] => {
  const kept: Block[] = [];
  let spaces: Block[] = [];
  for (const block of blocks) {
    if (block.kind === 'space') {
      spaces.push(block);
      continue;
    }
    if (block.kind === 'paragraph' && kept.at(-1)?.kind === 'paragraph') kept.push(...spaces);
    kept.push(block);
    spaces = [];
  }
  return kept;
};

const underline = /\n(?:=+|-+)[ \t]*$/;

/** A heading that is underlined, as the binder also knows them. */
const withUnderlinedHeading = (block: Block): Block => {
  if (block.kind !== 'paragraph' || !underline.test(block.source)) return block;
  const last = block.runs.at(-1);
  if (!last || !underline.test(last.text)) return block;
  const runs = [...block.runs.slice(0, -1), { ...last, text: last.text.replace(underline, '') }];
  return { kind: 'heading', level: 1, runs, source: `# ${block.source.replace(underline, '')}` };
};

/** Reads one chapter. Comments and front matter are notes of the writer's and stay out. */
export const parseChapter = (markdown: string): Block[] => {
  const prose = cleanText(withoutComments(withoutCommentLines(withoutFrontMatter(markdown))));
  // Markdown knows few of them, and would take the others for words of a paragraph.
  const lines = prose.split('\n').map((line) => (isOrnament(line) ? '***' : line));
  const style = paragraphStyleOfLines(lines.slice(0, sampledLines));
  const text = lines.join(style === 'single-newline' ? '\n\n' : '\n');
  const parsing: Parsing = { text, blocks: [], lastLine: 0 };
  for (const node of fromMarkdown(text, { extensions }).children) addNode(parsing, node, false);
  return withoutIdleSpaces(parsing.blocks.map(withUnderlinedHeading));
};
