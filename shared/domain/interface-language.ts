/** The languages of the interface. CONTRIBUTING.md says what another one needs; a book's own language is `Language`. */
import { z } from 'zod';

export const InterfaceLanguage = z.enum(['zh-CN', 'en']);
export type InterfaceLanguage = z.infer<typeof InterfaceLanguage>;

type LanguageFacts = {
  /** What it calls itself. */
  name: string;
  /** Locales of machines that speak it. */
  locales: RegExp;
  /** How a sentence names a chapter by its number. */
  chapter: { words: `${string}{number}${string}`; numerals: 'chinese' | 'arabic' };
};

export const interfaceLanguages: Readonly<Record<InterfaceLanguage, LanguageFacts>> = {
  'zh-CN': {
    name: '中文',
    locales: /^zh\b|^zh_/i,
    chapter: { words: '第{number}章', numerals: 'chinese' },
  },
  en: {
    name: 'English',
    locales: /^en\b|^en_/i,
    chapter: { words: 'chapter {number}', numerals: 'arabic' },
  },
};

/** The interface language for a locale such as `zh-Hans-CN`, `zh_TW.UTF-8` or `en-GB`; English where none fits. */
export const languageOfLocale = (locale: string): InterfaceLanguage =>
  InterfaceLanguage.options.find((id) => interfaceLanguages[id].locales.test(locale)) ?? 'en';
