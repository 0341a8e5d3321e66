import type { Entity } from '#shared/domain/knowledge.ts';
import type { InterfaceLanguage } from '#shared/domain/interface-language.ts';
import { chapterWords } from '#shared/chapter-number.ts';
import type { Translate } from '#renderer/i18n/index.ts';
import { fenceWords } from '#renderer/ui/fence-words.ts';

/** From when until when an entry or a relation holds, in words; null for always. */
export const validityWords = (
  t: Translate,
  language: InterfaceLanguage,
  { validFromChapter, validToChapter }: Pick<Entity, 'validFromChapter' | 'validToChapter'>,
): string | null => {
  const words = (chapter: number | null) =>
    chapter === null ? '' : chapterWords(chapter, language);
  const [from, to] = [words(validFromChapter), words(validToChapter)];
  if (from !== '' && from === to) return t('codex:validity.only', { chapter: from });
  if (from !== '' && to !== '') return t('codex:validity.between', { from, to });
  if (from !== '') return t('codex:validity.from', { from });
  return to === '' ? null : t('codex:validity.to', { to });
};

/** What is worth knowing about an entry besides its text: when it holds, when it is sent, who may know. */
export const entityFacts = (
  t: Translate,
  language: InterfaceLanguage,
  entity: Entity,
  names: ReadonlyMap<string, string>,
): string[] => {
  const validity = validityWords(t, language, entity);
  return [
    ...(entity.inclusion === 'auto' ? [] : [t(`codex:inclusion.${entity.inclusion}`)]),
    ...(validity === null ? [] : [validity]),
    ...fenceWords(t, language, entity.fence, names),
  ];
};
