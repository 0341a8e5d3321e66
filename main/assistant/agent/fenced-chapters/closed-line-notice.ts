/** What stands where a line of a fenced chapter was. */
import type { Language } from '#shared/domain/identifiers.ts';

const notices: Record<Language, string> = {
  'zh-CN': '〔此行出自保密的章节，不予显示〕',
  en: '[This line is from a fenced chapter and is not shown]',
};

export const closedLineNotice = (language: Language): string => notices[language];
