/** The story so far: synopses of the chapters before the one being written as candidates, in the order of the book (E3). */
import type { DocumentInfo } from '#shared/domain/project.ts';
import type { NameMatch } from '#main/book/knowledge/service.ts';
import type { AssemblyInput } from './assembly-input.ts';
import type { Candidate } from './candidate.ts';
import { type Exclusion, fenceText } from './eligibility.ts';
import { findTellsAhead } from './not-told-yet.ts';
import { fencedChapter, type PassageScope } from './passage-filter.ts';
import { sha256 } from './prefix.ts';
import type { PromptTemplates } from './prompt-templates.ts';
import { type Terms, termsOf } from './similarity.ts';

export type SynopsisRankingInput = Pick<
  AssemblyInput,
  | 'storySoFar'
  | 'chapters'
  | 'document'
  | 'entities'
  | 'names'
  | 'findNames'
  | 'mentions'
  | 'focus'
  | 'mute'
  | 'prepare'
>;

type View = {
  templates: PromptTemplates;
  scope: Pick<PassageScope, 'at' | 'forbidden'>;
  /** Chapters that go whole: they need no synopsis. */
  whole: ReadonlySet<string>;
};

/** A name the codex knows says more than any words in common. */
const nameWeight = 1000;

export const synopsisItemId = (documentId: string): string => `synopsis:${documentId}`;

/** The writer's own line ends do not part the items of a prompt. */
const lineOf = (synopsis: string): string => synopsis.replace(/\s*\n\s*/gu, '\n').trim();

/** How much of what the cursor speaks of a synopsis tells, and by which names. */
const relevanceOf = (
  text: string,
  names: readonly NameMatch[],
  { mentions, prepare }: SynopsisRankingInput,
  evidenceIn: (terms: Terms) => number,
): { score: number; matched: string[] } => {
  const meant = new Set(mentions.map(({ entityId }) => entityId));
  const found = new Map(
    names
      .filter(({ entityId }) => meant.has(entityId))
      .map(({ entityId, start, end }) => [entityId, text.slice(start, end)]),
  );
  const score = nameWeight * found.size + evidenceIn(prepare.terms(text));
  return { score, matched: [...found.values()] };
};

/** Words at the cursor that few other synopses have say which chapter is meant; those that every one has say nothing. */
const evidenceBy = (synopses: readonly Terms[], focus: Terms): ((terms: Terms) => number) => {
  const asked = new Set(focus);
  const holders = new Map<number, number>();
  for (const terms of synopses) {
    for (const term of terms) {
      if (asked.has(term)) holders.set(term, (holders.get(term) ?? 0) + 1);
    }
  }
  return (terms) => {
    let sum = 0;
    for (const term of terms) {
      const count = holders.get(term);
      if (count !== undefined) sum += Math.log(synopses.length / count) ** 2;
    }
    return sum;
  };
};

/** Errors: none. What may not go, or is not needed, is a candidate with the reason; chapters without a synopsis are none. */
export const rankSynopses = (
  input: SynopsisRankingInput,
  { templates, scope, whole }: View,
): Candidate[] => {
  const { storySoFar, chapters, document, names, findNames, mute } = input;
  if (!storySoFar) return [];
  const told = chapters.filter(({ order, synopsis }) => order < document.order && synopsis !== '');
  if (told.length === 0) return [];
  const tellsAhead = findTellsAhead(input, scope);
  const evidenceIn = evidenceBy(
    told.map(({ synopsis }) => input.prepare.terms(lineOf(synopsis))),
    termsOf(input.focus),
  );
  const exclusionOf = (
    chapter: DocumentInfo,
    found: readonly NameMatch[],
    body: string,
  ): Exclusion | null => {
    const fenced = fencedChapter(chapter, scope);
    if (fenced?.reason === 'fenceUnknown' || names === null) return { reason: 'fenceUnknown' };
    if (fenced) return fenced;
    if (scope.forbidden.mentionedIn(body) || tellsAhead(body, found))
      return { reason: 'fencedByName' };
    if (body.trim() === '') return { reason: 'emptyText' };
    if (mute.has(synopsisItemId(chapter.documentId))) return { reason: 'mutedByWriter' };
    return whole.has(chapter.documentId) ? { reason: 'alreadyWhole' } : null;
  };
  return told.map((chapter): Candidate => {
    const { documentId, title, synopsis, order } = chapter;
    const text = lineOf(synopsis);
    const found = names === null ? [] : findNames(text);
    const { score, matched } = relevanceOf(text, found, input, evidenceIn);
    const body = text === '' ? '' : templates.passage(title, text);
    return {
      id: synopsisItemId(documentId),
      group: 'synopses',
      source: 'synopsis',
      title: templates.titles.synopsis(title),
      body,
      reason: 'storySoFar',
      excluded: exclusionOf(chapter, found, body),
      score,
      ...(matched.length === 0 ? {} : { matched }),
      documentId,
      isStale: chapter.synopsisStale === true,
      chapterOrder: order,
      revision: sha256(synopsis),
      fence: fenceText(chapter.fence),
    };
  });
};
