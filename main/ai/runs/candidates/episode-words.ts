/** What is remembered of a decision over a candidate. */
import type { Language } from '#shared/domain/identifiers.ts';

export type DecisionSummary = {
  skill: string;
  chapter: string;
  taken: number;
  of: number;
  characters: number;
};

/**
 * What is remembered of a decision: never the text itself, which may hold what a fence keeps from other
 * requests.
 */
export const episodeWords = (language: Language, summary: DecisionSummary): string => {
  const { skill, chapter, taken, of, characters } = summary;
  if (language === 'en') {
    if (taken === 0) return `Rejected an answer of “${skill}” in “${chapter}”.`;
    const part = taken === of ? 'all' : `${taken} of ${of} parts`;
    return `Accepted ${part} of an answer of “${skill}” in “${chapter}” (${characters} characters).`;
  }
  if (taken === 0) return `“${chapter}”：退回了“${skill}”写的一稿。`;
  const part = taken === of ? '全部' : `${of} 处中的 ${taken} 处`;
  return `“${chapter}”：接受了“${skill}”写的一稿，${part}（${characters} 字）。`;
};
