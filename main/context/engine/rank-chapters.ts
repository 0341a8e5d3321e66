/** The chapters before the one being written as candidates, whole and in the order of the book (E2). */
import type { DocumentInfo } from '#shared/domain/project.ts';
import type { AssemblyInput, EarlierChapter } from './assembly-input.ts';
import type { Candidate } from './candidate.ts';
import type { Exclusion } from './eligibility.ts';
import { emptyReason } from './immediate-texts.ts';
import { fencedChapter } from './passage-filter.ts';
import type { PassageScope } from './passage-filter.ts';
import { chapterItemId, type SendableChapter } from './prepared-chapter.ts';
import type { PromptTemplates } from './prompt-templates.ts';

/** What the chapters are ranked by; fences are looked up after all reading. */
export type ChapterRankingInput = Pick<
  AssemblyInput,
  'earlier' | 'chapters' | 'names' | 'findNames' | 'prepare' | 'mute'
>;

type View = { templates: PromptTemplates; scope: Pick<PassageScope, 'at' | 'forbidden'> };

const closedCandidate = (
  { documentId, version }: EarlierChapter,
  title: string,
  excluded: Exclusion,
): Candidate => ({
  id: chapterItemId(documentId),
  group: 'chapters',
  source: 'manuscript',
  title,
  body: '',
  reason: 'wholeChapter',
  excluded,
  documentId,
  revision: version,
  fence: null,
});

const candidateOf = (
  { documentId, version, text }: EarlierChapter & { text: string },
  title: string,
  { body, item, recorded, isPart }: SendableChapter,
  mute: ReadonlySet<string>,
): Candidate => {
  const id = chapterItemId(documentId);
  const findExclusion = (): Exclusion | null => {
    if (body === '') return emptyReason(text, false);
    return mute.has(id) ? { reason: 'mutedByWriter' } : null;
  };
  return {
    ...{ id, title, body, item, recorded, documentId },
    group: 'chapters',
    source: 'manuscript',
    reason: 'wholeChapter',
    excluded: findExclusion(),
    start: 0,
    end: text.length,
    revision: version,
    fence: recorded.fence,
    shortened: isPart ? 'fencedPart' : undefined,
  };
};

/** Errors: none; a chapter that is closed, unreadable or empty is a candidate that may not go. */
export const rankChapters = (
  input: ChapterRankingInput,
  { templates, scope }: View,
): Candidate[] => {
  const { earlier, names, findNames, prepare, mute } = input;
  const byId = new Map<string, DocumentInfo>(
    earlier.length === 0 ? [] : input.chapters.map((one) => [one.documentId, one]),
  );
  return earlier.flatMap((chapter): Candidate[] => {
    const { documentId, version, text } = chapter;
    const info = byId.get(documentId);
    if (!info) return [];
    const { title } = info;
    const closed = fencedChapter(info, scope);
    if (names === null) return [closedCandidate(chapter, title, { reason: 'fenceUnknown' })];
    if (closed) return [closedCandidate(chapter, title, closed)];
    if (text === null) return [closedCandidate(chapter, title, { reason: 'malformed' })];
    const known = { documentId, version, text, title };
    const unsendable = { forbidden: scope.forbidden, names, findNames };
    return [
      candidateOf({ ...chapter, text }, title, prepare.chapter(known, templates, unsendable), mute),
    ];
  });
};
