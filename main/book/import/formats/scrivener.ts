/** A Scrivener project, as a folder or as a zip of one: the manuscript's documents in binder order. Only read. */
import { posix } from 'node:path';
import type { ImportWarning } from '#shared/contract/import.ts';
import type { ReportProgress } from '#main/task-progress.ts';
import { damaged } from '../failures.ts';
import type { FileTree } from '../files/file-tree.ts';
import { decodeXml } from '../files/read-xml.ts';
import { joinParagraphs } from '../markdown-text.ts';
import { type Part, plainSource, type SourceText } from '../source-text.ts';
import type { FormatReader, OpenSource } from './reader.ts';
import { readRtf } from './rtf-text.ts';
import { type BinderItem, manuscriptOf, readBinder } from './scrivener-binder.ts';

const projectFile = /(?:^|\/)[^/]+\.scrivx$/i;

const findProject = (tree: FileTree): string | undefined =>
  tree.names.find((name) => projectFile.test(name) && !name.startsWith('__MACOSX/'));

/** Where a document's file may lie: as version 3 has it, then as version 2 has. */
const placesOf = (folder: string, id: string, file: string): string[] => [
  posix.join(folder, 'Files', 'Data', id, file),
  posix.join(folder, 'Files', 'Docs', file === 'content.rtf' ? `${id}.rtf` : `${id}_${file}`),
];

const findFile = (tree: FileTree, folder: string, id: string, file: string): string | undefined =>
  id === '' ? undefined : placesOf(folder, id, file).find((name) => tree.names.includes(name));

const countItems = (items: readonly BinderItem[]): number =>
  items.reduce((sum, item) => sum + 1 + countItems(item.children), 0);

const isElsewhere = ({ type }: BinderItem): boolean =>
  type !== 'DraftFolder' && type !== 'TrashFolder';

const warningsOf = (leftOut: number, synopses: number): ImportWarning[] => {
  const all: (ImportWarning & { count: number })[] = [
    {
      code: 'DOCUMENTS_LEFT_OUT',
      message: 'Documents outside of the manuscript are not taken in.',
      count: leftOut,
    },
    { code: 'SYNOPSES_LEFT_OUT', message: 'Synopses are not taken in.', count: synopses },
  ];
  return all.filter(({ count }) => count > 0);
};

const read = async (tree: FileTree, name: string, report: ReportProgress): Promise<SourceText> => {
  const project = findProject(tree);
  if (project === undefined) throw damaged('it has no project file');
  const folder = posix.dirname(project);
  const binder = readBinder(decodeXml(await tree.read(project)));
  const documents = manuscriptOf(binder);
  const parts: Part[] = [];
  let leftOut = binder
    .filter(isElsewhere)
    .reduce((sum, { children }) => sum + countItems(children), 0);
  let synopses = 0;
  for (const [done, { item, chapter, group }] of documents.entries()) {
    report({ step: 'reading', done, total: documents.length });
    if (findFile(tree, folder, item.id, 'synopsis.txt') !== undefined) synopses += 1;
    const file = findFile(tree, folder, item.id, 'content.rtf');
    const text = file === undefined ? '' : joinParagraphs(readRtf(await tree.read(file)));
    if (text === '') continue;
    if (item.compiled) parts.push({ title: item.title || null, chapter, group, text });
    else leftOut += 1;
  }
  return plainSource('scrivener', parts, {
    title: posix.basename(project).replace(/\.scrivx$/i, '') || name,
    partsAreChapters: true,
    warnings: warningsOf(leftOut, synopses),
  });
};

const isProject = (source: OpenSource): boolean =>
  source.kind === 'tree' && findProject(source.tree) !== undefined;

export const scrivenerReader: FormatReader = {
  format: 'scrivener',
  recognises: isProject,
  async read(source, { report }) {
    return source.kind === 'tree'
      ? read(source.tree, source.name, report)
      : plainSource('scrivener', []);
  },
};
