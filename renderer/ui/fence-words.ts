import type { Fence } from '#shared/domain/fence.ts';
import type { InterfaceLanguage } from '#shared/domain/interface-language.ts';
import { chapterWords } from '#shared/chapter-number.ts';
import type { Translate } from '#renderer/i18n/index.ts';

/** Each condition of a fence in a few words; ids without a name are people who are gone. */
export const fenceWords = (
  t: Translate,
  language: InterfaceLanguage,
  fence: Fence | null,
  names: ReadonlyMap<string, string>,
): string[] => {
  if (fence === null) return [];
  const { notBeforeChapter, knownBy, neverSend } = fence;
  const words: string[] = [];
  if (neverSend === true) words.push(t('codex:fence.neverSent'));
  if (notBeforeChapter !== undefined) {
    words.push(t('codex:fence.from', { chapter: chapterWords(notBeforeChapter, language) }));
  }
  if (knownBy !== undefined) {
    const people = knownBy.map((id) => names.get(id) ?? t('codex:fence.gone'));
    words.push(
      t('codex:fence.onlyKnows', {
        count: people.length,
        names: people.join(t('codex:fence.separator')),
      }),
    );
  }
  return words;
};
