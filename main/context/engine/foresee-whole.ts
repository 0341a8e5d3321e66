/** Which chapters will go whole, foreseen before passages are looked for: theirs need not compete for places (E2). */
import { setImmediate } from 'node:timers/promises';
import { roomForChapters } from '#shared/whole-chapters.ts';
import type { AssemblyInput } from './assembly-input.ts';
import { fitChapters, wholeDocuments } from './fit-chapters.ts';
import { forbiddenNames } from './forbidden-names.ts';
import { priceAll } from './price.ts';
import { templatesFor } from './prompt-templates.ts';
import { type ChapterRankingInput, rankChapters } from './rank-chapters.ts';
import type { TokenCounter } from './trim-text.ts';
import { isUncountable } from './uncountable.ts';

export type WholeBookInput = ChapterRankingInput &
  Pick<
    AssemblyInput,
    'document' | 'pointOfViewEntityId' | 'entities' | 'language' | 'stickyChapterStart'
  >;

/** Milliseconds of counting in one go: a book that nobody counted yet lets others have their turns. */
const oneGo = 20;

/** Counts the chapters, each once as long as it stays the same. Nothing is foreseen where nobody can count. */
export const foreseeWhole = async (
  input: WholeBookInput,
  tokens: TokenCounter,
  total: number,
): Promise<ReadonlySet<string>> => {
  const { document, pointOfViewEntityId, stickyChapterStart } = input;
  const templates = templatesFor(input.language);
  const at = { chapter: document.chapter, pointOfViewEntityId };
  const scope = { at, forbidden: forbiddenNames(input, at) };
  const headings = input.prepare.headings(templates, tokens);
  try {
    const costed = [];
    let started = performance.now();
    for (const candidate of rankChapters(input, { templates, scope })) {
      costed.push(...priceAll([candidate], tokens));
      if (performance.now() - started < oneGo) continue;
      await setImmediate();
      started = performance.now();
    }
    const room = { room: roomForChapters(total), stickyStart: stickyChapterStart };
    return wholeDocuments(fitChapters(costed, room, headings.chapters));
  } catch (error) {
    if (isUncountable(error)) return new Set();
    throw error;
  }
};
