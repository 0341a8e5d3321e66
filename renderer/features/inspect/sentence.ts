import type { KeptItem } from '#shared/domain/assembly.ts';
import type { InterfaceLanguage } from '#shared/domain/interface-language.ts';
import { chapterWords } from '#shared/chapter-number.ts';
import type { Translate } from '#renderer/i18n/index.ts';
import { type Accounting, type FamilyCount, familyCounts } from './accounting.ts';

/** So many kinds of left-out material are named; the others are summed up. */
const namedFamilies = 3;

const familyWords = (t: Translate, language: InterfaceLanguage, entry: FamilyCount): string => {
  const { family, count, chapter } = entry;
  if (family === 'waits' && chapter !== null) {
    return t('inspect:sentence.waitsFor', { count, chapter: chapterWords(chapter, language) });
  }
  return t(`inspect:sentence.${family}`, { count });
};

/** Why what does not go stays out: the likeliest kinds by name, the others summed up. */
const restWords = (
  t: Translate,
  language: InterfaceLanguage,
  families: readonly FamilyCount[],
): string => {
  const named = families.slice(0, families.length > namedFamilies + 1 ? namedFamilies : undefined);
  const others = families.slice(named.length).reduce((sum, { count }) => sum + count, 0);
  const rest = named.map((entry) => familyWords(t, language, entry));
  if (others > 0) rest.push(t('inspect:sentence.others', { count: others }));
  return rest.join(t('inspect:sentence.comma'));
};

/** A kept request in one sentence: of how many notes how many were used, and why the others were not. */
export const keptSentence = (
  t: Translate,
  language: InterfaceLanguage,
  kept: readonly Pick<KeptItem, 'decision' | 'reason' | 'chapter'>[],
): string => {
  const items = kept.filter(({ reason }) => reason !== 'emptyText');
  const dropped = items.filter(({ decision }) => decision === 'dropped');
  const count = items.length - dropped.length;
  if (dropped.length === 0) return t('inspect:sentence.usedAll', { count });
  return t('inspect:sentence.used', {
    count,
    total: items.length,
    rest: restWords(t, language, familyCounts(dropped)),
  });
};

/** The panel in one sentence: how much is sent, how many items go, and why the others do not. */
export const sentenceOf = (
  t: Translate,
  language: InterfaceLanguage,
  total: { tokenCount: number; exactness: 'exact' | 'estimate' },
  { sent, dropped, families }: Pick<Accounting, 'sent' | 'dropped' | 'families'>,
): string => {
  const tokens = t(`inspect:sentence.${total.exactness}`, { count: total.tokenCount });
  const all = sent.length + dropped.length;
  if (dropped.length === 0) {
    return t('inspect:sentence.whole', {
      tokens,
      items: t('inspect:sentence.all', { count: all }),
    });
  }
  return t('inspect:sentence.parted', {
    tokens,
    items: t('inspect:sentence.some', { count: sent.length, total: all }),
    rest: restWords(t, language, families),
  });
};
