/** What marks a scene break in print. */
import type { ExportLayout } from '#shared/domain/export.ts';
import type { Language } from '#shared/domain/identifiers.ts';

/** The mark, or '' where an empty line does. */
export const sceneBreakMark = (
  { sceneBreak }: Pick<ExportLayout, 'sceneBreak'>,
  language: Language,
): string => {
  if (sceneBreak === 'blank') return '';
  if (sceneBreak === 'hash') return '#';
  return language === 'zh-CN' ? '＊　＊　＊' : '* * *';
};
