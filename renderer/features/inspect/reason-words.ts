import type { AssemblyItem } from '#shared/domain/assembly.ts';
import type { InterfaceLanguage } from '#shared/domain/interface-language.ts';
import { relatedMark } from '#shared/domain/retrieval.ts';
import { chapterWords } from '#shared/chapter-number.ts';
import { formatShare } from '#renderer/i18n/format.ts';
import type { Translate } from '#renderer/i18n/index.ts';
import type { Accounting } from './accounting.ts';

/** At most so many names stand in a line. */
const shownNames = 4;

const scoreWords = (item: AssemblyItem, best: number, language: InterfaceLanguage): string =>
  new Intl.NumberFormat(language, { minimumFractionDigits: 2, maximumFractionDigits: 2 }).format(
    best > 0 ? Math.min(1, (item.score ?? 0) / best) : 0,
  );

/** What the writer's own sentence model says of a passage, beside its words (E5). */
const withSimilarity = (
  t: Translate,
  language: InterfaceLanguage,
  words: string,
  { similarity }: AssemblyItem,
): string => {
  if (similarity === undefined) return words;
  const near = new Intl.NumberFormat(language, {
    minimumFractionDigits: 2,
    maximumFractionDigits: 2,
  });
  return t('inspect:reasons.withSimilarity', { words, similarity: near.format(similarity) });
};

/** Why an item is in, cut or out, with the data the reason speaks of. */
export const reasonWords = (
  t: Translate,
  language: InterfaceLanguage,
  item: AssemblyItem,
  accounting: Pick<Accounting, 'numbers' | 'bestScore'>,
): string => withSimilarity(t, language, ownWords(t, language, item, accounting), item);

const ownWords = (
  t: Translate,
  language: InterfaceLanguage,
  item: AssemblyItem,
  { numbers, bestScore }: Pick<Accounting, 'numbers' | 'bestScore'>,
): string => {
  const { reason } = item;
  const matched = item.matched?.filter((name) => name !== relatedMark) ?? [];
  const names = t('inspect:names', {
    names: matched.slice(0, shownNames).join(t('inspect:nameSeparator')),
  });
  const named = matched.length > 0;
  const chapter = item.chapter === undefined ? '' : chapterWords(item.chapter, language);
  const passage = item.source === 'retrieval';
  const score = scoreWords(item, bestScore, language);
  switch (reason) {
    case 'writerConstraint':
    case 'automaticConstraint':
      return t(`inspect:reasons.${reason}`, { number: numbers.get(item.id) ?? 0 });
    case 'mentioned':
      return named ? t('inspect:reasons.mentionedAs', { names }) : t('inspect:reasons.mentioned');
    case 'tellsOfMentioned':
      return named
        ? t('inspect:reasons.tellsOfMentionedWith', { names })
        : t('inspect:reasons.tellsOfMentioned');
    case 'lookedUp':
      return item.question === undefined
        ? t('inspect:reasons.lookedUp')
        : t('inspect:reasons.lookedUpFor', { question: item.question });
    case 'confirmedRule':
      return t('inspect:reasons.confirmedRule', { share: formatShare(item.score ?? 0, language) });
    case 'similarPassage':
      return named
        ? t('inspect:reasons.similarPassageWith', { names, score })
        : t('inspect:reasons.similarPassage', { score });
    case 'overBudget':
    case 'lowRelevance':
      return passage
        ? t(`inspect:reasons.${reason}Score`, { score })
        : t(`inspect:reasons.${reason}`);
    case 'notYetValid':
    case 'noLongerValid':
    case 'notDueYet':
    case 'laterChapter':
      return t(`inspect:reasons.${reason}`, { chapter });
    case 'fencedUntilChapter':
      // As earlier versions kept what names something fenced.
      return chapter === ''
        ? t('inspect:reasons.fencedByName')
        : t('inspect:reasons.fencedUntilChapter', { chapter });
    case 'fencedPart':
      return t(`inspect:reasons.${item.source === 'thread' ? 'fencedNote' : 'fencedPart'}`);
    default:
      return t(`inspect:reasons.${reason}`);
  }
};
