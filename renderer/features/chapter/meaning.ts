import type { ChapterFence } from '#shared/domain/fence.ts';
import type { InterfaceLanguage } from '#shared/domain/interface-language.ts';
import { chapterWords } from '#shared/chapter-number.ts';
import type { Translate } from '#renderer/i18n/index.ts';

/** One sentence: which requests may hold this chapter's text. Ids without a name are people who are gone. */
export function fenceMeaning(
  t: Translate,
  language: InterfaceLanguage,
  fence: ChapterFence | null,
  names: ReadonlyMap<string, string>,
): string {
  const { notBeforeChapter, knownBy, neverSend } = fence ?? {};
  if (fence?.unknown === true) return t('chapter:meaning.unknown');
  if (neverSend === true) return t('chapter:meaning.never');
  const people = knownBy?.map((id) => names.get(id) ?? t('codex:fence.gone'));
  const who = people?.join(t('chapter:meaning.or'));
  const chapter =
    notBeforeChapter === undefined ? undefined : chapterWords(notBeforeChapter, language);
  if (chapter !== undefined && who !== undefined) {
    return t('chapter:meaning.fromAndKnown', { chapter, names: who });
  }
  if (chapter !== undefined) return t('chapter:meaning.from', { chapter });
  if (who !== undefined) return t('chapter:meaning.known', { names: who });
  return t('chapter:meaning.open');
}
