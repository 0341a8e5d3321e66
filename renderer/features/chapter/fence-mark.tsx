import { EyeOff, ShieldHalf } from 'lucide-react';
import { chapterWords } from '#shared/chapter-number.ts';
import type { ChapterFence } from '#shared/domain/fence.ts';
import { useWords } from '#renderer/i18n/index.ts';
import './chapter.css';

/** A small mark in the binder's row: this chapter is kept from the model, always or at times. */
export function FenceMark({ fence }: { fence: ChapterFence | null }) {
  const { t, language } = useWords();
  if (fence === null) return null;
  const { neverSend, notBeforeChapter, knownBy } = fence;
  const Icon = neverSend === true ? EyeOff : ShieldHalf;
  const words = [
    ...(fence.unknown === true ? [t('chapter:mark.unknown')] : []),
    ...(neverSend === true && fence.unknown !== true ? [t('chapter:mark.never')] : []),
    ...(notBeforeChapter === undefined
      ? []
      : [t('chapter:mark.from', { chapter: chapterWords(notBeforeChapter, language) })]),
    ...(knownBy === undefined ? [] : [t('chapter:mark.known', { count: knownBy.length })]),
  ].join(t('chapter:mark.separator'));
  return (
    <span className="fence-mark" title={words}>
      <Icon size={12} aria-hidden />
      <span className="ui-hidden">{words}</span>
    </span>
  );
}
