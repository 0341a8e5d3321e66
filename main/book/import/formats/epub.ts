/** Epubs of both versions: their pages in order, divided as their table of contents says. */
import type { ReportProgress } from '#main/jobs/service.ts';
import type { FileTree } from '../files/file-tree.ts';
import { decodeXml } from '../files/read-xml.ts';
import { type Part, plainSource, type SourceText } from '../source-text.ts';
import { type ContentsEntry, type EpubPackage, readEpubPackage } from './epub-package.ts';
import { lettersOf, plainTitle } from '../split/headings.ts';
import { readPage } from './html-markdown.ts';
import type { FormatReader } from './reader.ts';

const refuseNothing = new Set<string>();

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

/** `outer`: entries at the same place that hold the entry, the outermost first. */
type Stretch = { outer: ContentsEntry[]; entry: ContentsEntry | null; text: string };

const readStretches = async (
  tree: FileTree,
  { pages, contents }: Pick<EpubPackage, 'pages' | 'contents'>,
  report: ReportProgress,
): Promise<{ stretches: Stretch[]; pictures: number }> => {
  const stretches: Stretch[] = [];
  let pictures = 0;
  for (const [done, file] of pages.entries()) {
    report({ step: 'reading', done, total: pages.length });
    const anchors = contents.flatMap((entry) =>
      entry.file === file && entry.anchor !== null ? [entry.anchor] : [],
    );
    const page = readPage(
      decodeXml(await tree.read(file)),
      anchors.length > 0 ? new Set(anchors) : refuseNothing,
    );
    pictures += page.pictures;
    for (const { id, text } of page.stretches) {
      const here = entriesAt(contents, file, id);
      const outer = holdersIn(here);
      const entry = here.at(-1) ?? null;
      if (text !== '' || entry !== null) stretches.push({ outer, entry, text });
    }
  }
  return { stretches, pictures };
};

const withoutHeading = (text: string): string => text.replace(/^#{1,6} .*(?:\n|$)/, '').trim();

/** The text without headings at its top that only say which volume it begins. */
const belowVolumes = ({ outer, entry, text }: Stretch): string => {
  const own = lettersOf(entry?.title ?? '');
  const volumes = new Set(outer.map(({ title }) => lettersOf(title)));
  let rest = text;
  for (;;) {
    const heading = lettersOf(plainTitle(/^#{1,6} (.*)/.exec(rest)?.[1] ?? ''));
    if (heading === '' || heading === own || !volumes.has(heading)) return rest;
    rest = withoutHeading(rest);
  }
};

/** An entry with nothing but its title names a volume for those below it, and so does one that another begins with. */
const toParts = (stretches: readonly Stretch[]): Part[] => {
  const parts: Part[] = [];
  const volumes: { depth: number; title: string }[] = [];
  const endVolumes = (depth: number): void => {
    while ((volumes.at(-1)?.depth ?? 0) >= depth) volumes.pop();
  };
  for (const [index, stretch] of stretches.entries()) {
    const { outer, entry } = stretch;
    const text = belowVolumes(stretch);
    const last = parts.at(-1);
    if (entry === null) {
      // A page the contents do not name goes on with what stands before it.
      if (last) last.text = `${last.text}\n\n${text}`;
      else parts.push({ title: null, chapter: null, group: null, text });
      continue;
    }
    for (const { depth, title } of outer) {
      endVolumes(depth);
      volumes.push({ depth, title });
    }
    endVolumes(entry.depth);
    const next = stretches[index + 1]?.entry;
    if (withoutHeading(text) === '' && next && next.depth > entry.depth) {
      volumes.push({ depth: entry.depth, title: entry.title });
    } else {
      const group = volumes.map(({ title }) => title).join(' · ') || null;
      parts.push({ title: entry.title || null, chapter: null, group, text });
    }
  }
  return parts.filter(({ text }) => withoutHeading(text) !== '');
};

const read = async (tree: FileTree, report: ReportProgress): Promise<SourceText> => {
  const { title, pages, contents } = await readEpubPackage(tree);
  const { stretches, pictures } = await readStretches(tree, { pages, contents }, report);
  const parts = toParts(stretches);
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
