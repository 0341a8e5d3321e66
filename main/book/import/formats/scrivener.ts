/** A Scrivener project, as a folder or as a zip of one: the manuscript's documents in binder order. Only read. */
import { posix } from 'node:path';
import type { ImportWarning } from '#shared/contract/import.ts';
import type { ChapterStatus } from '#shared/domain/project.ts';
import type { ReportProgress } from '#main/jobs/service.ts';
import type { ChapterNotes } from '../chapter-notes.ts';
import { foundWarnings, picturesLeftOut, reviewWarnings } from '../counted-warnings.ts';
import { damaged } from '../failures.ts';
import type { FileTree } from '../files/file-tree.ts';
import { decodeXml } from '../files/read-xml.ts';
import { countChanges, withoutMarks } from '../marks.ts';
import { areSpacedOut, joinWithGaps, sceneBreak } from '../markdown-text.ts';
import { type Comment, type Part, plainSource, type SourceText } from '../source-text.ts';
import type { FormatReader, OpenSource } from './reader.ts';
import { freshNotes } from './rtf-notes.ts';
import { readRtf } from './rtf-text.ts';
import {
  type BinderDocument,
  type BinderItem,
  manuscriptOf,
  readBinder,
} from './scrivener-binder.ts';
import { type LinkedNotes, linkedNotes } from './scrivener-comments.ts';

const projectFile = /(?:^|\/)[^/]+\.scrivx$/i;

const findProject = (tree: FileTree): string | undefined =>
  tree.names.find((name) => projectFile.test(name) && !name.startsWith('__MACOSX/'));

/** Where a document's file may lie: as version 3 has it, then as version 2 has. */
const placesOf = (folder: string, id: string, file: string): string[] => [
  posix.join(folder, 'Files', 'Data', id, file),
  posix.join(
    folder,
    'Files',
    'Docs',
    file.startsWith('content.') ? file.replace('content', id) : `${id}_${file}`,
  ),
];

const findFile = (tree: FileTree, folder: string, id: string, file: string): string | undefined =>
  id === '' ? undefined : placesOf(folder, id, file).find((name) => tree.names.includes(name));

const countItems = (items: readonly BinderItem[]): number =>
  items.reduce((sum, item) => sum + 1 + countItems(item.children), 0);

const isElsewhere = ({ type }: BinderItem): boolean =>
  type !== 'DraftFolder' && type !== 'TrashFolder';

/** Statuses as Scrivener names them from the beginning, in English and Chinese; those a writer made up become labels. */
const statuses: readonly [ChapterStatus, RegExp][] = [
  ['idea', /^(?:to ?do|idea|outline|待写|构思|待办)$/i],
  ['draft', /^(?:in progress|(?:first )?draft|初稿|进行中|草稿)$/i],
  ['revised', /^(?:revised(?: draft)?|second draft|修订稿?|二稿)$/i],
  ['done', /^(?:final(?: draft)?|done|complete|定稿|完成|终稿)$/i],
];

/** A scene of several has its title before its synopsis, to be told apart. */
const notesOf = (
  { labels, status, title, goal }: BinderItem,
  synopsis: string,
  isScene: boolean,
): ChapterNotes => {
  const known = statuses.find(([, pattern]) => pattern.test(status))?.[0];
  const said = isScene && title !== '' ? `${title}: ${synopsis}` : synopsis;
  return {
    synopses: synopsis === '' ? [] : [said],
    labels: known === undefined && status !== '' ? [...labels, status] : labels,
    statuses: known === undefined ? [] : [known],
    goals: goal === null ? [] : [goal],
  };
};

/** `marks` behind the last words. */
const withMarks = (paragraphs: readonly string[], marks: string): string[] => {
  if (marks === '') return [...paragraphs];
  const last = paragraphs.findLastIndex((paragraph) => paragraph !== '');
  if (paragraphs[last] === sceneBreak) return [...paragraphs, marks];
  return paragraphs.with(last, `${paragraphs[last] ?? ''}${marks}`);
};

type PartParagraphs = Omit<Part, 'text'> & { paragraphs: string[] };

/** Reads one project's documents one after the other. */
class ProjectReader {
  private readonly documents: PartParagraphs[] = [];
  readonly comments: Comment[] = [];
  readonly footnotes = new Map<string, string>();
  readonly changeAuthors: string[] = [];
  documentsLeftOut = 0;
  notesLeftOut = 0;
  synopsesLeftOut = 0;
  pictures = 0;
  private readonly tree: FileTree;
  private readonly folder: string;

  constructor(tree: FileTree, folder: string) {
    this.tree = tree;
    this.folder = folder;
  }

  private async readFile(item: BinderItem, file: string): Promise<Buffer | null> {
    const name = findFile(this.tree, this.folder, item.id, file);
    return name === undefined ? null : this.tree.read(name);
  }

  /** Notes that cannot be read are left out: they are no part of the manuscript. */
  private async readLinked(item: BinderItem): Promise<LinkedNotes> {
    const linked = linkedNotes(await this.readFile(item, 'content.comments'), this);
    if (item.compiled) this.notesLeftOut += linked.damaged;
    return linked;
  }

  /** What no link in the text leads to stands at its end; without a text it is left out. */
  private async readText(item: BinderItem): Promise<string[]> {
    const content = await this.readFile(item, 'content.rtf');
    const linked = await this.readLinked(item);
    const { footnotes, changeAuthors } = this;
    // What is no part of the book takes its notes with it.
    const own = { changeAuthors, footnotes, comments: this.comments, markOf: linked.markOf };
    const notes = item.compiled ? own : freshNotes();
    const { paragraphs, pictures } =
      content === null ? { paragraphs: [], pictures: 0 } : readRtf(content, notes);
    if (item.compiled) this.pictures += pictures;
    const isEmpty = paragraphs.every((paragraph) => paragraph === '');
    if (isEmpty) this.notesLeftOut += linked.count();
    if (isEmpty) return [];
    return item.compiled ? withMarks(paragraphs, linked.takeAll()) : paragraphs;
  }

  async read({ item, chapter, group }: BinderDocument): Promise<void> {
    const paragraphs = await this.readText(item);
    const isEmpty = paragraphs.length === 0;
    const noted = await this.readFile(item, 'synopsis.txt');
    const synopsis = noted === null ? '' : withoutMarks(decodeXml(noted)).trim();
    if (findFile(this.tree, this.folder, item.id, 'notes.rtf') !== undefined)
      this.notesLeftOut += 1;
    const isVolume = item.children.length > 0 && chapter === null && isEmpty;
    if (!item.compiled || isVolume) {
      if (synopsis !== '') this.synopsesLeftOut += 1;
      if (!isEmpty) this.documentsLeftOut += 1;
      return;
    }
    // A chapter that is only planned has a synopsis and nothing else.
    if (isEmpty && synopsis === '') return;
    const isScene = chapter !== null && chapter.id !== item.id;
    const notes = notesOf(item, synopsis, isScene);
    this.documents.push({ title: item.title || null, chapter, group, paragraphs, notes });
  }

  /** Whether empty paragraphs part scenes is a habit of the writer, not of a document. */
  parts(): Part[] {
    const keepsGaps = !areSpacedOut(this.documents.flatMap(({ paragraphs }) => paragraphs));
    return this.documents.map(({ paragraphs, ...part }) => ({
      ...part,
      text: joinWithGaps(paragraphs, keepsGaps),
    }));
  }
}

const warningsOf = (
  documents: number,
  parts: readonly Part[],
  { comments, notesLeftOut, pictures }: ProjectReader,
): ImportWarning[] => {
  const changes = parts.reduce((sum, { text }) => sum + countChanges(text), 0);
  return foundWarnings([
    ...reviewWarnings('project', { changes, comments: comments.length }),
    {
      code: 'DOCUMENTS_LEFT_OUT',
      message: 'Documents outside of the manuscript are not taken in.',
      count: documents,
    },
    {
      code: 'DOCUMENT_NOTES_LEFT_OUT',
      message: 'Notes beside documents are not taken in.',
      count: notesLeftOut,
    },
    picturesLeftOut(pictures),
  ]);
};

const read = async (tree: FileTree, name: string, report: ReportProgress): Promise<SourceText> => {
  const project = findProject(tree);
  if (project === undefined) throw damaged('it has no project file');
  const binder = readBinder(decodeXml(await tree.read(project)));
  const reader = new ProjectReader(tree, posix.dirname(project));
  const documents = manuscriptOf(binder);
  for (const [done, document] of documents.entries()) {
    report({ step: 'reading', done, total: documents.length });
    await reader.read(document);
  }
  const elsewhere = binder
    .filter(isElsewhere)
    .reduce((sum, { children }) => sum + countItems(children), 0);
  const parts = reader.parts();
  return plainSource('scrivener', parts, {
    title: posix.basename(project).replace(/\.scrivx$/i, '') || name,
    partsAreChapters: true,
    comments: reader.comments,
    footnotes: reader.footnotes,
    changeAuthors: reader.changeAuthors,
    otherSynopses: reader.synopsesLeftOut,
    warnings: warningsOf(reader.documentsLeftOut + elsewhere, parts, reader),
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
