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
    if (taken === 0) return `Refused a suggestion of “${skill}” in “${chapter}”.`;
    const part = taken === of ? 'all' : `${taken} of ${of} parts`;
    return `Took ${part} of a suggestion of “${skill}” in “${chapter}” (${characters} characters).`;
  }
  if (taken === 0) return `没有采用“${chapter}”里一次“${skill}”的候选。`;
  const part = taken === of ? '全部' : `${of} 处中的 ${taken} 处`;
  return `采用了“${chapter}”里一次“${skill}”候选的${part}（${characters} 字）。`;
};
