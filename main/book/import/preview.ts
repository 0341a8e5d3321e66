/** What taking a file in would make. */
import type { Output } from '#shared/contract/index.ts';
import type { ImportChapter, ImportWarning } from '#shared/contract/import.ts';
import { foundWarnings } from './counted-warnings.ts';
import { countFitting, countNotes } from './chapter-notes.ts';
import { changesOf, commentsOf, describeChapters } from './chapters.ts';
import {
  type ReadChapters,
  type ReadDependencies,
  readSource,
  type SourceRequest,
} from './read-source.ts';

/** Changes and comments that are shown one by one. */
const maxShown = 200;

const chapterWarnings = (chapters: readonly ImportChapter[]): ImportWarning[] => {
  const short = chapters.filter(({ short: isShort }) => isShort).length;
  const doubled = chapters.filter(({ sameAs }) => sameAs !== undefined).length;
  return foundWarnings([
    { code: 'CHAPTERS_SHORT', message: 'Some chapters are very short.', count: short },
    { code: 'CHAPTERS_DOUBLED', message: 'Some chapters have the same text.', count: doubled },
  ]);
};

/** What comes along of synopses, labels and goals, and what a chapter cannot hold, or no chapter stands for. */
const notesWarnings = ({ chapters, source, language }: ReadChapters): ImportWarning[] => {
  const found = countNotes(source.parts.map(({ notes }) => notes));
  const kept = countFitting(
    chapters.map(({ notes }) => notes),
    language,
  );
  const there = countNotes(chapters.map(({ notes }) => notes));
  const labelsLeft = there.labels === 0 ? found.labels : there.labels - kept.labels;
  const left = found.synopses - kept.synopses + source.otherSynopses;
  return foundWarnings([
    { code: 'SYNOPSES_TAKEN', message: 'Synopses come with their chapters.', count: kept.synopses },
    { code: 'SYNOPSES_LEFT_OUT', message: 'Synopses are not taken in.', count: left },
    { code: 'LABELS_LEFT_OUT', message: 'Labels are not taken in.', count: labelsLeft },
    { code: 'GOALS_TAKEN', message: 'Goals come with their chapters.', count: kept.goals },
    { code: 'GOALS_LEFT_OUT', message: 'Goals are not taken in.', count: found.goals - kept.goals },
  ]);
};

const changesIn = ({ chapters, source }: ReadChapters): Output<'import:preview'>['changes'] =>
  chapters
    .flatMap((one, chapter) =>
      changesOf(one, source).map(({ kind, author, text }) => ({
        ...{ chapter, kind, text },
        author: source.changeAuthors[author] ?? '',
      })),
    )
    .slice(0, maxShown);

const commentsIn = ({ chapters, source }: ReadChapters): Output<'import:preview'>['comments'] =>
  chapters
    .flatMap((one, chapter) => commentsOf(one, source).map((comment) => ({ chapter, ...comment })))
    .slice(0, maxShown);

/** Writes nothing. Errors: those of {@link readSource}. */
export const previewImport = async (
  request: SourceRequest,
  dependencies: ReadDependencies,
): Promise<Output<'import:preview'>> => {
  const read = await readSource(request, dependencies);
  const { source, name, language, splitAt, splits, warnings } = read;
  const chapters = describeChapters(read.chapters, source, request.changes ?? 'keep');
  return {
    ...{ format: source.format, name, language, splitAt, splits, chapters },
    ...(source.encoding === undefined ? {} : { encoding: source.encoding }),
    ...(source.encodings === undefined ? {} : { encodings: source.encodings }),
    charCount: chapters.reduce((sum, chapter) => sum + chapter.charCount, 0),
    wordCount: chapters.reduce((sum, chapter) => sum + chapter.wordCount, 0),
    changes: changesIn(read),
    comments: commentsIn(read),
    warnings: [...warnings, ...notesWarnings(read), ...chapterWarnings(chapters)],
  };
};
