import type { Language } from './domain/identifiers.ts';

/** The interface language for a locale such as `zh-Hans-CN`, `zh_TW.UTF-8` or `en-GB`. */
export const languageOf = (locale: string): Language =>
  /^zh\b|^zh_/i.test(locale) ? 'zh-CN' : 'en';
