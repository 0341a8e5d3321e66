/** Epubs of both versions: their pages in order, divided as their table of contents says. */
import type { ReportProgress } from '#main/jobs/service.ts';
import type { FileTree } from '../files/file-tree.ts';
import { decodeXml } from '../files/read-xml.ts';
import { plainSource, type SourceText } from '../source-text.ts';
import { type ContentsEntry, type EpubPackage, readEpubPackage } from './epub-package.ts';
import { partsOfStretches, type Stretch } from './epub-parts.ts';
import { epubStyles } from './epub-styles.ts';
import { readPage } from './html-markdown.ts';
import type { FormatReader } from './reader.ts';

/** Entries that begin at a place, the outermost first. */
const entriesAt = (
  contents: readonly ContentsEntry[],
  file: string,
  anchor: string | null,
): ContentsEntry[] => contents.filter((entry) => entry.file === file && entry.anchor === anchor);

/** Those that hold the last: one beside it names a chapter of the same page, not a volume. */
const holdersIn = (entries: readonly ContentsEntry[]): ContentsEntry[] => {
  let outermost = entries.at(-1)?.depth ?? 0;
  return entries
    .slice(0, -1)
    .toReversed()
    .filter(({ depth }) => {
      const holds = depth < outermost;
      outermost = Math.min(outermost, depth);
      return holds;
    })
    .toReversed();
};

const readStretches = async (
  tree: FileTree,
  { pages, contents }: Pick<EpubPackage, 'pages' | 'contents'>,
  report: ReportProgress,
): Promise<{ stretches: Stretch[]; pictures: number }> => {
  const stretches: Stretch[] = [];
  const stylesOf = epubStyles(tree);
  let pictures = 0;
  for (const [done, file] of pages.entries()) {
    report({ step: 'reading', done, total: pages.length });
    const anchors = contents.flatMap((entry) =>
      entry.file === file && entry.anchor !== null ? [entry.anchor] : [],
    );
    const html = decodeXml(await tree.read(file));
    const page = readPage(html, new Set(anchors), await stylesOf(file, html));
    pictures += page.pictures;
    for (const { id, text } of page.stretches) {
      const here = entriesAt(contents, file, id);
      const outer = holdersIn(here);
      const entry = here.at(-1) ?? null;
      if (text === '' && entry === null) continue;
      stretches.push({ outer, entry, text, pictures: page.pictures });
    }
  }
  return { stretches, pictures };
};

const read = async (tree: FileTree, report: ReportProgress): Promise<SourceText> => {
  const { title, pages, contents } = await readEpubPackage(tree);
  const { stretches, pictures } = await readStretches(tree, { pages, contents }, report);
  const parts = partsOfStretches(stretches, title);
  return plainSource('epub', parts, {
    title,
    partsAreChapters: parts.filter((part) => part.title !== null).length > 1,
    warnings:
      pictures === 0
        ? []
        : [{ code: 'PICTURES_LEFT_OUT', message: 'Pictures are not taken in.', count: pictures }],
  });
};

export const epubReader: FormatReader = {
  format: 'epub',
  recognises: (source) =>
    source.kind === 'tree' && source.tree.names.includes('META-INF/container.xml'),
  async read(source, { report }) {
    return source.kind === 'tree' ? read(source.tree, report) : plainSource('epub', []);
  },
};
