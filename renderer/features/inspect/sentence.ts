import type { Language } from '#shared/domain/identifiers.ts';
import { chapterWords } from '#renderer/i18n/chapter-number.ts';
import type { Translate } from '#renderer/i18n/index.ts';
import type { Accounting, FamilyCount } from './accounting.ts';

/** So many kinds of left-out material are named; the others are summed up. */
const namedFamilies = 3;

const familyWords = (t: Translate, language: Language, entry: FamilyCount): string => {
  const { family, count, chapter } = entry;
  if (family === 'waits' && chapter !== null) {
    return t('inspect:sentence.waitsFor', { count, chapter: chapterWords(chapter, language) });
  }
  return t(`inspect:sentence.${family}`, { count });
};

/** The panel in one sentence: how much is sent, how many notes go, and why the others do not. */
export const sentenceOf = (
  t: Translate,
  language: Language,
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
  const named = families.slice(0, families.length > namedFamilies + 1 ? namedFamilies : undefined);
  const others = families.slice(named.length).reduce((sum, { count }) => sum + count, 0);
  const rest = named.map((entry) => familyWords(t, language, entry));
  if (others > 0) rest.push(t('inspect:sentence.others', { count: others }));
  return t('inspect:sentence.parted', {
    tokens,
    items: t('inspect:sentence.some', { count: sent.length, total: all }),
    rest: rest.join(t('inspect:sentence.comma')),
  });
};
