/**
 * A folder of texts, files that were chosen together, or a zip of such: a chapter each, in the order their names give,
 * and a volume for each folder in it (W10).
 */
import { posix } from 'node:path';
import type { ImportWarning } from '#shared/contract/import.ts';
import { volumeTitle } from '#shared/volumes.ts';
import { foundWarnings } from '../counted-warnings.ts';
import { formatUnknown } from '../failures.ts';
import type { FileTree } from '../files/file-tree.ts';
import { type Part, plainSource, type SourceText } from '../source-text.ts';
import { chapterLineCuts } from '../split/chapter-lines.ts';
import { chaptersWithin } from '../split/index.ts';
import { paragraphsOf } from './plain-paragraphs.ts';
import {
  type DecodedText,
  decodeIfText,
  decodePlain,
  encodingsOf,
  isUnsure,
} from './read-plain.ts';
import type { FormatReader, OpenSource, ReadOptions } from './reader.ts';

const markdownFile = /\.(?:md|markdown|mdown)$/i;
const textFile = /\.(?:md|markdown|mdown|txt)$/i;
const pictureFile = /\.(?:png|jpe?g|gif|webp|svg|bmp|tiff?|heic)$/i;
/** Archives that are more than the files in them; one that is broken is no folder of texts. */
const ownFormat = /\.(?:docx|epub|odt|fabula)$/i;

const zipped = /\.zip$/i;

/** What systems and programs keep beside the files of a person. */
const isHidden = (name: string): boolean =>
  name.split('/').some((part) => part.startsWith('.') || part === '__MACOSX');

const shownNames = (tree: FileTree): string[] => tree.names.filter((name) => !isHidden(name));

/** The folder all of it is in, as a zip of a folder has one: it is the book, not a volume. */
const commonFolder = (names: readonly string[]): string => {
  const [first = ''] = names;
  const folder = first.slice(0, first.indexOf('/') + 1);
  return names.every((name) => name.startsWith(folder)) ? folder : '';
};

const groupOf = (name: string): string | null => {
  const folder = posix.dirname(name);
  return folder === '.' ? null : folder.split('/').map(volumeTitle).join(' · ');
};

type ReadFile = { name: string; body: string; chapters: number; firstLine: string | null };

/** Its text as Markdown, and the chapters it has by itself. */
const fileOf = (name: string, { text }: DecodedText): ReadFile => {
  const body = markdownFile.test(name) ? text : paragraphsOf(text);
  const lines = body.split('\n');
  const cuts = chapterLineCuts(lines);
  const headings = lines.filter((line) => /^# \S/.test(line)).length;
  const [first] = cuts;
  const firstLine = first?.line === 0 && !markdownFile.test(name) ? first.title : null;
  return { name, body, chapters: Math.max(cuts.length, headings), firstLine };
};

/** A first line that says which chapter it is becomes a heading; a text without either has the name of its file. */
const wholePart = ({ name, body, firstLine }: ReadFile): Part => {
  const title = posix.basename(name).replace(textFile, '');
  const rest = body.split('\n').slice(1);
  const text = firstLine === null ? body : [`# ${firstLine}`, ...rest].join('\n');
  return { title, chapter: null, group: groupOf(name), text };
};

/** The chapters of a file that has several, in the volume its folder is; what stands before the first has the name of the file. */
const chapterParts = (file: ReadFile): Part[] => {
  if (file.chapters <= 1) return [wholePart(file)];
  const { title: above, chapters } = chaptersWithin(file.body.split('\n'));
  // What stands above all chapters of a file is a volume, not the book; it may say the folder's name once more.
  const own = groupOf(file.name);
  const folder = own !== null && above?.startsWith(own) ? null : own;
  return chapters.map(({ title, group, body, headingLine }) => {
    const heading = /^#{1,6} /.test(headingLine ?? '') ? headingLine : title && `# ${title}`;
    return {
      title: title ?? wholePart(file).title,
      chapter: null,
      group: [folder, above, group].filter((one) => one !== null).join(' · ') || null,
      text: [heading, body].filter((piece) => piece !== null && piece !== '').join('\n\n'),
    };
  });
};

/** One that is split further is named by its own lines. */
const splitPart = (file: ReadFile): Part => ({
  title: file.chapters > 0 ? null : wholePart(file).title,
  chapter: null,
  group: groupOf(file.name),
  text: file.body,
});

/** In the encoding that was chosen only where the bytes do not say themselves which it is. */
const readOne = (bytes: Buffer, options: ReadOptions) => {
  const own = decodeIfText(bytes, { ...options, encoding: null });
  if (own === null) return null;
  const isDoubtful = isUnsure(own);
  const text = options.encoding !== null && isDoubtful ? decodePlain(bytes, options) : own;
  return { text, isDoubtful };
};

const warningsOf = (read: readonly DecodedText[], pictures: number, others: number) => {
  const warnings: ImportWarning[] = [];
  for (const { warnings: found } of read) {
    for (const warning of found) {
      const same = warnings.find(({ code }) => code === warning.code);
      if (same === undefined) warnings.push({ ...warning });
      else if (warning.count !== undefined) same.count = (same.count ?? 0) + warning.count;
    }
  }
  const left = foundWarnings([
    { code: 'PICTURES_LEFT_OUT', message: 'Pictures are not taken in.', count: pictures },
    { code: 'FILES_LEFT_OUT', message: 'Files that are no text are not taken in.', count: others },
  ]);
  return [...warnings, ...left];
};

/** `name`: of the folder, or of the zip. */
const read = async (
  { name: source, tree }: { name: string; tree: FileTree },
  options: ReadOptions,
): Promise<SourceText> => {
  const shown = shownNames(tree);
  // A folder is the book itself: the only one in it is a volume.
  const folder = zipped.test(source) ? commonFolder(shown) : '';
  const names = options.orderNames(shown.filter((name) => textFile.test(name)));
  const pictures = shown.filter((name) => pictureFile.test(name)).length;
  let others = shown.length - names.length - pictures;
  const files: ReadFile[] = [];
  const texts: DecodedText[] = [];
  /** Of the first file that may be in another encoding: the choice is shown by it. */
  let doubtful: Pick<SourceText, 'encoding' | 'encodings'> = {};
  for (const [done, name] of names.entries()) {
    options.report({ step: 'reading', done, total: names.length });
    const bytes = await tree.read(name);
    const one = readOne(bytes, options);
    if (one === null) {
      others += 1;
      continue;
    }
    files.push(fileOf(name.slice(folder.length), one.text));
    texts.push(one.text);
    if (one.isDoubtful && doubtful.encodings === undefined) {
      doubtful = { encoding: one.text.encoding, encodings: encodingsOf(bytes, options) };
    }
  }
  if (files.length === 0) throw formatUnknown('none of its files is a text');
  // Lines of the whole text know nothing of folders: where there are any, each file is divided by itself.
  const isOneEach =
    files.every(({ chapters }) => chapters <= 1) ||
    files.some(({ name }) => groupOf(name) !== null);
  const parts = isOneEach ? files.flatMap(chapterParts) : files.map(splitPart);
  return plainSource(names.every((name) => markdownFile.test(name)) ? 'markdown' : 'txt', parts, {
    title: folder === '' ? source.replace(zipped, '') : folder.slice(0, -1),
    partsAreChapters: isOneEach,
    ...doubtful,
    warnings: warningsOf(texts, pictures, others),
  });
};

const isOfTexts = (source: OpenSource): source is OpenSource & { kind: 'tree' } =>
  source.kind === 'tree' &&
  !ownFormat.test(source.name) &&
  shownNames(source.tree).some((name) => textFile.test(name));

export const textsReader: FormatReader = {
  format: 'markdown',
  recognises: isOfTexts,
  async read(source, options) {
    return isOfTexts(source) ? read(source, options) : plainSource('markdown', []);
  },
};
