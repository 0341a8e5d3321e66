/** The words for where something is expected, and what; pure. */
import type { Translate } from '#renderer/i18n/index.ts';
import type { ListedExpectation } from './store.ts';
import { shortenedTo } from '#shared/shortened.ts';

/** What the desk knows of the book, to name things by. */
export type Named = {
  chapters: ReadonlyMap<string, string>;
  entities: ReadonlyMap<string, string>;
  constraints: ReadonlyMap<string, string>;
};

const shownLength = 60;

/** Without the marks of headings: it is to be recognised, not to be parsed. */
const shown = (text: string): string =>
  shortenedTo(text.replace(/^#+\s/gmu, '').replace(/\s+/gu, ' ').trim(), shownLength);

export const chapterWords = (t: Translate, { chapters }: Named, documentId: string): string =>
  chapters.get(documentId) ?? t('expectations:where.gone');

export const placeWordsOf = (
  t: Translate,
  named: Named,
  { at, placeWords }: ListedExpectation,
): string => {
  if ('every' in at) {
    const from = at.from && chapterWords(t, named, at.from.documentId);
    const before = at.before && chapterWords(t, named, at.before.documentId);
    if (from !== undefined && before !== undefined) {
      return t('expectations:where.between', { from, before });
    }
    if (from !== undefined) return t('expectations:where.from', { from });
    if (before !== undefined) return t('expectations:where.before', { before });
    return t('expectations:where.every');
  }
  const chapter = chapterWords(t, named, at.documentId);
  if (!('cursorPosition' in at)) return t('expectations:where.end', { chapter });
  const words = shown(placeWords);
  return words === ''
    ? t('expectations:where.start', { chapter })
    : t('expectations:where.at', { chapter, words });
};

export const itemWordsOf = (
  t: Translate,
  named: Named,
  { item, quote }: ListedExpectation,
): string => {
  if ('text' in item) return t('expectations:item.text', { text: shown(item.text) });
  if ('entityId' in item) {
    return named.entities.get(item.entityId) ?? t('expectations:item.entityGone');
  }
  if ('constraintId' in item) {
    const text = named.constraints.get(item.constraintId);
    return text === undefined ? t('expectations:item.constraintGone') : shown(text);
  }
  const chapter = chapterWords(t, named, item.documentId);
  return t('expectations:item.passage', { chapter, quote: shown(quote ?? '') });
};
