/** Word documents since 2007: headings by their styles, tracked changes and comments marked where they stand. */
import type { ImportWarning } from '#shared/contract/import.ts';
import { foundWarnings, reviewWarnings } from '../counted-warnings.ts';
import type { FileTree } from '../files/file-tree.ts';
import { decodeXml, readXml } from '../files/read-xml.ts';
import { withoutMarks } from '../marks.ts';
import { type Comment, onePart, plainSource, type SourceText } from '../source-text.ts';
import { type DocxBody, type DocxParagraph, readDocxBody } from './docx-body.ts';
import { type DocxNumbering, docxNumbering } from './docx-numbering.ts';
import { type DocxStyles, docxStyles } from './docx-styles.ts';
import { plainTitle } from '../split/headings.ts';
import type { FormatReader } from './reader.ts';
import { paragraphOf } from './spans.ts';
import { areSpacedOut, joinWithGaps, quoteLines } from '../markdown-text.ts';

const mainPart = 'word/document.xml';

const readPart = async (tree: FileTree, name: string): Promise<string | null> =>
  tree.names.includes(name) ? decodeXml(await tree.read(name)) : null;

/** Plain texts of the elements of one name, in order. */
const textsOf = (xml: string, element: string): { id: string; author: string; text: string }[] => {
  const texts: { id: string; author: string; text: string }[] = [];
  let current: { id: string; author: string; text: string } | null = null;
  let inText = false;
  readXml(xml, {
    open({ name, get }) {
      if (name === element)
        current = { id: get('id') ?? '', author: get('author') ?? '', text: '' };
      else if (name === 't') inText = true;
      else if (name === 'p' && current && current.text !== '') current.text += '\n';
    },
    close(name) {
      if (name === 't') inText = false;
      if (name !== element || current === null) return;
      texts.push({ ...current, text: withoutMarks(current.text).trim() });
      current = null;
    },
    text(text) {
      if (inText && current) current.text += text;
    },
  });
  return texts;
};

const readNotes = async (tree: FileTree): Promise<Map<string, string>> => {
  const notes = new Map<string, string>();
  for (const [part, element, prefix] of [
    ['word/footnotes.xml', 'footnote', ''],
    ['word/endnotes.xml', 'endnote', 'e'],
  ] as const) {
    const xml = await readPart(tree, part);
    if (xml === null) continue;
    for (const { id, text } of textsOf(xml, element)) {
      // Two of them are the lines that part notes from the page.
      if (text !== '') notes.set(`${prefix}${id}`, text.replace(/\s*\n\s*/g, ' '));
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

const layOut = (body: DocxBody, labelOf: LabelOf): { title: string | null; text: string } => {
  const kept = body.paragraphs.filter((paragraph) => !paragraph.isContents);
  const lines = kept.map((paragraph) => ({
    line: lineOf(paragraph, labelOf(paragraph)),
    paragraph,
  }));
  const head = new Set(headOf(lines));
  const titles = [...head].filter(isTitle).map(({ line }) => plainTitle(line.slice('# '.length)));
  const text = joinWithGaps(
    lines.filter((line) => !head.has(line)).map(({ line }) => line),
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

const countChanges = (body: DocxBody): number =>
  body.paragraphs
    .flatMap(({ spans }) => spans)
    .filter((span) => span.kind !== 'comment' && span.change !== null)
    .filter((span) => span.kind !== 'text' || span.text.trim() !== '').length;

const read = async (tree: FileTree): Promise<SourceText> => {
  const styles = docxStyles(await readPart(tree, 'word/styles.xml'));
  const commentsXml = await readPart(tree, 'word/comments.xml');
  const found = commentsXml === null ? [] : textsOf(commentsXml, 'comment');
  const comments = found.map(({ author, text }) => ({ author, text }));
  const commentAt = new Map(found.map(({ id }, index) => [id, index]));
  const body = readDocxBody(decodeXml(await tree.read(mainPart)), styles, commentAt);
  const numbering = docxNumbering(await readPart(tree, 'word/numbering.xml'));
  const { title, text } = layOut(body, labelsOf(styles, numbering));
  return plainSource('docx', onePart(text), {
    title,
    comments,
    changeAuthors: body.authors,
    footnotes: await readNotes(tree),
    warnings: warningsOf(body, comments, countChanges(body)),
  });
};

export const docxReader: FormatReader = {
  format: 'docx',
  recognises: (source) => source.kind === 'tree' && source.tree.names.includes(mainPart),
  async read(source) {
    return source.kind === 'tree' ? read(source.tree) : plainSource('docx', []);
  },
};
