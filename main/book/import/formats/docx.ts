/** Word documents since 2007: headings by their styles, tracked changes and comments marked where they stand. */
import type { ImportWarning } from '#shared/contract/import.ts';
import { foundWarnings, reviewWarnings } from '../counted-warnings.ts';
import type { FileTree } from '../files/file-tree.ts';
import { decodeXml } from '../files/read-xml.ts';
import { countChanges } from '../marks.ts';
import { type Comment, onePart, plainSource, type SourceText } from '../source-text.ts';
import {
  type DocxBody,
  type DocxContext,
  type DocxNote,
  type DocxParagraph,
  readDocxBody,
} from './docx-body.ts';
import { type DocxNumbering, docxNumbering } from './docx-numbering.ts';
import { type DocxStyles, docxStyles } from './docx-styles.ts';
import { plainTitle } from '../split/headings.ts';
import type { FormatReader } from './reader.ts';
import { callsOf, lineOfNote, paragraphOf, plainText } from './spans.ts';
import { areSpacedOut, joinWithGaps, quoteLines, sceneBreak } from '../markdown-text.ts';

const mainPart = 'word/document.xml';

const readPart = async (tree: FileTree, name: string): Promise<string | null> =>
  tree.names.includes(name) ? decodeXml(await tree.read(name)) : null;

/** Those of a part that may not be there. */
const notesIn = (xml: string | null, context: DocxContext): DocxNote[] =>
  xml === null ? [] : readDocxBody(xml, context).notes;

type Comments = { comments: Comment[]; commentAt: ReadonlyMap<string, number> };

/** As plain words; what others changed in them is changed. */
const readComments = async (
  tree: FileTree,
  context: Omit<DocxContext, 'commentAt'>,
): Promise<Comments> => {
  const xml = await readPart(tree, 'word/comments.xml');
  const found = notesIn(xml, { ...context, commentAt: new Map() });
  return {
    comments: found.map(({ author, paragraphs }) => {
      const lines = paragraphs.map(({ spans }) => plainText(spans)).filter((line) => line !== '');
      return { author, text: lines.join('\n').trim() };
    }),
    commentAt: new Map(found.map(({ id }, index) => [id, index])),
  };
};

/** By the names that their calls have. */
const readNotes = async (tree: FileTree, context: DocxContext): Promise<Map<string, string>> => {
  const notes = new Map<string, string>();
  for (const [part, prefix] of [
    ['word/footnotes.xml', ''],
    ['word/endnotes.xml', 'e'],
  ] as const) {
    for (const { id, paragraphs } of notesIn(await readPart(tree, part), context)) {
      const lines = paragraphs.map(({ spans }) => lineOfNote(spans)).filter((line) => line !== '');
      // Two of them are the lines that part notes from the page.
      if (lines.length > 0) notes.set(`${prefix}${id}`, lines.join(' '));
    }
  }
  return notes;
};

type LabelOf = (paragraph: DocxParagraph) => string;

/** To be asked paragraph by paragraph, in order: Word counts. */
const labelsOf =
  (styles: DocxStyles, numbering: DocxNumbering): LabelOf =>
  ({ styleId, number }) => {
    const styled = styleId === null ? null : styles.numberOf(styleId);
    const numberId = number.numberId ?? styled?.number.numberId ?? null;
    const level = number.level ?? styled?.number.level ?? null;
    return numbering.nextLabel({ numberId, level }, styled?.styleId ?? styleId);
  };

/** A title is a heading as well, until it is known to be that of the whole. */
const lineOf = ({ spans, level, isQuotation }: DocxParagraph, label: string): string => {
  const line = paragraphOf(spans, level === null ? 0 : Math.max(1, level), label);
  return isQuotation && level === null ? quoteLines(line) : line;
};

type Line = { line: string; paragraph: DocxParagraph };

const isTitle = ({ paragraph }: Line): boolean => paragraph.level === 0;

/**
 * The lines at the document's head that name the whole, and who wrote it. Where titles stand before every chapter and nothing else
 * does, the one right before the text is the first chapter's.
 */
const headOf = (lines: readonly Line[]): Line[] => {
  const full = lines.filter(({ line }) => line !== '');
  const end = full.findIndex((line) => !isTitle(line) && !line.paragraph.isAuthor);
  const [head, rest] = [full.slice(0, Math.max(0, end)), full.slice(Math.max(0, end))];
  const last = head.at(-1);
  const areChapters = rest.some(isTitle) && !rest.some(({ paragraph }) => paragraph.level);
  if (areChapters && last && isTitle(last)) head.pop();
  return head.some(isTitle) ? head : [];
};

/** What is called on lines that name the whole is called on the line behind them: the book's title has no text. */
const callsBehind = (head: readonly Line[], rest: readonly Line[]): Line[] => {
  const calls = head.map(({ paragraph }) => callsOf(paragraph.spans)).join('');
  const at = rest.findIndex(({ line }) => line !== '' && line !== sceneBreak);
  return rest.map((one, index) => (index === at ? { ...one, line: `${one.line}${calls}` } : one));
};

const layOut = (body: DocxBody, labelOf: LabelOf): { title: string | null; text: string } => {
  const kept = body.paragraphs.filter((paragraph) => !paragraph.isContents);
  const lines = kept.map((paragraph) => ({
    line: lineOf(paragraph, labelOf(paragraph)),
    paragraph,
  }));
  const head = headOf(lines);
  const named = new Set(head);
  const titles = head.filter(isTitle).map(({ line }) => plainTitle(line.slice('# '.length)));
  const rest = lines.filter((line) => !named.has(line));
  const text = joinWithGaps(
    callsBehind(head, rest).map(({ line }) => line),
    !areSpacedOut(lines.map(({ line }) => line)),
  );
  return { title: titles.join(' ').trim() || null, text: text === '' ? '' : `${text}\n` };
};

const warningsOf = (
  body: DocxBody,
  comments: readonly Comment[],
  changes: number,
): ImportWarning[] => {
  return foundWarnings([
    ...reviewWarnings('document', { changes, comments: comments.length }),
    { code: 'PICTURES_LEFT_OUT', message: 'Pictures are not taken in.', count: body.pictures },
  ]);
};

const read = async (tree: FileTree): Promise<SourceText> => {
  const styles = docxStyles(await readPart(tree, 'word/styles.xml'));
  const authors: string[] = [];
  const { comments, commentAt } = await readComments(tree, { styles, authors: [] });
  const context = { styles, commentAt, authors };
  const body = readDocxBody(decodeXml(await tree.read(mainPart)), context);
  const numbering = docxNumbering(await readPart(tree, 'word/numbering.xml'));
  const { title, text } = layOut(body, labelsOf(styles, numbering));
  const footnotes = await readNotes(tree, context);
  const changes = [text, ...footnotes.values()].reduce((sum, one) => sum + countChanges(one), 0);
  return plainSource('docx', onePart(text), {
    ...{ title, comments, footnotes },
    changeAuthors: authors,
    warnings: warningsOf(body, comments, changes),
  });
};

export const docxReader: FormatReader = {
  format: 'docx',
  recognises: (source) => source.kind === 'tree' && source.tree.names.includes(mainPart),
  async read(source) {
    return source.kind === 'tree' ? read(source.tree) : plainSource('docx', []);
  },
};
